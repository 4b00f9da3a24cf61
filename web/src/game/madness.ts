/** How Madness cards were counted at the end. */
import type { LogLineView, PlayerView } from '@/protocol/types'

export interface Reckoned {
  player: number
  /** The points before, how many cards and where, what they cost. */
  points: number
  cards: number
  where: string
  cost: number
  final: number
}

/** How Madness was counted at the end, by the standings; nothing if it cost nobody anything. */
export function reckoning(
  players: readonly Pick<PlayerView, 'madness' | 'madness_cost'>[],
  log: readonly LogLineView[],
  standings: readonly (readonly [number, number])[],
): Reckoned[] {
  if (!players.some((player) => player.madness_cost)) return []
  return standings.map(([player, final]) => {
    const cost = players[player]?.madness_cost ?? 0
    const where = log.find((line) => line.kind === 'reckon' && line.player === player)?.detail ?? ''
    return { player, points: final + cost, cards: players[player]?.madness ?? 0, where, cost, final }
  })
}
