import type { State } from '@/protocol/types'

/** The next game, if everybody who plays has agreed to it. */
export function agreedRematch(state: State): string | null {
  const { over, seats } = state
  const people = seats.flatMap((seat, at) => (seat.kind === 'person' && !seat.resigned ? [at] : []))
  return over?.rematch && people.every((at) => over.wants?.includes(at)) ? over.rematch : null
}
