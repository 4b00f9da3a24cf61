/** The log: merging what arrives, grouping it by turn, and a picture for each kind of line. */
import type { LogLineView } from '@/protocol/types'

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
const LEADING = new Set([
  'play',
  'talent',
  'use',
  'uncover',
  'duel',
  'score',
  'draw',
  'win',
  'tie',
  'draft',
  'mulligan',
  'reshuffle',
  'extra turn',
])

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

/** How many things somebody did, without what followed from them. */
export function countMoves(lines: readonly LogLineView[]): number {
  return lines.filter((line) => line.text && LEADING.has(line.kind)).length
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
    if (line.kind !== 'vp' || line.player !== player || line.number === undefined) return []
    const source = line.parts.find((part) => typeof part === 'object' && part.player === undefined)
    return [
      {
        turn: line.turn,
        amount: line.number,
        from: typeof source === 'object' ? source.name : '',
      },
    ]
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
  'no effect': 'cancel',
  ban: 'cancel',
  'duel power': 'biceps',
  'clash power': 'biceps',
  use: 'power-lightning',
  swap: 'card-exchange',
  clash: 'crossed-swords',
  box: 'cardboard-box',
  bury: 'dig-dug',
  uncover: 'dig-dug',
  carry: 'dig-dug',
  'discard buried': 'card-discard',
  store: 'stack',
  stasis: 'hourglass',
  thaw: 'hourglass',
  'counters off': 'upgrade',
  'counters moved': 'upgrade',
  'draw from': 'card-draw',
  'to supply': 'stack',
  'supply shuffled': 'cycle',
  monster: 'spiked-dragon-head',
  treasures: 'locked-chest',
  'take treasure': 'locked-chest',
  reckon: 'tentacles-skull',
  duel: 'crossed-swords',
  'duel laid': 'card-play',
  'duel bare': 'chat-bubble',
  'duel shown': 'eyeball',
  'duel won': 'trophy-cup',
  'duel stopped': 'cancel',
  flip: 'two-coins',
  'turn coin': 'two-coins',
}

export function lineIcon(kind: string): string {
  return ICONS[kind] ?? 'info'
}

/** Whether a line may leave its subject to the heading: nothing that somebody else did stands between. */
export function isFollowed(turn: Turn, at: number): boolean {
  const before = turn.rows[at - 1]
  return !before || before.line.player === turn.player || before.line.player < 0
}

/** A line without its subject, if the heading names the player anyway: "plays Tiki on Island Peak". */
export function withoutSubject(parts: LogLineView['parts'], heading: number): LogLineView['parts'] {
  const [first, second, ...rest] = parts
  if (
    typeof first === 'object' &&
    first.player !== undefined &&
    first.player === heading &&
    typeof second === 'string' &&
    second.startsWith(' ')
  ) {
    return [second.slice(1), ...rest]
  }
  return parts
}

const IRREGULAR: Record<string, string> = {
  has: 'have',
  is: 'are',
  was: 'were',
  does: 'do',
  goes: 'go',
  'doesn’t': 'don’t',
  'does not': 'do not',
}

/** "plays" to "play", for a subject that is "you". */
function secondPerson(verb: string): string {
  if (IRREGULAR[verb]) return IRREGULAR[verb]
  if (/(ss|sh|ch|x|zz)es$/.test(verb)) return verb.slice(0, -2)
  if (/ies$/.test(verb)) return `${verb.slice(0, -3)}y`
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb
}

/** A line as the viewer reads it: who they are is "you", with the verb that goes with it; what is theirs is "your". */
export function toldTo(parts: LogLineView['parts'], me: number | null): LogLineView['parts'] {
  const isMe = (part: LogLineView['parts'][number] | undefined): boolean =>
    me !== null && typeof part === 'object' && part.player === me
  return parts.map((part, i) => {
    const next = parts[i + 1]
    if (typeof part === 'object') {
      if (!isMe(part)) return part
      const you = typeof next === 'string' && /^[’']s\b/.test(next) ? 'your' : 'you'
      return { ...part, name: i === 0 ? `Y${you.slice(1)}` : you }
    }
    if (!isMe(parts[i - 1])) return part
    if (/^[’']s\b/.test(part)) return part.slice(2)
    return part.replace(
      /^( now)? ([a-z’]+)/,
      (_, now: string | undefined, verb: string) => `${now ?? ''} ${secondPerson(verb)}`,
    )
  })
}

/** The same as one sentence. */
export function sentence(line: LogLineView, me: number | null): string {
  return toldTo(line.parts, me)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('')
}

/** What an undo would take back, in words: what was decided, and how many lines followed from it. */
export function takenBack(
  log: readonly LogLineView[],
  keep: number,
  player: number,
  me: number | null,
): { deed: string; followed: LogLineView[] } {
  const lines = log.filter((line) => line.after > keep && line.text && !HIDDEN.has(line.kind))
  const deed = lines.find((line) => line.player === player) ?? lines[0]
  return { deed: deed ? `${sentence(deed, me)}.` : '', followed: lines.filter((line) => line !== deed) }
}

export type Piece = string | (Exclude<LogLineView['parts'][number], string> & { tail: string })

/** A line in which what follows a name without a space, as a comma, stays with it: no line breaks between them. */
export function glued(parts: LogLineView['parts']): Piece[] {
  return parts.map((part, i) => {
    if (typeof part === 'string') return typeof parts[i - 1] === 'object' ? part.replace(TAIL, '') : part
    const next = parts[i + 1]
    return { ...part, tail: typeof next === 'string' ? (TAIL.exec(next)?.[0] ?? '') : '' }
  })
}

const TAIL = /^[^\s]+/
