/** The scene of a base that scores: which of its steps is on screen, and what has been paid so far. */
import type { Scored } from './scoring'

export const STEPS = ['breaks', 'places', 'points', 'discards', 'base'] as const
export type Step = (typeof STEPS)[number]

/** Where the stage is; null: it fills the board. */
export interface StagePlace {
  left: number
  top: number
  width: number
  height: number
}

export class ScoringScene {
  shown = $state.raw<Scored | null>(null)
  step = $state<Step>('breaks')
  place = $state.raw<StagePlace | null>(null)
  /** The VP that have reached the race, by player, while the position on screen is still the one before. */
  paid = $state.raw<readonly number[]>([])
  /** The share of the usual time that its motions take. */
  tempo = $state(1)
  /** Nothing moves: only the result is on screen, and nobody waits for it. */
  isStill = $state(false)
  /** Somebody pressed a key or clicked: the end of the scene is shown at once. */
  isCut = false
  /** Where the stage of a base goes: the page that shows the table knows. */
  measure: (base: number) => StagePlace | null = () => null
  private timer: ReturnType<typeof setTimeout> | undefined

  /** The base that the stage shows in its stead; -1 for none. */
  get staged(): number {
    return this.shown && !this.isStill && this.step !== 'base' ? this.shown.base.id : -1
  }

  begin(scored: Scored, place: StagePlace | null, tempo: number): void {
    clearTimeout(this.timer)
    this.isCut = false
    this.isStill = false
    this.place = place
    this.tempo = tempo
    this.paid = []
    this.shown = scored
  }

  /** A player's points have arrived. */
  pay(player: number, vp: number): void {
    if (!this.shown) return
    const paid = [...this.paid]
    for (let at = paid.length; at <= player; at++) paid.push(0)
    paid[player] = vp
    this.paid = paid
  }

  payAll(scored: Scored): void {
    for (const { player, vp } of scored.awards) this.pay(player, vp)
  }

  /** The result alone, for a while or until somebody presses a key or clicks. */
  showStill(scored: Scored, milliseconds: number): void {
    if (milliseconds === 0) return
    this.begin(scored, this.measure(scored.base.id), 0)
    this.isStill = true
    this.step = 'points'
    this.timer = setTimeout(() => this.end(), milliseconds)
  }

  /** The position after the scoring is on screen, with another base. */
  clear(): void {
    this.paid = []
    this.step = 'base'
  }

  cut(): void {
    this.isCut = true
    if (this.isStill) this.end()
  }

  end(): void {
    clearTimeout(this.timer)
    this.shown = null
    this.isStill = false
    this.paid = []
  }
}
