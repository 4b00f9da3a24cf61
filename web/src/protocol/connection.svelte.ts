/** One seat's WebSocket. It reconnects with the same token, and requests only the missing part of the log. */
import { host, type Line } from './host'
import { server, SILENCE } from './server-status.svelte'
import type { ClientMessage, ServerMessage } from './types'

export type Link = 'connecting' | 'open' | 'lost' | 'closed'

const SLOWEST = 4000
const HEARTBEAT = 20000

export class Connection {
  link = $state<Link>('connecting')
  private socket: Line | null = null
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private heart: ReturnType<typeof setInterval> | undefined
  private silence: ReturnType<typeof setTimeout> | undefined
  /** The last answer, sent or not: the server counts it once, so it may go out again with every new connection. */
  private last: ClientMessage | null = null

  constructor(
    private readonly hello: () => ClientMessage,
    private readonly receive: (message: ServerMessage) => void,
  ) {
    addEventListener('online', this.check)
    document.addEventListener('visibilitychange', this.check)
    this.open()
  }

  send(message: ClientMessage): void {
    // An answer may wait: it names the question it is for, so it can't count twice or meet another one.
    if (message.type === 'answer') this.last = message
    if (this.link !== 'open' || this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify(message))
    if (message.type === 'answer' || message.type === 'ping') this.expectReply(this.socket)
  }

  close(): void {
    this.link = 'closed'
    server.isLineLost = false
    removeEventListener('online', this.check)
    document.removeEventListener('visibilitychange', this.check)
    clearTimeout(this.timer)
    clearTimeout(this.silence)
    clearInterval(this.heart)
    this.socket?.close()
  }

  /** The browser is online again, or the page is looked at again: the line may have died meanwhile. */
  private readonly check = (): void => {
    if (document.hidden) return
    if (this.link === 'open') this.send({ type: 'ping' })
    else if (this.link === 'lost') {
      clearTimeout(this.timer)
      void this.knock()
    }
  }

  /** A line on which nothing arrives for too long after a ping or an answer is dead, even if nobody closed it. */
  private expectReply(socket: Line): void {
    if (!host.needsNetwork) return
    this.silence ??= setTimeout(() => {
      this.lost(socket)
      socket.close()
    }, SILENCE)
  }

  private heard(): void {
    clearTimeout(this.silence)
    this.silence = undefined
  }

  /** Asks whether the server is there before it opens a socket: browsers delay sockets after some that failed. */
  private async knock(): Promise<void> {
    const isThere = await server.ask()
    if (this.link !== 'lost') return
    if (isThere) this.open()
    else this.wait()
  }

  private wait(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.knock(), Math.min(SLOWEST, 400 * 2 ** this.tries++))
  }

  private open(): void {
    const hello = this.hello()
    const socket = host.connect(hello.type === 'hello' ? hello.table : '')
    this.socket = socket
    this.expectReply(socket)
    socket.onopen = () => {
      this.heard()
      this.tries = 0
      this.link = 'open'
      server.isLineLost = false
      this.expectReply(socket)
      socket.send(JSON.stringify(this.hello()))
      if (this.last) socket.send(JSON.stringify(this.last))
      clearInterval(this.heart)
      this.heart = setInterval(() => this.send({ type: 'ping' }), HEARTBEAT)
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.socket) return
      this.heard()
      this.receive(JSON.parse(event.data) as ServerMessage)
    }
    socket.onclose = () => this.lost(socket)
  }

  private lost(socket: Line): void {
    if (socket !== this.socket || this.link === 'closed') return
    this.socket = null
    this.heard()
    clearInterval(this.heart)
    this.link = 'lost'
    server.isLineLost = true
    this.wait()
  }
}
