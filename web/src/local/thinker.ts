/** The worker that thinks for bots and replays games, so that the tables answer meanwhile: both of its sides. */
import { Files } from './files'
import type { FromThinker, Port, ToThinker } from './messages'
import { startPython } from './python'
import type { Site } from './site'

/** Bytes as Python passes them to JavaScript. */
interface PythonBytes {
  toJs(): Uint8Array
  destroy(): void
}

/** Its side in the worker of the tables. Only one job runs at a time; Python queues the others. */
export class Thinker {
  private worker: Worker | null = null
  private count = 0

  constructor(
    private readonly site: Site,
    private readonly base: string,
  ) {}

  start(): Worker {
    if (this.worker) return this.worker
    this.worker = new Worker(globalThis.location.href, { type: 'module' })
    this.worker.postMessage({ kind: 'think', site: this.site, base: this.base } satisfies ToThinker)
    return this.worker
  }

  /** Runs a job; nothing comes back if it takes longer than some seconds (0: any time). */
  run(encoded: PythonBytes, seconds: number): Promise<Uint8Array | undefined> {
    const worker = this.start()
    const id = this.count++
    const job = encoded.toJs()
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        worker.terminate()
        this.worker = null
      }
      const timer = seconds
        ? setTimeout(() => {
            stop()
            resolve(undefined)
          }, seconds * 1000)
        : undefined
      worker.onmessage = ({ data }: MessageEvent<FromThinker>) => {
        if (data.kind === 'done' && data.id !== id) return
        clearTimeout(timer)
        if (data.kind === 'done') resolve(data.result)
        else {
          stop()
          reject(new Error(data.reason))
        }
      }
      worker.postMessage({ kind: 'job', id, job } satisfies ToThinker)
    })
  }
}

/** Its side in its own worker. */
export async function think(site: Site, base: string, tables: Port<FromThinker, ToThinker>): Promise<void> {
  const ready = startPython(site, base, new Files(base, () => undefined), () => undefined).then(
    (python) => python.pyimport('basebash.browser.worker') as { think(job: Uint8Array): PythonBytes },
  )
  tables.onmessage = ({ data }) => {
    if (data.kind !== 'job') return
    const { id, job } = data
    ready
      .then((python) => {
        const found = python.think(job)
        const result = found.toJs()
        found.destroy()
        tables.postMessage({ kind: 'done', id, result })
      })
      .catch((error: unknown) => tables.postMessage({ kind: 'failed', reason: String(error) }))
  }
  await ready.catch(() => undefined)
}
