/** The host in a web worker of this page. The worker starts with the page; requests wait until it is ready. */
import type { Host, Line } from '@/protocol/host'
import type { Answer, FromTables, ToTables } from './messages'
import type { Site } from './site'
import { startup } from './startup.svelte'

const CATALOGUE = '/api/catalogue'

class LocalLine implements Line {
  readyState: number = WebSocket.CONNECTING
  onopen: Line['onopen'] = null
  onmessage: Line['onmessage'] = null
  onclose: Line['onclose'] = null

  constructor(private readonly tell: (message: 'close' | string) => void) {}

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
    this.tell(text)
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.tell('close')
    this.hungUp()
  }
}

export class LocalHost implements Host {
  readonly needsNetwork = false
  readonly isShared = false
  private readonly worker: Worker
  private readonly answers = new Map<number, (answer: Answer) => void>()
  private readonly lines = new Map<number, LocalLine>()
  private isReady = false
  private count = 0

  constructor(private readonly site: Site) {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    this.worker.onmessage = (event: MessageEvent<FromTables>) => this.receive(event.data)
    this.worker.onerror = (event) => {
      startup.phase = 'failed'
      startup.reason = event.message
    }
    this.send({ kind: 'start', site, base: document.baseURI })
  }

  async fetch(path: string, init: RequestInit): Promise<Response> {
    // What is printed on the cards is a file, so that it is there before Python is.
    if (path === CATALOGUE) return fetch(new URL(this.site.files.catalogue, document.baseURI))
    const id = this.count++
    // Before the first game: some browsers ask whether the page may keep things.
    if (init.method === 'POST' && path === '/api/tables') void navigator.storage?.persist?.()
    const headers = Object.fromEntries(
      [...new Headers(init.headers).entries()].map(([name, value]) => [name.toLowerCase(), value]),
    )
    const body = typeof init.body === 'string' ? init.body : ''
    const answered = new Promise<Answer>((resolve) => this.answers.set(id, resolve))
    this.send({ kind: 'request', id, method: init.method ?? 'GET', path, headers, body })
    const answer = await answered
    return new Response(answer.body, { status: answer.status, headers: { 'Content-Type': answer.type } })
  }

  connect(): Line {
    const number = this.count++
    const line = new LocalLine((text) =>
      this.send(text === 'close' ? { kind: 'close', line: number } : { kind: 'say', line: number, text }),
    )
    this.lines.set(number, line)
    this.send({ kind: 'open', line: number })
    if (this.isReady) queueMicrotask(() => line.open())
    return line
  }

  private send(message: ToTables): void {
    this.worker.postMessage(message)
  }

  private receive(message: FromTables): void {
    switch (message.kind) {
      case 'progress':
        startup.phase = 'download'
        startup.bytes = message.bytes
        break
      case 'starting':
        startup.phase = 'start'
        break
      case 'ready':
        startup.phase = 'ready'
        startup.isStored = message.isStored
        this.isReady = true
        for (const line of this.lines.values()) line.open()
        break
      case 'failed':
        startup.phase = 'failed'
        startup.reason = message.reason
        break
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
