/** The course of a game, read from its log: turns, scorings, and who had how many points when. */
import type { GameView, LogLineView } from '@/protocol/types'
import { spots } from '@/game/view'

export interface TurnSpan {
  turn: number
  player: number
  /** The number of answers at which it began, and at which the next one did. */
  from: number
  to: number
}

export interface ScoringMark {
  step: number
  turn: number
  base: string
  /** Points by player that were gained until the next scoring or turn. */
  gains: { player: number; vp: number }[]
}

export interface Point {
  step: number
  values: number[]
}

export function turnsOf(log: readonly LogLineView[], steps: number): TurnSpan[] {
  const starts = log.filter((line) => line.kind === 'turn')
  return starts.map((line, i) => ({
    turn: line.turn,
    player: line.player,
    from: line.after,
    to: starts[i + 1]?.after ?? steps,
  }))
}

/** The turn in progress after a number of answers; null before the first. */
export function turnAt(turns: readonly TurnSpan[], step: number): TurnSpan | null {
  return turns.findLast((turn) => turn.from <= step) ?? null
}

/** Where the turn before or after begins; the beginning and the end of the game are such places too. */
export function nextTurn(turns: readonly TurnSpan[], step: number, by: -1 | 1, steps: number): number {
  const starts = [0, ...turns.map((turn) => turn.from), steps]
  return by > 0 ? (starts.find((start) => start > step) ?? steps) : (starts.findLast((start) => start < step) ?? 0)
}

/** The points that a line gives to a player. */
export function vpOf(line: LogLineView): number {
  return line.kind === 'vp' ? (line.number ?? 0) : 0
}

export function scoringsOf(log: readonly LogLineView[]): ScoringMark[] {
  const found: ScoringMark[] = []
  let open: ScoringMark | null = null
  for (const line of log) {
    if (line.kind === 'score') {
      const base = line.parts.find((part) => typeof part === 'object' && part.base !== undefined)
      open = { step: line.after, turn: line.turn, base: typeof base === 'object' ? base.name : '', gains: [] }
      found.push(open)
    } else if (line.kind === 'turn') open = null
    const vp = vpOf(line)
    if (!open || vp === 0) continue
    const known = open.gains.find((gain) => gain.player === line.player)
    if (known) known.vp += vp
    else open.gains.push({ player: line.player, vp })
    if (line.kind === 'vp') open.step = Math.max(open.step, line.after)
  }
  return found
}

/** The base at which the last thing of a step happened, if it is still there; null if it was about none. */
export function baseAt(log: readonly LogLineView[], step: number, view: GameView): number | null {
  const at = spots(view)
  for (const line of log.filter((other) => other.after === step).toReversed()) {
    for (const part of line.parts) {
      if (typeof part !== 'object') continue
      const base = part.base ?? (part.card === undefined ? undefined : at.get(part.card)?.base.id)
      if (base !== undefined && view.bases.some((other) => other.id === base)) return base
    }
  }
  return null
}

/** Everybody's points after each answer that changed them, from the start on. */
export function vpCourse(log: readonly LogLineView[], players: number): Point[] {
  const now = Array.from({ length: players }, () => 0)
  const course: Point[] = [{ step: 0, values: [...now] }]
  for (const line of log) {
    const vp = vpOf(line)
    if (vp === 0 || line.player < 0) continue
    now[line.player]! += vp
    const last = course.at(-1)!
    if (last.step === line.after) last.values = [...now]
    else course.push({ step: line.after, values: [...now] })
  }
  return course
}

/** Every how many turns one is named under the line, so that the numbers have room. */
export function labelEvery(turns: number, width: number): number {
  const room = Math.max(1, Math.floor(width / 34))
  return [1, 2, 5, 10, 20, 50].find((every) => turns / every <= room) ?? 100
}
