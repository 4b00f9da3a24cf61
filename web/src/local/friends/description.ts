/** Session descriptions of a connection with one data channel: what a browser writes, and the part that a code keeps. */
import type { Handshake } from './code'

/** Reads the description that a browser has written; `id` names the invitation. */
export function read(kind: Handshake['kind'], id: string, sdp: string): Handshake {
  const field = (name: string): string => new RegExp(`^a=${name}:(.+)$`, 'm').exec(sdp)?.[1]?.trim() ?? ''
  const places = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (host|srflx)/gim)].map(
    ([, address, port, known]): Handshake['places'][number] => [address!, Number(port), known as 'host' | 'srflx'],
  )
  const fingerprint = field('fingerprint')
    .replace(/^sha-256 /i, '')
    .replaceAll(':', '')
    .toLowerCase()
  return { kind, id, user: field('ice-ufrag'), password: field('ice-pwd'), fingerprint, places }
}

/** Writes a description that any browser takes. */
export function write({ kind, user, password, fingerprint, places }: Handshake): RTCSessionDescriptionInit {
  const colons = fingerprint.toUpperCase().match(/../g)!.join(':')
  const lines = [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    ...places.map(candidate),
    `a=ice-ufrag:${user}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:sha-256 ${colons}`,
    `a=setup:${kind === 'offer' ? 'actpass' : 'active'}`,
    'a=mid:0',
    'a=sctp-port:5000',
    'a=max-message-size:65536',
    '',
  ]
  return { type: kind, sdp: lines.join('\r\n') }
}

function candidate([address, port, known]: Handshake['places'][number], i: number): string {
  const from = known === 'srflx' ? ' raddr 0.0.0.0 rport 0' : ''
  // Those that came first are preferred.
  return `a=candidate:${i + 1} 1 udp ${2_113_937_151 - 256 * i} ${address} ${port} typ ${known}${from}`
}
