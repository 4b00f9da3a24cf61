/** Card text in pieces: the words that start an ability are set in bold, as on the cards. */
export interface TextPiece {
  text: string
  strong: boolean
}

const KEYWORDS =
  /(\bTalent:|\bSpecial:|\bOngoing:|\bPlay on (?:a base(?: that has a minion of yours)?|a minion|one of your minions)\b[.,]?)/g

export function pieces(text: string): TextPiece[] {
  return text
    .split(KEYWORDS)
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, strong: new RegExp(`^(?:${KEYWORDS.source})$`).test(piece) }))
}

/** The two halves of a card that is a minion or an action, as one likes. */
export function halves(text: string): { minion: string; action: string } | null {
  const found = /^Minion: (.+?) Action: (.+)$/s.exec(text)
  return found ? { minion: found[1]!, action: found[2]! } : null
}

/** What a card says first, without the word that starts it: of a titan that is when it comes into play. */
export function first(text: string): string {
  const [ability] = pieces(text).filter((piece) => !piece.strong)
  return ability?.text.trim() ?? ''
}
