/**
 * The host in a web worker of this page. The worker starts with the page; requests wait until it is ready. Tables in a
 * friend's browser are asked for there.
 */
import type { Host, Line } from '@/protocol/host'
import { openDatabase } from './database'
import { friend } from './friends/friend.svelte'
import { isFriendTable, noteFriendTable } from './friends/friend-tables'
import type { FromTables, ToTables } from './messages'
import { GONE, NumberedPort } from './numbered'
import type { Site } from './site'
import { startup } from './startup.svelte'

const CATALOGUE = '/api/catalogue'

export class LocalHost implements Host {
  readonly needsNetwork = false
  readonly isShared = false
  /** To the worker that runs the tables. */
  readonly port: NumberedPort
  private readonly worker: Worker

  constructor(private readonly site: Site) {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    this.worker.onmessage = (event: MessageEvent<FromTables>) => this.receive(event.data)
    this.worker.onerror = (event) => {
      startup.phase = 'failed'
      startup.reason = event.message
    }
    this.port = new NumberedPort((message) => this.send(message))
    this.send({ kind: 'start', site, base: document.baseURI })
  }

  async fetch(path: string, init: RequestInit): Promise<Response> {
    // What is printed on the cards is a file, so that it is there before Python is. Only Python knows the cards of packs.
    if (path === CATALOGUE && !(await hasPacks())) return fetch(new URL(this.site.files.catalogue, document.baseURI))
    // Before the first game: some browsers ask whether the page may keep things.
    if (init.method === 'POST' && path === '/api/tables') void navigator.storage?.persist?.()
    const headers = Object.fromEntries(
      [...new Headers(init.headers).entries()].map(([name, value]) => [name.toLowerCase(), value]),
    )
    const body = typeof init.body === 'string' ? init.body : ''
    const request = { method: init.method ?? 'GET', path, headers, body }
    const table = /^\/api\/tables\/([^/?]+)/.exec(path)?.[1]
    const isElsewhere = table !== undefined && isFriendTable(decodeURIComponent(table))
    const answer = isElsewhere ? ((await friend.request(request)) ?? GONE) : await this.port.request(request)
    return new Response(answer.body, { status: answer.status, headers: { 'Content-Type': answer.type } })
  }

  connect(table: string): Line {
    return isFriendTable(table) ? friend.connect() : this.port.connect()
  }

  follow(before: string, after: string): void {
    if (isFriendTable(before)) noteFriendTable(after)
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
        this.port.begin()
        break
      case 'failed':
        startup.phase = 'failed'
        startup.reason = message.reason
        break
      default:
        this.port.receive(message)
    }
  }
}

async function hasPacks(): Promise<boolean> {
  const database = await openDatabase()
  const found: unknown = database ? JSON.parse(await database.read('pack')) : []
  database?.close()
  return Array.isArray(found) && found.length > 0
}
