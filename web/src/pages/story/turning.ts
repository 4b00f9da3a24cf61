/** The turns that decided a game: those after which somebody's chance was much lower. */
import type { AnalysisMoment, BotMove } from '@/protocol/types'

export interface TurningPoint {
  /** The decision before the fall. */
  step: number
  turn: number
  /** Whose decision it was. */
  mover: number
  /** Whose chance fell. */
  player: number
  from: number
  to: number
}

const MOST = 5
const LEAST = 0.08

export function turningPoints(moments: readonly AnalysisMoment[]): TurningPoint[] {
  const falls = moments.flatMap((moment, i) => {
    const next = moments[i + 1]
    if (!next || moment.player < 0 || next.player < 0) return []
    const drops = moment.chances.map((chance, player) => ({ player, from: chance, to: next.chances[player] ?? chance }))
    const worst = drops.toSorted((a, b) => b.from - b.to - (a.from - a.to))[0]
    return worst && worst.from - worst.to >= LEAST
      ? [{ step: moment.step, turn: moment.turn, mover: moment.player, ...worst }]
      : []
  })
  return falls
    .toSorted((a, b) => b.from - b.to - (a.from - a.to))
    .slice(0, MOST)
    .toSorted((a, b) => a.step - b.step)
}

/** How far the chance of a move may be off: its standard error, which analyses of older versions lack. */
export function errorOf(move: BotMove): number {
  const chance = Math.min(0.95, Math.max(0.05, move.chance ?? 0.5))
  return move.error ?? Math.sqrt((chance * (1 - chance)) / Math.max(1, move.tries))
}

/** How much worse a move is than the best one: 0 if the difference may be chance, null if it was not judged. */
export function costOf(move: BotMove, best: BotMove): number | null {
  if (move.chance === null || best.chance === null) return null
  const cost = best.chance - move.chance
  return cost > Math.hypot(errorOf(move), errorOf(best)) ? cost : 0
}

export interface Mistake {
  moment: AnalysisMoment
  played: BotMove
  better: BotMove
  cost: number
}

const MISTAKES = 3

/** The answers of a player that cost the most, the worst first. */
export function mistakesOf(moments: readonly AnalysisMoment[], player: number): Mistake[] {
  const found = moments.flatMap((moment) => {
    const [better] = moment.moves
    const played = moment.moves.find((move) => move.played)
    const cost = better && played && moment.player === player ? (costOf(played, better) ?? 0) : 0
    return better && played && cost >= SLIGHT ? [{ moment, played, better, cost }] : []
  })
  return found.toSorted((a, b) => b.cost - a.cost).slice(0, MISTAKES)
}

/** Less than this is no mistake. */
const SLIGHT = 0.02

export type Standing = 'won' | 'far ahead' | 'ahead' | 'even' | 'behind' | 'far behind' | 'lost'

/** From which odds on, against those of an equal share, a standing is called so (natural logarithms). */
const STANDINGS: [number, Standing][] = [
  [2.6, 'won'],
  [1.3, 'far ahead'],
  [0.35, 'ahead'],
  [-0.35, 'even'],
  [-1.3, 'behind'],
  [-2.6, 'far behind'],
]

/** A chance to win in words. With three players a third is even. */
export function standingOf(chance: number, players: number): Standing {
  const odds = Math.log(Math.max(1e-6, chance) / Math.max(1e-6, 1 - chance)) + Math.log(Math.max(1, players - 1))
  return STANDINGS.find(([least]) => odds >= least)?.[1] ?? 'lost'
}
