/** Looking back: the positions that were on screen, and earlier ones that the server can look up. */
import type { GameView, LogLineView, State } from '@/protocol/types'
import { toasts } from '@/effects/toasts.svelte'
import { TEXT } from '@/strings/common'

/** A position, and how many lines the log had then. */
export interface Moment {
  view: GameView
  lines: number
}

const MAX_MOMENTS = 600

export class History {
  moments = $state.raw<readonly Moment[]>([])
  /** The earlier moment that is on screen; null is now. */
  moment = $state.raw<Moment | null>(null)
  /** Looks up the position after a number of answers, where this browser has not seen it. */
  load: ((step: number) => Promise<State>) | null = null

  constructor(private readonly table: { readonly log: readonly LogLineView[] }) {}

  /** Remembers a position; those of lines that were taken back are forgotten. */
  record(view: GameView): void {
    const lines = this.table.log.length
    const before = this.moments.filter((moment) => moment.lines < lines).slice(-MAX_MOMENTS)
    this.moments = [...before, { view, lines }]
  }

  /** Shows the moment after a line of the log. */
  async jump(line: number): Promise<void> {
    const moment = await this.momentAt(line)
    if (moment) this.moment = moment.lines === this.table.log.length ? null : moment
  }

  /** Shows the present again. */
  now(): void {
    this.moment = null
  }

  /** The position after a line of the log. */
  async momentAt(line: number): Promise<Moment | undefined> {
    return this.hasSeen(line) ? this.moments.find((known) => known.lines > line) : this.lookUp(line)
  }

  canJump(line: number): boolean {
    return this.load !== null || this.hasSeen(line)
  }

  /** Whether this browser was connected when a line was written. */
  hasSeen(line: number): boolean {
    return (this.moments[0]?.lines ?? Infinity) <= line + 1
  }

  private async lookUp(line: number): Promise<Moment | undefined> {
    try {
      const state = await this.load?.(this.table.log[line]?.after ?? 0)
      return state?.view ? { view: state.view, lines: state.log.length } : undefined
    } catch (error) {
      toasts.say(error instanceof Error ? error.message : TEXT.failed, true)
      return undefined
    }
  }
}
