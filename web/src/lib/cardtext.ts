/** Card text in pieces: the words that start an ability are set in bold, as on the cards. */
export interface TextPiece {
  text: string
  strong: boolean
}

const KEYWORDS = /(\bTalent:|\bSpecial:|\bOngoing:|\bPlay on (?:a base(?: that has a minion of yours)?|a minion|one of your minions)\b[.,]?)/g

export function pieces(text: string): TextPiece[] {
  return text
    .split(KEYWORDS)
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, strong: new RegExp(`^(?:${KEYWORDS.source})$`).test(piece) }))
}
