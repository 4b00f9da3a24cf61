/** The player's rating in puzzles: the server has it if the player has a page of their own, else this browser keeps it. */
import type { PuzzleEntry, PuzzleRating } from '@/protocol/types'
import { load, save } from '@/settings/storage'

const NEW: PuzzleRating = { value: 1200, deviation: 350 }
/** A rating is provisional while its deviation is greater: usually for the first ten to fifteen tries. */
const PROVISIONAL = 110

class Rating {
  private known = $state.raw<PuzzleRating | null>(load<PuzzleRating | null>('puzzle-rating', null))

  /** What the player has now, or would start with. */
  get now(): PuzzleRating {
    return this.known ?? NEW
  }

  /** Whether the player has tried anything that counts. */
  get isKnown(): boolean {
    return this.known !== null
  }

  get isProvisional(): boolean {
    return this.now.deviation > PROVISIONAL
  }

  learn(found: PuzzleRating): void {
    this.known = found
    save('puzzle-rating', found)
  }
}

export const rating = new Rating()

/** The puzzle to go on with: of those that were not tried the nearest to the rating, and easier while that is a guess. */
export function nextFor(
  own: PuzzleRating,
  puzzles: readonly PuzzleEntry[],
  isTried: (id: string) => boolean,
): PuzzleEntry | null {
  const wanted = own.value - own.deviation / 2
  let best: PuzzleEntry | null = null
  for (const puzzle of puzzles)
    if (!isTried(puzzle.id) && (!best || Math.abs(puzzle.rating - wanted) < Math.abs(best.rating - wanted)))
      best = puzzle
  return best
}
