/** What happens in several steps and deserves a stage of its own, as the log tells it. */
import type { Link, LogLineView } from './protocol'

export interface Scene {
  /** The number of the line that it begins with. */
  id: string
  kind: 'duel' | 'clash' | 'coin' | 'draft'
  title: string
  icon: string
  steps: string[]
  /** Which of the steps it has come to. */
  at: number
  /** The cards that face each other, or that lie open. */
  sides: string[]
  winners: string[]
  coins: string[]
  lines: LogLineView[]
}

const DUEL = ['Named', 'Laid', 'Turned up', 'Result']
const AT: Record<string, number> = { duel: 0, 'duel laid': 1, 'duel bare': 1, 'duel shown': 2, 'duel won': 3, 'duel stopped': 3 }

function namesIn(line: LogLineView): string[] {
  return line.parts.filter((part): part is Link => typeof part === 'object' && part.card !== undefined).map((part) => part.name)
}

/** The scene that is on: one that has not ended, or one that came with the last thing that happened (from line `since` on). */
export function sceneOf(log: readonly LogLineView[], since: number): Scene | null {
  const duel = log.findLastIndex((line) => line.kind === 'duel')
  const end = log.findLastIndex((line) => line.kind === 'duel won' || line.kind === 'duel stopped')
  if (duel >= 0 && (end < duel || end >= since)) {
    const lines = log.slice(duel).filter((line) => line.kind in AT)
    const result = lines.find((line) => line.kind === 'duel won')
    const at = lines.reduce((step, line) => Math.max(step, AT[line.kind] ?? 0), 0)
    return { id: `duel ${duel}`, kind: 'duel', title: 'Duel', icon: 'crossed-swords', steps: DUEL, at, sides: namesIn(log[duel]!).slice(0, 2), winners: result ? namesIn(result) : [], coins: [], lines }
  }
  const treasures = log.findLastIndex((line) => line.kind === 'treasures')
  const offered = treasures < 0 ? [] : namesIn(log[treasures]!)
  const taken = treasures < 0 ? [] : log.slice(treasures).filter((line) => line.kind === 'take treasure')
  if (treasures >= 0 && (taken.length < offered.length || treasures >= since) && log.length - treasures < 40) {
    return { id: `draft ${treasures}`, kind: 'draft', title: 'Treasures', icon: 'locked-chest', steps: [], at: 0, sides: offered, winners: [], coins: [], lines: taken }
  }
  const news = log.slice(since)
  const clash = news.findLast((line) => line.kind === 'clash')
  if (clash) return { id: `clash ${since}`, kind: 'clash', title: 'Clash of titans', icon: 'crossed-swords', steps: [], at: 0, sides: namesIn(clash), winners: namesIn(clash).slice(0, 1), coins: [], lines: [clash] }
  const flips = news.filter((line) => line.kind === 'flip' || line.kind === 'turn coin')
  if (flips.length === 0) return null
  const coins = flips.map((line) => (/: heads/.test(line.text) ? 'heads' : 'tails'))
  return { id: `coin ${since}`, kind: 'coin', title: flips.length > 1 ? 'Coins' : 'A coin', icon: 'two-coins', steps: [], at: 0, sides: [], winners: [], coins, lines: flips }
}
