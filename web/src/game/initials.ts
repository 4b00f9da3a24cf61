import { getContext, setContext } from 'svelte'

const KEY = 'initials'

/** Hands the letters of a table's players down to their badges. */
export function provideInitials(names: () => readonly string[]): void {
  setContext(KEY, () => initials(names()))
}

/** The letters that were handed down, if the badge is at a table. */
export function useInitials(): () => readonly string[] {
  return getContext<(() => readonly string[]) | undefined>(KEY) ?? ((): readonly string[] => [])
}

/** The letters on the badges of the players of one table: no two are the same. */
export function initials(names: readonly string[]): string[] {
  const letters = names.map((name) => [...name.replaceAll(/\s/g, '')].map((letter) => letter.toUpperCase()))
  const first = letters.map(([letter = '?']) => letter)
  const found: string[] = []
  for (const [seat, own] of letters.entries()) {
    const isShared = first.filter((letter) => letter === first[seat]).length > 1
    const pairs = own.slice(1).map((letter) => `${own[0]}${letter.toLowerCase()}`)
    const free = pairs.find((pair) => !found.includes(pair))
    found.push(isShared ? (free ?? `${first[seat]}${seat + 1}`) : first[seat]!)
  }
  return found
}
