/** The recap of what happened since the player's turn: marks on the board, and steps to go through. */
import type { GameView } from '@/protocol/types'
import { settings } from '@/settings/settings.svelte'
import type { TableModel } from './table.svelte'
import { goneSince, numbersOf, sinceLine, stepsSince, type Gone, type RecapStep } from './changes'

export class Recap {
  isOpen = $state(false)
  at = $state(0)
  /** Something came while nobody looked. */
  isUnseen = false
  /** The position at the end of the own turn, where this browser had not seen it. */
  private found = $state.raw<{ from: number; view: GameView } | null>(null)
  /** Since when the marks are gone, because one has acted. */
  private acted = $state(-1)

  constructor(private readonly table: TableModel) {}

  from = $derived.by(() =>
    this.table.me === null || this.table.isReadOnly ? this.table.log.length : sinceLine(this.table.log, this.table.me),
  )
  steps: RecapStep[] = $derived.by(() =>
    this.table.me === null ? [] : stepsSince(this.table.log, this.from, this.table.me),
  )
  step: RecapStep | null = $derived(this.isOpen ? (this.steps[this.at] ?? null) : null)
  private before: GameView | null = $derived.by(() => {
    if (this.found?.from === this.from) return this.found.view
    return this.table.history.hasSeen(this.from)
      ? (this.table.history.moments.find((moment) => moment.lines > this.from)?.view ?? null)
      : null
  })
  private isMarked = $derived.by(
    () => this.steps.length > 0 && (this.isOpen || (this.table.asked !== null && this.acted !== this.from)),
  )
  private upTo = $derived(this.isOpen ? this.at + 1 : this.steps.length)
  /** The numbers that a card carries. */
  numbers: Map<number, number[]> = $derived(this.isMarked ? numbersOf(this.steps, this.upTo) : new Map())
  /** The numbers of the lines of the log. */
  lines: Map<number, number> = $derived(
    this.isMarked ? new Map(this.steps.map((step) => [step.first, step.number])) : new Map(),
  )
  private gone: Gone[] = $derived.by(() =>
    this.isMarked && this.table.view ? goneSince(this.before, this.table.view, this.steps, this.upTo) : [],
  )
  /** The base that the step is about. */
  base: number | null = $derived.by(() => {
    if (!this.step) return null
    return (
      this.step.base ??
      this.step.cards
        .map((card) => this.table.spots.get(card)?.base.id ?? this.gone.find((other) => other.card.id === card)?.base)
        .find((base) => base !== undefined) ??
      null
    )
  })

  goneFrom(base: number, player: number): Gone[] {
    return this.gone.filter((other) => other.base === base && other.card.controller === player)
  }

  /** What a base's power was, if it is another now. */
  was(base: number, now: number): number | null {
    const before = this.isMarked ? this.before?.bases.find((other) => other.id === base)?.pressure : undefined
    return before === undefined || before === now ? null : before
  }

  /** Whether it shall come up by itself: more than one thing happened, and nobody looked. */
  get isWanted(): boolean {
    const { view } = this.table.state ?? {}
    return (
      settings.recap &&
      this.isUnseen &&
      !this.table.filter &&
      this.table.asked !== null &&
      view?.turn_player === this.table.me &&
      this.acted !== this.from &&
      this.steps.length > 1
    )
  }

  get canOpen(): boolean {
    return !this.isOpen && this.steps.length > 0 && !this.table.isReadOnly && !this.table.filter
  }

  async open(): Promise<void> {
    if (!this.canOpen) return
    this.isUnseen = false
    this.isOpen = true
    if (!this.before && this.from < this.table.log.length) {
      const { from } = this
      void this.table.history.momentAt(from).then((moment) => {
        if (moment) this.found = { from, view: moment.view }
      })
    }
    await this.go(0)
  }

  async go(to: number): Promise<void> {
    if (to < 0 || to >= this.steps.length) return
    this.at = to
    const moment = await this.table.history.momentAt(this.steps[to]!.index)
    if (this.isOpen && this.at === to && moment) this.table.history.moment = moment
    if (this.base !== null) this.table.screen.frontBase = this.base
  }

  close(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.table.history.moment = null
    this.table.noteSeen()
  }

  /** Marks fade with one's first play. */
  act(): void {
    this.close()
    this.isUnseen = false
    this.table.noteSeen()
    if (this.table.state?.view?.turn_player === this.table.me) this.acted = this.from
  }
}
