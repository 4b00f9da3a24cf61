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

/** How far the chance of a move may be off, in per cent: one standard error of what its play-outs brought. */
export function errorOf(move: BotMove): number {
  const chance = move.chance ?? 0
  return Math.max(
    1,
    Math.round(100 * Math.sqrt((Math.max(0.05, chance) * Math.max(0.05, 1 - chance)) / Math.max(1, move.tries))),
  )
}

export function percent(chance: number): number {
  return Math.round(chance * 100)
}
