/** Signing in on this device with words: the code of another device, or a recovery phrase. */

/** A code has five words, a recovery phrase twelve. */
const MOST_WORDS_OF_A_CODE = 7

/** Whether this is a recovery phrase. */
export function isPhrase(words: string): boolean {
  return (words.match(/[a-z]+|\d+/gi) ?? []).length > MOST_WORDS_OF_A_CODE
}

/** The address that has a recovery phrase in it. What is after the # is never sent to a server. */
export function linkOf(phrase: string): string {
  return `${location.origin}/me#phrase=${phrase.replaceAll(' ', '-')}`
}

/** The words in the address of this page: a code, or a recovery phrase. */
export function wordsInAddress({ search, hash }: { search: string; hash: string }): string {
  const phrase = new URLSearchParams(hash.slice(1)).get('phrase')?.replaceAll('-', ' ')
  return phrase ?? new URLSearchParams(search).get('code') ?? ''
}
