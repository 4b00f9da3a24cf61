/**
 * Requests and lines over a port that only knows messages: a worker, or a channel to a friend's page. Both are known by
 * numbers.
 */
import type { Line } from '@/protocol/host'
import { PEER } from '@/strings/peer'
import type { Answer, Reply, Wish } from './messages'

class NumberedLine implements Line {
  readyState: number = WebSocket.CONNECTING
  onopen: Line['onopen'] = null
  onmessage: Line['onmessage'] = null
  onclose: Line['onclose'] = null

  constructor(
    private readonly say: (text: string) => void,
    private readonly leave: () => void,
  ) {}

  open(): void {
    if (this.readyState !== WebSocket.CONNECTING) return
    this.readyState = WebSocket.OPEN
    this.onopen?.(new Event('open'))
  }

  hear(data: string): void {
    if (this.readyState === WebSocket.OPEN) this.onmessage?.(new MessageEvent('message', { data }))
  }

  hungUp(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.onclose?.(new CloseEvent('close'))
  }

  send(text: string): void {
    this.say(text)
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.leave()
    this.hungUp()
  }
}

export interface TableRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string
  /** Whether a friend's page asks, and not this one. */
  isFriend?: boolean
}

/** The answer to a request that reaches nobody. */
export const GONE: Answer = { status: 503, type: 'application/json', body: JSON.stringify({ message: PEER.away }) }

export class NumberedPort {
  private readonly answers = new Map<number, (answer: Answer) => void>()
  private readonly lines = new Map<number, NumberedLine>()
  private isReady = false
  private count = 0

  constructor(private readonly send: (message: Wish) => void) {}

  request(request: TableRequest): Promise<Answer> {
    const id = this.count++
    const answered = new Promise<Answer>((resolve) => this.answers.set(id, resolve))
    this.send({ kind: 'request', id, ...request })
    return answered
  }

  connect(): Line {
    const number = this.count++
    const line = new NumberedLine(
      (text) => this.send({ kind: 'say', line: number, text }),
      () => {
        this.lines.delete(number)
        this.send({ kind: 'close', line: number })
      },
    )
    this.lines.set(number, line)
    this.send({ kind: 'open', line: number })
    if (this.isReady) queueMicrotask(() => line.open())
    return line
  }

  /** The other side is there: lines that were opened before count from now on. */
  begin(): void {
    this.isReady = true
    for (const line of this.lines.values()) line.open()
  }

  /** The other side is gone. */
  end(): void {
    this.isReady = false
    for (const line of [...this.lines.values()]) line.hungUp()
    this.lines.clear()
    for (const answer of this.answers.values()) answer(GONE)
    this.answers.clear()
  }

  receive(message: Reply): void {
    switch (message.kind) {
      case 'response':
        this.answers.get(message.id)?.(message)
        this.answers.delete(message.id)
        break
      case 'said':
        this.lines.get(message.line)?.hear(message.text)
        break
      case 'hung-up':
        this.lines.get(message.line)?.hungUp()
        this.lines.delete(message.line)
    }
  }
}
