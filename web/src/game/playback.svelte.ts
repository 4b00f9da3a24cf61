/** Playback: shows what the server sends one state after the other, at the pace that the player has chosen. */
import type { GameEvent, State } from '@/protocol/types'
import { settings } from '@/settings/settings.svelte'

/** Shows what happened between two states; resolves when the next one may be shown. */
export type Animator = (next: State, change: () => Promise<void>) => Promise<void>

/** How long something that others do stays on screen, in milliseconds. */
const PACE_MS = { slow: 2000, normal: 900, fast: 250, step: 0 }
/** How long animations take, as a share of their usual time. */
const TEMPO = { slow: 1, normal: 1, fast: 0.4, step: 1 }
/** The same for scenes, which slow players want to read. */
const SCENE_TEMPO = { slow: 1.6, normal: 1, fast: 0.4, step: 1 }
/** How long a step of a replay stays on screen at normal speed, in milliseconds. */
const REPLAY_STEP_MS = 900
/** Points take longer to read. */
const SCORING_FACTOR = 1.5
/** The part of an animation that counts as time to read, in milliseconds. */
const MAX_ANIMATION_CREDIT_MS = 400
const POLL_MS = 40
const BEAT_POLL_MS = 16
/** With more states than this waiting, scenes are left out. */
const MAX_QUEUED_FOR_SCENES = 3
/** With more states than this waiting, they are shown without animation. */
const MAX_ANIMATED = 12

/** A replay that is faster than this is shown without animation. */
const MAX_ANIMATED_SPEED = 2

const WITHOUT_ANIMATION: Animator = (_next, change) => change()

/** What playback needs to know of the table. */
export interface PlaybackContext {
  readonly isReadOnly: boolean
  /** An earlier moment is on screen, so animations would show nothing. */
  readonly isLookingBack: boolean
  apply(state: State): void
  /** Nothing may move: puts a state on screen, and shows the result of what would be a scene. */
  still(next: State, change: () => Promise<void>): Promise<void>
  /** Others did this: it stays on screen until it has been read. */
  showing(events: readonly GameEvent[]): void
  /** Everything has been shown. */
  finished(): void
}

export class Playback {
  isBusy = $state(false)
  isPaused = $state(false)
  /** The next state waits until this one has been read. */
  isHolding = $state(false)
  /** The speed of a replay. */
  speed = $state(1)
  private animator: Animator = WITHOUT_ANIMATION
  private queue: State[] = []
  private isStepDone = false
  private isHurried = false

  constructor(private readonly table: PlaybackContext) {}

  /** The table is on screen now, which shows what happens with this animator. */
  enter(animator: Animator): void {
    this.animator = animator
  }

  /** The table has left the screen: nothing is shown, so nothing that comes waits to be seen. */
  leave(): void {
    this.animator = WITHOUT_ANIMATION
    if (this.isBusy) this.skip()
  }

  /** Whether everything that waits is being shown at once. */
  get isSkipping(): boolean {
    return this.isHurried || this.speed > MAX_ANIMATED_SPEED
  }

  /** How long an animation takes at the chosen pace, as a share of its usual time. */
  get tempo(): number {
    return TEMPO[settings.pace]
  }

  /** The share of the usual time that scenes take; 0 leaves them out. */
  get sceneTempo(): number {
    if (this.isSkipping || this.queue.length > MAX_QUEUED_FOR_SCENES) return 0
    return this.table.isReadOnly ? 1 / this.speed : SCENE_TEMPO[settings.pace]
  }

  get isIdle(): boolean {
    return !this.isBusy && this.queue.length === 0
  }

  push(state: State): void {
    this.queue.push(state)
    void this.drain()
  }

  /** Waits until the player had time to read what others did, or has asked to go on. */
  async hold(events: readonly GameEvent[], animatedMs: number): Promise<void> {
    const isScoring = events.some((event) => event.kind === 'score' || event.kind === 'vp')
    const start = performance.now() - Math.min(animatedMs, MAX_ANIMATION_CREDIT_MS)
    this.isStepDone = false
    this.isHolding = true
    this.table.showing(events)
    const isOver = (): boolean => {
      if (this.isHurried || this.isStepDone) return true
      const elapsed = performance.now() - start
      if (this.table.isReadOnly) return elapsed >= REPLAY_STEP_MS / this.speed
      if (this.isPaused || settings.pace === 'step') return false
      return elapsed >= PACE_MS[settings.pace] * (isScoring ? SCORING_FACTOR : 1)
    }
    while (!isOver()) await new Promise((resume) => setTimeout(resume, POLL_MS))
    this.isHolding = false
  }

  /** Waits for a part of a scene: while paused it stands, and at the step pace it waits to be asked on. */
  async beat(milliseconds: number, isCut: () => boolean): Promise<void> {
    let elapsed = 0
    let last = performance.now()
    this.isStepDone = false
    this.isHolding = true
    const isStepped = settings.pace === 'step' && !this.table.isReadOnly
    while (!isCut() && !this.isSkipping && !this.isStepDone && (isStepped || elapsed < milliseconds)) {
      await new Promise((resume) => setTimeout(resume, BEAT_POLL_MS))
      const now = performance.now()
      if (!this.isPaused) elapsed += now - last
      last = now
    }
    this.isHolding = false
  }

  togglePause(): void {
    if (this.isBusy) this.isPaused = !this.isPaused
  }

  nextStep(): void {
    if (this.isHolding) this.isStepDone = true
  }

  /** Shows everything that waits at once. */
  skip(): void {
    this.isPaused = false
    this.isHurried = true
  }

  private async drain(): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        const state = next
        await this.currentAnimator()(state, async () => this.table.apply(state))
      }
    } finally {
      this.isBusy = false
      this.isPaused = false
      this.isHurried = false
    }
    this.table.finished()
  }

  private currentAnimator(): Animator {
    if (this.isHurried || document.hidden || this.table.isLookingBack || this.queue.length > MAX_ANIMATED)
      return WITHOUT_ANIMATION
    return settings.moves ? this.animator : this.table.still.bind(this.table)
  }
}
