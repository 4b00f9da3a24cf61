/** How far a game without a server is on its way. */
import { site } from './site'

class Startup {
  /** Nothing to start, because there is a server; downloading; starting Python; ready; or failed for a reason. */
  phase = $state<'none' | 'download' | 'start' | 'ready' | 'failed'>(site ? 'start' : 'none')
  bytes = $state(0)
  reason = $state('')
  readonly total = site?.bytes ?? 0
  /** Whether games are stored; false if the browser forbids it. */
  isStored = $state(true)
}

export const startup = new Startup()
