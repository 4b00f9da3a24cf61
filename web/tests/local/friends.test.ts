import { describe, expect, it } from 'vitest'
import { Pieces, sendText } from '@/local/friends/channel'
import { decode, encode, type Handshake } from '@/local/friends/code'
import { read, write } from '@/local/friends/description'

const FINGERPRINT = Array.from({ length: 32 }, (_, i) => (i * 7 + 3).toString(16).padStart(2, '0')).join(':')
const ALIAS = '0b7f3a52-6f5b-4c6b-9d6f-0b1f8f2c9a11.local'
const CHROME = [
  'v=0',
  'm=application 43211 UDP/DTLS/SCTP webrtc-datachannel',
  `a=candidate:2 1 udp 2113937151 ${ALIAS} 43211 typ host generation 0 network-cost 999`,
  'a=candidate:3 1 tcp 1518280447 192.168.1.4 9 typ host tcptype active',
  'a=candidate:4 1 udp 1677729535 203.0.113.7 43211 typ srflx raddr 0.0.0.0 rport 0',
  'a=ice-ufrag:kX+/',
  'a=ice-pwd:Rk3/4nVb0Jx9+q2ZwLm7YtQd',
  `a=fingerprint:sha-256 ${FINGERPRINT.toUpperCase()}`,
  'a=setup:actpass',
].join('\r\n')

describe('a code', () => {
  const offer = read('offer', 'abc123', CHROME)

  it('keeps what the other browser needs, and only that', () => {
    expect(offer).toEqual({
      kind: 'offer',
      id: 'abc123',
      user: 'kX+/',
      password: 'Rk3/4nVb0Jx9+q2ZwLm7YtQd',
      fingerprint: FINGERPRINT.replaceAll(':', ''),
      places: [
        [ALIAS, 43211, 'host'],
        ['203.0.113.7', 43211, 'srflx'],
      ],
    } satisfies Handshake)
    expect(decode(encode(offer))).toEqual(offer)
    expect(decode(` https://example.org/game/#/join/${encode(offer)}\n`)).toEqual(offer)
    expect(encode(offer)).toMatch(/^[\w-]{1,400}$/)
  })

  it('becomes a description with the same parts', () => {
    const { type, sdp } = write(offer)
    expect(type).toBe('offer')
    expect(read('offer', 'abc123', sdp!)).toEqual(offer)
    expect(write({ ...offer, kind: 'answer' }).sdp).toContain('a=setup:active')
  })

  it('is refused if a part is missing or is no part of a description', () => {
    const code = encode(offer)
    for (const text of ['', 'hello', code.slice(0, -9), code.slice(9)]) expect(decode(text)).toBeNull()
    expect(decode(encode({ ...offer, user: 'a\r\na=b' }))).toBeNull()
    expect(decode(encode({ ...offer, places: [['1.2.3.4 5', 6, 'host']] }))).toBeNull()
  })
})

describe('a channel', () => {
  it('carries texts of any length in short messages', () => {
    const pieces = new Pieces()
    for (const text of ['', 'hello', 'Zoë’s 🐝'.repeat(20_000)]) {
      const messages: Uint8Array<ArrayBuffer>[] = []
      sendText({ send: (bytes) => messages.push(bytes) }, text)
      expect(Math.max(...messages.map(({ length }) => length))).toBeLessThan(16_384)
      const got = messages.map((message) => pieces.add(message.buffer))
      expect(got.pop()).toBe(text)
      expect(got.every((part) => part === null)).toBe(true)
    }
  })
})
