/** One connection between two browsers, with one channel. Nobody helps them find each other but the two people. */
import { site } from '../site'
import { Pieces, sendText } from './channel'
import type { Handshake } from './code'
import { read, write } from './description'

/** Milliseconds that finding the own addresses may take: a server that should name one may not answer. */
const PATIENCE = 5000

export class Peer {
  private readonly connection: RTCPeerConnection
  private readonly channel: RTCDataChannel
  private isOver = false

  constructor(hears: { open: () => void; text: (text: string) => void; lost: () => void }) {
    this.connection = new RTCPeerConnection({ iceServers: site?.stun.length ? [{ urls: site.stun }] : [] })
    // Both sides make the same channel, so neither waits for the other's.
    this.channel = this.connection.createDataChannel('table', { negotiated: true, id: 0 })
    this.channel.binaryType = 'arraybuffer'
    const pieces = new Pieces()
    this.channel.onopen = () => hears.open()
    this.channel.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      const text = pieces.add(data)
      if (text !== null) hears.text(text)
    }
    const lose = (): void => {
      if (this.isOver) return
      this.close()
      hears.lost()
    }
    this.channel.onclose = lose
    this.connection.onconnectionstatechange = () => this.connection.connectionState === 'failed' && lose()
  }

  async offer(id: string): Promise<Handshake> {
    await this.connection.setLocalDescription(await this.connection.createOffer())
    return this.described('offer', id)
  }

  async answer(offer: Handshake): Promise<Handshake> {
    await this.connection.setRemoteDescription(write(offer))
    await this.connection.setLocalDescription(await this.connection.createAnswer())
    return this.described('answer', offer.id)
  }

  async accept(answer: Handshake): Promise<void> {
    await this.connection.setRemoteDescription(write(answer))
  }

  send(message: object): void {
    if (this.channel.readyState === 'open') sendText(this.channel, JSON.stringify(message))
  }

  close(): void {
    this.isOver = true
    this.connection.close()
  }

  /** The own description, once it names all addresses. */
  private async described(kind: Handshake['kind'], id: string): Promise<Handshake> {
    const { connection } = this
    if (connection.iceGatheringState !== 'complete')
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, PATIENCE)
        connection.addEventListener('icegatheringstatechange', () => {
          if (connection.iceGatheringState !== 'complete') return
          clearTimeout(timer)
          resolve()
        })
      })
    return read(kind, id, connection.localDescription!.sdp)
  }
}
