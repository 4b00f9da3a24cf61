/** Whether the browser is offline, and whether the server can be reached. If not, it is asked every few seconds. */
import { keepSite } from '@/local/updates'
import { onHeard } from './api'
import { host } from './host'

const EVERY = 4000
/** Milliseconds without a reply, after which a line is dead. */
export const SILENCE = 8000

class ServerState {
  isAway = $state(false)
  isOffline = $state(host.needsNetwork && !navigator.onLine)
  /** Whether the connection to a table is lost and being opened again. */
  isLineLost = $state(false)
  private timer: ReturnType<typeof setInterval> | undefined

  constructor() {
    onHeard((isThere) => this.note(isThere))
    addEventListener('online', () => {
      this.isOffline = false
      void this.ask()
    })
    addEventListener('offline', () => (this.isOffline = host.needsNetwork))
  }

  private note(isThere: boolean): void {
    if (this.isAway === !isThere) return
    this.isAway = !isThere
    clearInterval(this.timer)
    if (this.isAway) this.timer = setInterval(() => void this.ask(), EVERY)
  }

  /** Asks whether the server is there. A line that swallows the question is no answer. */
  async ask(): Promise<boolean> {
    const isThere = await host.fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(SILENCE) }).then(
      (response) => response.ok,
      () => false,
    )
    this.note(isThere)
    return isThere
  }
}

export const server = new ServerState()

/** The page can be installed, and opens without the server. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const kept = host.needsNetwork ? navigator.serviceWorker.register('/sw.js') : keepSite()
  kept.catch(() => undefined)
}
