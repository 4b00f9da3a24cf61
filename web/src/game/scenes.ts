/** What happens in several steps and deserves a stage of its own, as the log tells it. */
import { signed } from '@/strings/names'
import { SCENE } from '@/strings/table'
import type { Link, LogLineView } from '@/protocol/types'

/** A line of a sum: what, and how much it adds or sets. */
export interface Addend {
  text: string
  amount: string
}

/** One of those that face each other, or a card that lies open. */
export interface Side {
  name: string
  card: number | null
  /** Whose it is, or who has taken it; -1 for nobody. */
  player: number
  sum: Addend[]
  total: number | null
  /** What was laid down for it: null while it lies face down. */
  laid: (string | null)[]
  isWinner: boolean
}

export interface Scene {
  /** The number of the line that it begins with. */
  id: string
  kind: 'duel' | 'clash' | 'coin' | 'draft'
  title: string
  icon: string
  /** The base or card it happens at, to stand beside. */
  at: number | null
  steps: readonly string[]
  /** Which of the steps it has come to. */
  step: number
  isOver: boolean
  sides: Side[]
  coins: ('heads' | 'tails')[]
  lines: LogLineView[]
}

const STEP: Record<string, number> = {
  duel: 0,
  'duel laid': 1,
  'duel bare': 1,
  'duel shown': 2,
  'duel power': 3,
  'duel won': 3,
  'duel stopped': 3,
}
/** Lines that are drawn, not told. */
const DRAWN = new Set(['duel', 'duel power', 'clash power'])

function cardsIn(line: LogLineView): Link[] {
  return line.parts.filter((part): part is Link => typeof part === 'object' && part.card !== undefined)
}

function baseIn(line: LogLineView): number | null {
  const found = line.parts.find((part): part is Link => typeof part === 'object' && part.base !== undefined)
  return found?.base ?? null
}

/** A sum line by line, as "Warbot 4", "Howl +2": the first part is the card's own power, if it is the printed one. */
export function sumOf(parts: readonly { text: string; amount: number; sets: boolean }[], name: string): Addend[] {
  return parts.map((part, i) => ({
    text: i === 0 && part.text === 'printed' ? name : part.text,
    amount: part.sets ? `= ${part.amount}` : i === 0 ? String(part.amount) : signed(part.amount),
  }))
}

function side(link: Link, about: Partial<Side> = {}): Side {
  return {
    name: link.name,
    card: link.card ?? null,
    player: -1,
    sum: [],
    total: null,
    laid: [],
    isWinner: false,
    ...about,
  }
}

function duelFrom(log: readonly LogLineView[], start: number, since: number): Scene | null {
  const rest = log.slice(start)
  const end = rest.findIndex((line) => line.kind === 'duel won' || line.kind === 'duel stopped')
  if (end >= 0 && start + end < since) return null
  const lines = rest.slice(0, end < 0 ? undefined : end + 1).filter((line) => line.kind in STEP)
  const first = log[start]!
  const won = lines.find((line) => line.kind === 'duel won')
  const [mine, theirs] = cardsIn(first)
  if (!mine || !theirs) return null
  const other = lines.find((line) => line.player >= 0 && line.player !== first.player)?.player ?? -1
  const sides = [mine, theirs].map((link, at) => {
    const player = at === 0 ? first.player : other
    const power = lines.find((line) => line.kind === 'duel power' && cardsIn(line)[0]?.card === link.card)
    const shown = lines
      .filter((line) => line.kind === 'duel shown' && line.player === player)
      .map((line) => cardsIn(line)[0]?.name ?? null)
    const laid = lines
      .filter((line) => line.kind === 'duel laid' && line.player === player)
      .map((_, i) => shown[i] ?? null)
    return side(link, {
      player,
      laid,
      sum: sumOf(power?.contributions ?? [], link.name),
      total: power?.number ?? null,
      isWinner: won !== undefined && cardsIn(won).some((card) => card.card === link.card),
    })
  })
  const step = lines.reduce((most, line) => Math.max(most, STEP[line.kind] ?? 0), 0)
  const told = lines.filter((line) => !DRAWN.has(line.kind))
  return {
    id: `duel ${start}`,
    kind: 'duel',
    title: SCENE.duelOf(mine.name, theirs.name),
    icon: 'crossed-swords',
    at: baseIn(first),
    steps: SCENE.duelSteps,
    step,
    isOver: end >= 0,
    sides,
    coins: [],
    lines: told,
  }
}

function clashFrom(log: readonly LogLineView[], since: number): Scene | null {
  const at = log.findLastIndex((line) => line.kind === 'clash')
  if (at < since) return null
  const line = log[at]!
  const powers = log.slice(Math.max(0, at - 2), at).filter((other) => other.kind === 'clash power')
  const [winner, ...losers] = cardsIn(line)
  if (!winner) return null
  const links = powers.length === 2 ? powers.map((power) => cardsIn(power)[0]!) : [winner, ...losers]
  const sides = links.map((link, i) =>
    side(link, {
      player: powers[i]?.player ?? -1,
      sum: sumOf(powers[i]?.contributions ?? [], link.name),
      total: powers[i]?.number ?? null,
      isWinner: link.card === winner.card,
    }),
  )
  const base = line.parts.find((part): part is Link => typeof part === 'object' && part.base !== undefined)
  return {
    id: `clash ${at}`,
    kind: 'clash',
    title: base ? SCENE.clashAt(base.name) : SCENE.clash,
    icon: 'crossed-swords',
    at: base?.base ?? null,
    steps: SCENE.clashSteps,
    step: 2,
    isOver: true,
    sides,
    coins: [],
    lines: [line],
  }
}

function draftFrom(log: readonly LogLineView[], since: number): Scene | null {
  const start = log.findLastIndex((line) => line.kind === 'treasures')
  if (start < 0) return null
  const taken = log.slice(start).filter((line) => line.kind === 'take treasure')
  const offered = cardsIn(log[start]!)
  if (taken.length >= offered.length && start < since) return null
  const taker = (link: Link): number =>
    taken.find((line) => cardsIn(line).some((card) => card.card === link.card))?.player ?? -1
  return {
    id: `draft ${start}`,
    kind: 'draft',
    title: SCENE.treasures,
    icon: 'locked-chest',
    at: baseIn(log[start]!),
    steps: [],
    step: 0,
    isOver: taken.length >= offered.length,
    sides: offered.map((link) => side(link, { player: taker(link) })),
    coins: [],
    lines: [],
  }
}

/** The current scene: one that has not ended, or one that came with the last event (from line `since` on). */
export function sceneOf(log: readonly LogLineView[], since: number): Scene | null {
  const start = log.findLastIndex((line) => line.kind === 'duel')
  const duel = start < 0 ? null : duelFrom(log, start, since)
  if (duel) return duel
  const draft = draftFrom(log, since)
  if (draft) return draft
  const clash = clashFrom(log, since)
  if (clash) return clash
  const flips = log.slice(since).filter((line) => line.kind === 'flip' || line.kind === 'turn coin')
  if (flips.length === 0) return null
  const coins: Scene['coins'] = []
  for (const line of flips) {
    if (line.kind === 'turn coin') coins.pop()
    coins.push(line.detail === 'heads' ? 'heads' : 'tails')
  }
  const by = flips.flatMap(cardsIn)[0]?.card ?? null
  return {
    id: `coin ${since}`,
    kind: 'coin',
    title: coins.length > 1 ? SCENE.coins(coins.length) : SCENE.coin,
    icon: 'two-coins',
    at: by,
    steps: [],
    step: 0,
    isOver: true,
    sides: [],
    coins,
    lines: flips,
  }
}
