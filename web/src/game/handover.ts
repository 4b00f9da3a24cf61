/** Several people at one device: who gets it next. */
import type { TableModel } from './table.svelte'

/**
 * Which of the people on this device may get it next. Nobody while that is not known yet: an open question may answer
 * itself. Everybody while others play.
 */
export function expectedPlayers(models: readonly TableModel[], next: number | null): number[] {
  const wanted = models.findIndex((model) => model.question !== null)
  if (wanted >= 0) return [wanted]
  if (next !== null) return [next]
  const seats = models.map((model) => model.me)
  // States reach the seats one after the other: what any of them knows counts.
  const isUndecided = models.some((model) => {
    const asked = model.view?.asked ?? null
    return model.isSent || model.playback.isBusy || (asked !== null && seats.includes(asked))
  })
  return isUndecided ? [] : models.map((_, at) => at)
}
