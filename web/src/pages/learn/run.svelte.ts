/** Several puzzles in a row: a streak ends with the first mistake, a storm with the time. */
import type { PuzzleEntry } from '@/protocol/types'
import { load, save } from '@/settings/storage'
import { PUZZLE_RUN } from '@/strings/learn'
import { progress } from './puzzles.svelte'

export type RunKind = 'streak' | 'storm'

export const STORM_SECONDS = 300
/** How many puzzles of each level a streak has before it gets harder. */
const PER_LEVEL = 3
const LAST_LEVEL = 5
/** A storm has nothing that takes minutes. */
const STORM_LEVEL = 3

/**
 * The puzzles of a run, in order: of each level first those that were not tried. `chance`: numbers from 0 to 1.
 */
export function orderOf(
  kind: RunKind,
  puzzles: readonly PuzzleEntry[],
  isTried: (id: string) => boolean,
  chance: () => number,
): PuzzleEntry[] {
  const levels = Array.from({ length: LAST_LEVEL }, (_, i) =>
    puzzles
      .filter((puzzle) => puzzle.level === i + 1)
      .map((puzzle) => ({ puzzle, place: (isTried(puzzle.id) ? 1 : 0) + chance() }))
      .sort((one, other) => one.place - other.place)
      .map(({ puzzle }) => puzzle),
  )
  if (kind === 'streak')
    return [...levels.flatMap((some) => some.slice(0, PER_LEVEL)), ...levels.flatMap(rest).reverse()]
  const easy = levels.slice(0, STORM_LEVEL)
  const longest = Math.max(...easy.map((some) => some.length))
  return Array.from({ length: longest }, (_, i) => easy.flatMap((some) => some[i] ?? [])).flat()
}

function rest(some: PuzzleEntry[]): PuzzleEntry[] {
  return some.slice(PER_LEVEL)
}

export class Run {
  /** How many were solved so far. */
  solved = $state(0)
  isOver = $state(false)
  /** Seconds left in a storm. */
  left = $state(STORM_SECONDS)
  best = $state(0)
  private place = $state(0)
  private order: PuzzleEntry[]
  private until: number | null = null
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(
    readonly kind: RunKind,
    puzzles: readonly PuzzleEntry[],
  ) {
    this.best = load<Partial<Record<RunKind, number>>>('puzzle-runs', {})[kind] ?? 0
    this.order = orderOf(kind, puzzles, (id) => progress.of(id).tries > 0, Math.random)
  }

  get current(): PuzzleEntry | null {
    return this.order[this.place] ?? null
  }

  /** Starts the clock of a storm, once the first puzzle is on the table. */
  begin(): void {
    if (this.kind !== 'storm' || this.until !== null) return
    this.until = Date.now() + STORM_SECONDS * 1000
    this.timer = setInterval(() => this.tick(), 250)
  }

  /** Notes how a try ended. */
  note(result: 'solved' | 'failed'): void {
    if (this.isOver) return
    if (result === 'solved') this.solved++
    else if (this.kind === 'streak') this.end()
  }

  next(): void {
    this.place++
    if (this.current === null) this.end()
  }

  /** Stops the clock. */
  leave(): void {
    clearInterval(this.timer)
  }

  get text(): string {
    const solved = PUZZLE_RUN.solved(this.kind, this.solved)
    return this.kind === 'storm' && !this.isOver ? `${solved} · ${PUZZLE_RUN.left(this.left)}` : solved
  }

  private tick(): void {
    this.left = Math.max(0, Math.ceil(((this.until ?? 0) - Date.now()) / 1000))
    if (this.left === 0) this.end()
  }

  private end(): void {
    this.leave()
    this.isOver = true
    if (this.solved > this.best) {
      save('puzzle-runs', { ...load('puzzle-runs', {}), [this.kind]: this.solved })
    }
  }
}
