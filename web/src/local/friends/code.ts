/**
 * What two browsers must know of each other before they can connect, as a short text without spaces or punctuation: it
 * survives every messenger, and fits a QR code. It holds the parts of a session description that differ.
 */
export interface Handshake {
  /** An invitation, or the reply to one. */
  kind: 'offer' | 'answer'
  /** Which invitation it is about. */
  id: string
  user: string
  password: string
  /** The digest of the certificate, in hexadecimal digits. */
  fingerprint: string
  /** Where the browser can be reached: an address (or its alias in the local network), a port, and how it is known. */
  places: [address: string, port: number, kind: 'host' | 'srflx'][]
}

const VERSION = 1
const KINDS = ['offer', 'answer'] as const
const HEX = /../g

export function encode({ kind, id, user, password, fingerprint, places }: Handshake): string {
  const bytes = fingerprint.match(HEX)!.map((pair) => Number.parseInt(pair, 16))
  const packed = places.map(([address, port, known]) => [address, port, known === 'host' ? 0 : 1])
  return toText(
    JSON.stringify([VERSION, KINDS.indexOf(kind), id, user, password, btoa(String.fromCharCode(...bytes)), packed]),
  )
}

/** Null if it is no such text: cut off, say, or from a newer version. A link that ends in one is fine too. */
export function decode(text: string): Handshake | null {
  try {
    const found: unknown = JSON.parse(fromText(text.trim().replace(/^.*\//s, '')))
    if (!Array.isArray(found) || found[0] !== VERSION) return null
    const [, kind, id, user, password, digest, packed] = found as [
      number,
      number,
      string,
      string,
      string,
      string,
      [string, number, number][],
    ]
    const fingerprint = [...atob(digest)].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('')
    const texts = [id, user, password, ...packed.map(([address]) => address)]
    // It becomes part of a description, line by line.
    if (!KINDS[kind] || fingerprint.length !== 64 || texts.some((part) => !/^[\w+/.:-]+$/.test(part))) return null
    const places = packed.map(([address, port, known]): Handshake['places'][number] => [
      address,
      Number(port),
      known === 0 ? 'host' : 'srflx',
    ])
    return { kind: KINDS[kind], id, user, password, fingerprint, places }
  } catch {
    return null
  }
}

function toText(json: string): string {
  return btoa(json).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromText(text: string): string {
  return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
}
