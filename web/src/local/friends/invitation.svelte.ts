/**
 * The host's side: this browser runs the table, and hands a friend's requests to the worker that runs it. What the worker
 * says to the friend's line goes out as it is: it holds only what the friend's seat may see.
 */
import { host, type Line } from '@/protocol/host'
import { LocalHost } from '../local-host'
import type { Reply, Wish } from '../messages'
import type { NumberedPort } from '../numbered'
import { site } from '../site'
import { decode, encode } from './code'
import type { Welcome } from './friend.svelte'
import { Peer } from './peer'

/** Replies that were opened as a link come here from their own tab. */
const REPLIES = 'basebash-replies'

export class Invitation {
  code = $state('')
  /** Being made; waiting for the reply; connecting; connected; or no longer connected. */
  state = $state<'making' | 'waiting' | 'connecting' | 'open' | 'lost'>('making')
  private readonly id = crypto.randomUUID().slice(0, 8)
  private readonly peer: Peer
  private readonly lines = new Map<number, Line>()
  private readonly replies = new BroadcastChannel(REPLIES)

  constructor(table: string) {
    this.peer = new Peer({
      open: () => {
        this.state = 'open'
        this.send({ kind: 'welcome', table, version: site?.version ?? '' })
      },
      text: (text) => void this.hear(JSON.parse(text) as Wish),
      lost: () => {
        this.state = 'lost'
        for (const line of this.lines.values()) line.close()
        this.lines.clear()
      },
    })
    this.replies.onmessage = ({ data }: MessageEvent<{ reply?: string }>) => {
      if (data.reply && decode(data.reply)?.id === this.id)
        void this.accept(data.reply).then((isTaken) => isTaken && this.replies.postMessage({ taken: data.reply }))
    }
    void this.make()
  }

  /** Connects to whoever sent this reply; false if it is not one to this invitation. */
  async accept(reply: string): Promise<boolean> {
    const answer = decode(reply)
    if (answer?.kind !== 'answer' || answer.id !== this.id || this.state !== 'waiting') return false
    this.state = 'connecting'
    await this.peer.accept(answer)
    return true
  }

  /** Ends it, unless a friend is there. */
  leave(): void {
    this.replies.close()
    if (this.state !== 'open') this.peer.close()
  }

  private async make(): Promise<void> {
    this.code = encode(await this.peer.offer(this.id))
    this.state = 'waiting'
  }

  private send(message: Reply | Welcome): void {
    this.peer.send(message)
  }

  private async hear(wish: Wish): Promise<void> {
    switch (wish.kind) {
      case 'request': {
        const { id, method, path, headers, body } = wish
        const answer = await port().request({ method, path, headers, body, isFriend: true })
        this.send({ kind: 'response', id, status: answer.status, type: answer.type, body: answer.body })
        break
      }
      case 'open': {
        const number = wish.line
        const line = port().connect()
        line.onmessage = ({ data }) => this.send({ kind: 'said', line: number, text: data })
        line.onclose = () => this.send({ kind: 'hung-up', line: number })
        this.lines.set(number, line)
        break
      }
      case 'say':
        this.lines.get(wish.line)?.send(wish.text)
        break
      case 'close':
        this.lines.get(wish.line)?.close()
        this.lines.delete(wish.line)
    }
  }
}

/** Gives a reply that was opened as a link to the tab with the game; true once that has taken it. */
export function handOver(reply: string): Promise<void> {
  const channel = new BroadcastChannel(REPLIES)
  return new Promise((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<{ taken?: string }>) => {
      if (data.taken !== reply) return
      channel.close()
      resolve()
    }
    channel.postMessage({ reply })
  })
}

function port(): NumberedPort {
  if (!(host instanceof LocalHost)) throw new Error('a server runs the tables')
  return host.port
}
