/** Texts of any length over a data channel, whose messages must be short: each begins with whether more follows. */

const SIZE = 16_000
const MORE = 1
const LAST = 0

/** The part of a data channel that is used. */
export interface Pipe {
  send(bytes: Uint8Array<ArrayBuffer>): void
}

export function sendText(pipe: Pipe, text: string): void {
  const bytes = new TextEncoder().encode(text)
  for (let start = 0; start < bytes.length || start === 0; start += SIZE) {
    const piece = bytes.subarray(start, start + SIZE)
    const message = new Uint8Array(piece.length + 1)
    message[0] = start + SIZE < bytes.length ? MORE : LAST
    message.set(piece, 1)
    pipe.send(message)
  }
}

/** Puts the messages of one channel together again. */
export class Pieces {
  private pieces: Uint8Array[] = []

  /** The text that ends with this message; null if more follows. */
  add(data: ArrayBuffer): string | null {
    const message = new Uint8Array(data)
    this.pieces.push(message.subarray(1))
    if (message[0] === MORE) return null
    const all = new Uint8Array(this.pieces.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const piece of this.pieces) {
      all.set(piece, at)
      at += piece.length
    }
    this.pieces = []
    return new TextDecoder().decode(all)
  }
}
