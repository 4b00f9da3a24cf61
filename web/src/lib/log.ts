/** The log: merging what arrives, grouping it by turn, and a picture for each kind of line. */
import type { LogLineView } from './protocol'

/** Lines before `from` are kept, those after it are forgotten: an undo takes lines back. */
export function mergeLog(known: readonly LogLineView[], from: number, lines: readonly LogLineView[]): LogLineView[] {
  return [...known.slice(0, from), ...lines]
}

export interface Row {
  line: LogLineView
  /** Its number in the whole log. */
  index: number
  isSub: boolean
}

export interface Turn {
  turn: number
  player: number
  rows: Row[]
}

const HIDDEN = new Set(['turn', 'phase'])
/** What a player does by themselves; everything else follows from something. */
const LEADING = new Set(['play', 'talent', 'score', 'draw', 'win', 'tie', 'draft', 'mulligan', 'reshuffle', 'extra turn'])

export function byTurn(log: readonly LogLineView[]): Turn[] {
  const turns: Turn[] = []
  log.forEach((line, index) => {
    let turn = turns.at(-1)
    if (!turn || line.kind === 'turn' || line.turn !== turn.turn) {
      turn = { turn: line.turn, player: line.kind === 'turn' ? line.player : (turn?.player ?? -1), rows: [] }
      turns.push(turn)
    }
    if (!HIDDEN.has(line.kind) && line.text) turn.rows.push({ line, index, isSub: !LEADING.has(line.kind) })
  })
  return turns.filter((turn) => turn.rows.length > 0 || turn === turns.at(-1))
}

/** What has happened since the last base began to score. */
function sinceScore(log: readonly LogLineView[]): readonly LogLineView[] {
  const start = log.findLastIndex((line) => line.kind === 'score')
  return start < 0 ? [] : log.slice(start)
}

/** Whether the base that scores has paid its prizes: what is asked then comes after scoring. */
export function arePrizesPaid(log: readonly LogLineView[]): boolean {
  return sinceScore(log).some((line) => line.kind === 'award')
}

/** Who has passed in the open window: since the base began to score, or since it paid. A Special starts it anew. */
export function passedSince(log: readonly LogLineView[]): number[] {
  const passed: number[] = []
  for (const line of sinceScore(log)) {
    if (line.kind === 'pass') passed.push(line.player)
    else if (line.kind === 'play' || line.kind === 'talent' || line.kind === 'award') passed.length = 0
  }
  return passed
}

export interface VpLine {
  turn: number
  amount: number
  /** The base or card that paid. */
  from: string
}

/** What a player has gained and lost, as the log tells it. */
export function vpLines(log: readonly LogLineView[], player: number): VpLine[] {
  return log.flatMap((line) => {
    const told = line.kind === 'vp' && line.player === player ? /(gains|loses) (\d+) VP/.exec(line.text) : null
    if (!told) return []
    const source = line.parts.find((part) => typeof part === 'object' && part.player === undefined)
    return [{ turn: line.turn, amount: (told[1] === 'gains' ? 1 : -1) * Number(told[2]), from: typeof source === 'object' ? source.name : '' }]
  })
}

const ICONS: Record<string, string> = {
  play: 'card-play',
  talent: 'power-lightning',
  destroy: 'death-skull',
  move: 'run',
  return: 'return-arrow',
  'to top': 'stack',
  'to bottom': 'stack',
  'shuffle in': 'cycle',
  'to hand': 'card-pick',
  control: 'puppet',
  transfer: 'swap-bag',
  power: 'upgrade',
  counters: 'upgrade',
  cancel: 'cancel',
  breakpoint: 'upgrade',
  'breakpoint set': 'upgrade',
  reshuffle: 'cycle',
  shuffle: 'cycle',
  draw: 'card-draw',
  discard: 'card-discard',
  reveal: 'eyeball',
  look: 'magnifying-glass',
  'look at hand': 'magnifying-glass',
  find: 'magnifying-glass',
  'put back': 'stack',
  'put back bottom': 'stack',
  vp: 'trophy-cup',
  award: 'laurel-crown',
  'new base': 'castle',
  'replace base': 'castle',
  'base to bottom': 'castle',
  'base to top': 'castle',
  'destroy base': 'crowned-explosion',
  score: 'crowned-explosion',
  scored: 'card-discard',
  pass: 'chat-bubble',
  mulligan: 'card-draw',
  draft: 'card-random',
  'extra turn': 'hourglass',
  spared: 'broken-shield',
  win: 'trophy-cup',
  tie: 'laurel-crown',
  chose: 'chat-bubble',
}

export function lineIcon(kind: string): string {
  return ICONS[kind] ?? 'info'
}

/** A line without its subject, if the heading names the player anyway: "plays Tiki on Island Peak". */
export function withoutSubject(line: LogLineView, heading: number): LogLineView['parts'] {
  const [first, second, ...rest] = line.parts
  if (typeof first === 'object' && first.player !== undefined && first.player === heading && typeof second === 'string' && second.startsWith(' ')) {
    return [second.slice(1), ...rest]
  }
  return line.parts
}
