/** Web addresses in what somebody has said. */

export interface Piece {
  text: string
  /** Where it leads, if it is an address. */
  href: string | null
}

const ADDRESS = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'’]/g

/** Splits a text into plain pieces and addresses; only http and https count. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const found of text.matchAll(ADDRESS)) {
    if (!URL.canParse(found[0])) continue
    if (found.index > end) pieces.push({ text: text.slice(end, found.index), href: null })
    pieces.push({ text: found[0], href: found[0] })
    end = found.index + found[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null })
  return pieces
}
