/** The turns that decided a game: where somebody's chance fell most. */
import type { AnalysisMoment } from '../lib/protocol'

export interface TurningPoint {
  /** The decision before the fall. */
  step: number
  turn: number
  player: number
  from: number
  to: number
}

const MOST = 5
const LEAST = 0.08

export function turningPoints(moments: readonly AnalysisMoment[]): TurningPoint[] {
  const falls = moments.flatMap((moment, i) => {
    const next = moments[i + 1]
    if (!next || moment.player < 0) return []
    const drops = moment.chances.map((chance, player) => ({ player, from: chance, to: next.chances[player] ?? chance }))
    const worst = drops.toSorted((a, b) => b.from - b.to - (a.from - a.to))[0]
    return worst && worst.from - worst.to >= LEAST ? [{ step: moment.step, turn: moment.turn, ...worst }] : []
  })
  return falls.toSorted((a, b) => b.from - b.to - (a.from - a.to)).slice(0, MOST).toSorted((a, b) => a.step - b.step)
}

export function percent(chance: number): number {
  return Math.round(chance * 100)
}
