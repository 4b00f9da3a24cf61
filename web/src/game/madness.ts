/** Madness cards as everybody has seen them go to their holders; what they cost at the end. */
import type { Link, LogLineView } from '@/protocol/types'

const CARD = 'Madness'

function isMadness(part: LogLineView['parts'][number]): part is Link {
  return typeof part === 'object' && part.card !== undefined && part.name === CARD
}

function playerIn(line: LogLineView, at: number): number | undefined {
  const players = line.parts.filter((part): part is Link => typeof part === 'object' && part.player !== undefined)
  return players.at(at)?.player
}

/** How many a line speaks of: named ones, or "3 cards". */
function count(line: LogLineView): number {
  const named = line.parts.filter(isMadness).length
  if (named > 0) return named
  const told = / (a|\d+) cards?\b/.exec(line.text)?.[1]
  return told === undefined ? 0 : told === 'a' ? 1 : Number(told)
}

/** How many Madness cards each player holds, as far as the log tells everybody. */
export function madnessOf(log: readonly LogLineView[], players: number): number[] {
  const held = Array.from({ length: players }, () => 0)
  const add = (player: number | undefined, by: number): void => {
    if (player !== undefined && held[player] !== undefined) held[player] = Math.max(0, held[player] + by)
  }
  for (const line of log) {
    if (line.kind === 'draw from' && line.text.includes('Madness deck')) add(line.player, count(line))
    else if (line.kind === 'to supply' && line.text.includes('Madness deck'))
      add(line.player, -line.parts.filter(isMadness).slice(-1).length)
    else if (line.kind === 'to hand' && line.parts.some(isMadness)) {
      add(line.player, -1)
      add(playerIn(line, -1), 1)
    }
  }
  return held
}

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
    const cards = Number(/ has (\d+) Madness/.exec(line?.text ?? '')?.[1] ?? 0)
    const cost = madnessCost(cards)
    return { player, points: final + cost, cards, where: /: (.+)$/.exec(line?.text ?? '')?.[1] ?? '', cost, final }
  })
}
