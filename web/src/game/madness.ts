/** What Madness cards cost at the end. */
import type { LogLineView } from '@/protocol/types'

/** Every two cost a point. */
export function madnessCost(cards: number): number {
  return Math.floor(cards / 2)
}

export interface Reckoned {
  player: number
  /** The points before, how many cards and where, what they cost. */
  points: number
  cards: number
  where: string
  cost: number
  final: number
}

/** How Madness was counted at the end, by the standings; nothing if the game had none. */
export function reckoning(log: readonly LogLineView[], standings: readonly (readonly [number, number])[]): Reckoned[] {
  const lines = log.filter((line) => line.kind === 'reckon')
  if (lines.length === 0) return []
  return standings.map(([player, final]) => {
    const line = lines.find((other) => other.player === player)
    const cards = line?.number ?? 0
    const cost = madnessCost(cards)
    return { player, points: final + cost, cards, where: line?.detail ?? '', cost, final }
  })
}
