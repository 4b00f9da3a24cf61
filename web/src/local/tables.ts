/** The worker that runs the tables: between the page and `basebash.browser.worker`. */
import type { PyodideAPI } from 'pyodide'
import { openDatabase, type Database } from './database'
import { Files } from './files'
import type { Answer, FromTables, Port, ToTables } from './messages'
import { startPython } from './python'
import type { Site } from './site'
import { Thinker } from './thinker'

/** `basebash.browser.worker.Bridge`. */
interface Bridge {
  request(method: string, path: string, headers: string, body: string, friend: string): Promise<string>
  connect(line: number, send: (text: string) => void, hangUp: () => void): void
  receive(line: number, text: string): void
  disconnect(line: number): void
}

interface BridgeModule {
  open_bridge(database: Database | null, run: Thinker['run'], settings: string): Promise<Bridge>
}

export async function runTables(site: Site, base: string, page: Port<FromTables, ToTables>): Promise<void> {
  const opened = open(site, base, page)
  // What the page says before the tables are there waits, in its order.
  page.onmessage = ({ data }) =>
    void opened.then(
      (bridge) => handle(bridge, data, page),
      () => undefined,
    )
  await opened.catch((error: unknown) => page.postMessage({ kind: 'failed', reason: String(error) }))
}

async function open(site: Site, base: string, page: Port<FromTables, ToTables>): Promise<Bridge> {
  const files = new Files(base, (bytes) => page.postMessage({ kind: 'progress', bytes }))
  const [database, python] = await Promise.all([
    openDatabase(),
    startPython(site, base, files, () => page.postMessage({ kind: 'starting' })),
  ])
  const thinker = new Thinker(site, base)
  const bridge = await worker(python).open_bridge(
    database,
    (job, seconds) => thinker.run(job, seconds),
    JSON.stringify(site.settings),
  )
  page.postMessage({ kind: 'ready', isStored: database !== null })
  thinker.start()
  return bridge
}

function worker(python: PyodideAPI): BridgeModule {
  return python.pyimport('basebash.browser.worker') as BridgeModule
}

async function handle(bridge: Bridge, message: ToTables, page: Port<FromTables, ToTables>): Promise<void> {
  switch (message.kind) {
    case 'request': {
      const { id, method, path, headers, body, isFriend } = message
      const friend = isFriend ? 'friend' : ''
      const answer = await bridge.request(method, path, JSON.stringify(headers), body, friend).then(
        (text) => {
          const [status, type, content] = JSON.parse(text) as [number, string, string]
          return { status, type, body: content }
        },
        (error: unknown): Answer => ({ status: 500, type: 'text/plain', body: String(error) }),
      )
      page.postMessage({ kind: 'response', id, ...answer })
      break
    }
    case 'open': {
      const { line } = message
      bridge.connect(
        line,
        (text) => page.postMessage({ kind: 'said', line, text }),
        () => page.postMessage({ kind: 'hung-up', line }),
      )
      break
    }
    case 'say':
      bridge.receive(message.line, message.text)
      break
    case 'close':
      bridge.disconnect(message.line)
  }
}
