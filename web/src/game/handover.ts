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
  const isUndecided = models.some(
    (model) => model.isSent || model.playback.isBusy || (model.me !== null && model.me === model.view?.asked),
  )
  return isUndecided ? [] : models.map((_, at) => at)
}
