/** The guest's side: a friend's browser runs the tables, and this page asks it as it would ask a server. */
import type { Line } from '@/protocol/host'
import { site } from '../site'
import type { Answer, Reply } from '../messages'
import { NumberedPort, type TableRequest } from '../numbered'
import { decode, encode } from './code'
import { noteFriendTable } from './friend-tables'
import { Peer } from './peer'

/** What the host's page says first. */
export interface Welcome {
  kind: 'welcome'
  table: string
  version: string
}

class Friend {
  /** Not connected; about to be; connected; or not any more. */
  state = $state<'none' | 'waiting' | 'open' | 'lost'>('none')
  /** The table that the friend has invited to. */
  table = $state('')
  /** Whether the friend's page has another version of the game. */
  isOther = $state(false)
  private peer: Peer | null = null
  private port: NumberedPort | null = null

  /** Takes an invitation; returns the reply to it, or null if it is none. */
  async take(invitation: string): Promise<string | null> {
    const offer = decode(invitation)
    if (offer?.kind !== 'offer') return null
    this.peer?.close()
    this.port?.end()
    const port = new NumberedPort((wish) => peer.send(wish))
    const peer = new Peer({
      open: () => undefined,
      text: (text) => this.hear(port, JSON.parse(text) as Reply | Welcome),
      lost: () => {
        if (this.peer !== peer) return
        port.end()
        this.state = 'lost'
      },
    })
    this.peer = peer
    this.port = port
    this.state = 'waiting'
    return encode(await peer.answer(offer))
  }

  async request(request: TableRequest): Promise<Answer | null> {
    return this.state === 'open' ? this.port!.request(request) : null
  }

  /** A line to a table there; one that closes at once while there is no connection. */
  connect(): Line {
    if (this.state === 'open') return this.port!.connect()
    const nowhere = new NumberedPort(() => undefined)
    const line = nowhere.connect()
    queueMicrotask(() => nowhere.end())
    return line
  }

  private hear(port: NumberedPort, message: Reply | Welcome): void {
    if (message.kind !== 'welcome') {
      port.receive(message)
      return
    }
    noteFriendTable(message.table)
    port.begin()
    this.table = message.table
    this.isOther = message.version !== site?.version
    this.state = 'open'
  }
}

export const friend = new Friend()
