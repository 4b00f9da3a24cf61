/** What has changed since one's last turn: the log as numbered steps, and the marks they leave on the board. */
import { sentence } from './log'
import type { CardInPlay, GameView, LogLineView } from '@/protocol/types'
import { vpOf } from '@/pages/replay/timeline'
import { spots, type Spot } from './view'
import { RECAP } from '@/strings/story'

export interface RecapStep {
  number: number
  /** Its line in the log, and the last of those that followed from it. */
  first: number
  index: number
  player: number
  text: string
  /** What followed from it, in a few words. */
  more: string
  name: string
  /** The cards that it is about. */
  cards: number[]
  base: number | null
  kind: string
}

/** A card that was at a base and is not there any more. */
export interface Gone {
  card: CardInPlay
  base: number
  number: number
  what: string
}

const DEEDS = new Set(['play', 'talent', 'use', 'uncover', 'duel'])
/** What gets a number of its own. */
const STEPS = new Set([
  ...DEEDS,
  'draw',
  'score',
  'destroy',
  'move',
  'return',
  'control',
  'transfer',
  'swap',
  'to top',
  'to bottom',
  'shuffle in',
  'box',
  'bury',
  'counters',
  'counters off',
  'new base',
  'replace base',
  'destroy base',
  'extra turn',
  'win',
])
const SAID = 3

/** The line at which the turn after the viewer's last one began; the first turn, if they have had none. */
export function sinceLine(log: readonly LogLineView[], me: number): number {
  const turns = log.flatMap((line, index) => (line.kind === 'turn' ? [{ index, player: line.player }] : []))
  // Whoever is playing now: their own turn that has just begun is not the last one.
  const past = turns.at(-1)?.player === me ? turns.slice(0, -1) : turns
  const mine = past.findLastIndex((turn) => turn.player === me)
  return past[mine + 1]?.index ?? log.length
}

/** The cards a line is about: what is played or used, or what something happened to, without what did it. */
export function aboutCards(line: LogLineView): number[] {
  const cards = line.parts.flatMap((part) => (typeof part === 'object' && part.card !== undefined ? [part.card] : []))
  if (DEEDS.has(line.kind)) return cards.slice(0, 1)
  return cards.length > 1 ? cards.slice(1) : cards
}

function nameIn(line: LogLineView): string {
  const part = line.parts.find((other) => typeof other === 'object' && other.player === undefined)
  return typeof part === 'object' ? part.name : ''
}

function baseIn(line: LogLineView): number | null {
  const part = line.parts.find((other) => typeof other === 'object' && other.base !== undefined)
  return typeof part === 'object' ? (part.base ?? null) : null
}

/** What others did, up to the viewer's own turn. */
export function stepsSince(log: readonly LogLineView[], from: number, me: number): RecapStep[] {
  const steps: RecapStep[] = []
  const turn = log.findLastIndex((line) => line.kind === 'turn')
  const until = log[turn]?.player === me ? turn : log.length
  log.slice(from, Math.max(from, until)).forEach((line, i) => {
    const said = sentence(line, me)
    const last = steps.at(-1)
    if (line.text && STEPS.has(line.kind) && !(line.kind === 'draw' && line.player === me)) {
      steps.push({
        number: steps.length + 1,
        first: from + i,
        index: from + i,
        player: line.player,
        text: said,
        more: '',
        name: nameIn(line),
        cards: aboutCards(line),
        base: baseIn(line),
        kind: line.kind,
      })
    } else if (last && vpOf(line) !== 0 && last.more.split('. ').length <= SAID)
      last.more += `${last.more && '. '}${said}`
    // The position of a step is that after all that followed from it.
    if (last && steps.at(-1) === last) last.index = from + i
  })
  return steps
}

/** What a player did themselves, and the scorings, in order. */
export function deedsOf(log: readonly LogLineView[], me: number): Pick<RecapStep, 'number' | 'text' | 'cards'>[] {
  const told = log.filter(
    (line) =>
      line.text &&
      ((DEEDS.has(line.kind) && line.player === me) ||
        line.kind === 'score' ||
        (line.kind === 'vp' && line.player === me)),
  )
  return told.map((line, i) => ({
    number: i + 1,
    text: sentence(line, me),
    cards: DEEDS.has(line.kind) ? aboutCards(line) : [],
  }))
}

/** Numbers by card, up to a step; once, also where the log names a card twice. */
export function numbersOf(steps: readonly RecapStep[], upTo: number): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const step of steps.slice(0, upTo))
    for (const card of new Set(step.cards)) found.set(card, [...(found.get(card) ?? []), step.number])
  return found
}

/** What has left its base, and why, if a step tells. */
export function goneSince(before: GameView | null, now: GameView, steps: readonly RecapStep[], upTo: number): Gone[] {
  if (!before) return []
  const here = spots(now)
  const bases = new Set(now.bases.map((base) => base.id))
  const isGone = ({ card, base, host }: Spot): boolean =>
    host === null && card.kind !== 'titan' && bases.has(base.id) && here.get(card.id)?.base.id !== base.id
  return [...spots(before).values()].filter(isGone).flatMap(({ card, base }) => {
    const step = steps.slice(0, upTo).findLast((other) => other.cards.includes(card.id))
    return step ? [{ card, base: base.id, number: step.number, what: RECAP.what[step.kind] ?? RECAP.left }] : []
  })
}
