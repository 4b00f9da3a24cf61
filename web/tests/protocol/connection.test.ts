import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** What of a browser the modules need when they are loaded. */
const browser = vi.hoisted(() => {
  const window = new EventTarget()
  const page = Object.assign(new EventTarget(), { hidden: false })
  Object.assign(globalThis, {
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    document: page,
    location: { protocol: 'http:', host: 'example' },
  })
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true })
  return { window, page }
})

import { Connection } from '@/protocol/connection.svelte'
import { server } from '@/protocol/server-status.svelte'

/** A socket that is open at once, and hears nothing unless a test says something. */
class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: string[] = []
  onopen: () => void = () => undefined
  onclose: () => void = () => undefined
  onmessage: (event: { data: string }) => void = () => undefined

  constructor() {
    FakeSocket.all.push(this)
  }

  accept(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen()
  }

  send(text: string): void {
    this.sent.push((JSON.parse(text) as { type: string }).type)
  }

  say(type: string): void {
    this.onmessage({ data: JSON.stringify({ type }) })
  }

  close(): void {
    this.readyState = 3
    this.onclose()
  }
}

const last = (): FakeSocket => FakeSocket.all.at(-1)!
let connection: Connection
let heard: string[]

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  heard = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }))
  connection = new Connection(
    () => ({ type: 'ping' }),
    (message) => heard.push(message.type),
  )
  last().accept()
  last().say('state')
})

afterEach(() => {
  connection.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a connection that dies without a word', () => {
  it('is given up 8 seconds after an answer that nothing follows', async () => {
    connection.send({ type: 'answer', number: 3, picks: [0] } as Parameters<Connection['send']>[0])
    await vi.advanceTimersByTimeAsync(7900)
    expect(connection.link).toBe('open')
    await vi.advanceTimersByTimeAsync(200)
    expect(connection.link).toBe('lost')
    expect(server.isLineLost).toBe(true)
    await vi.advanceTimersByTimeAsync(500)
    expect(FakeSocket.all).toHaveLength(2)
    last().accept()
    expect(connection.link).toBe('open')
    expect(server.isLineLost).toBe(false)
    expect(last().sent).toEqual(['ping', 'answer']) // hello, and the answer again
  })

  it('is given up when a ping brings nothing', async () => {
    await vi.advanceTimersByTimeAsync(20000)
    expect(last().sent.at(-1)).toBe('ping')
    await vi.advanceTimersByTimeAsync(8100)
    expect(connection.link).toBe('lost')
  })

  it('is kept as long as anything arrives', async () => {
    for (let i = 0; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(20000)
      last().say('pong')
    }
    expect(FakeSocket.all).toHaveLength(1)
    expect(connection.link).toBe('open')
  })

  it('is tried at once when the browser is online again or the page is looked at', async () => {
    for (const event of [
      () => browser.window.dispatchEvent(new Event('online')),
      () => browser.page.dispatchEvent(new Event('visibilitychange')),
    ]) {
      const before = last().sent.length
      event()
      expect(last().sent.slice(before)).toEqual(['ping'])
      last().say('pong')
    }
    await vi.advanceTimersByTimeAsync(9000)
    expect(connection.link).toBe('open')
  })

  it('says nothing late: what an old line brings is dropped', async () => {
    const old = last()
    await vi.advanceTimersByTimeAsync(29000)
    const before = heard.length
    old.say('state')
    expect(heard).toHaveLength(before)
  })
})
