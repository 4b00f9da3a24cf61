/** Whether the browser is offline, and whether the server can be reached. If not, it is asked every few seconds. */
import { onHeard } from './api'

const EVERY = 4000

class ServerState {
  isAway = $state(false)
  isOffline = $state(!navigator.onLine)
  /** Whether the connection to a table is lost and being opened again. */
  isLineLost = $state(false)
  private timer: ReturnType<typeof setInterval> | undefined

  constructor() {
    onHeard((isThere) => this.note(isThere))
    addEventListener('online', () => {
      this.isOffline = false
      void this.ask()
    })
    addEventListener('offline', () => (this.isOffline = true))
  }

  private note(isThere: boolean): void {
    if (this.isAway === !isThere) return
    this.isAway = !isThere
    clearInterval(this.timer)
    if (this.isAway) this.timer = setInterval(() => void this.ask(), EVERY)
  }

  async ask(): Promise<void> {
    this.note(
      await fetch('/healthz', { cache: 'no-store' }).then(
        (response) => response.ok,
        () => false,
      ),
    )
  }
}

export const server = new ServerState()

/** The page can be installed, and opens without the server. */
export function keepPage(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
