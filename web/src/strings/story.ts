/** Texts of the story of a game, the recap, hints and the analysis. */
import type { Standing } from '@/pages/story/turning'
import { list, ordinal, plural } from './names'

/** How long something took. */
function lasted(seconds: number): string {
  if (seconds < 1) return 'under 1 s'
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

export const RECAP = {
  title: 'What happened since your turn',
  of: (step: number, count: number): string => `Step ${step} of ${count}.`,
  steps: 'Steps',
  step: (number: number, text: string): string => `Step ${number}: ${text}`,
  back: 'Back',
  next: 'Next',
  toMyTurn: 'To my turn',
  toNow: 'To now',
  esc: 'Esc',
  gone: 'Gone since your turn',
  mark: 'step ',
  marked: ', step ',
  markTitle: (number: number): string => `Step ${number} since your turn`,
  what: {
    destroy: 'destroyed',
    move: 'moved off',
    return: 'back to hand',
    'to top': 'on a deck',
    'to bottom': 'under a deck',
    'shuffle in': 'into a deck',
    box: 'in the box',
    bury: 'buried',
    swap: 'moved off',
    transfer: 'moved off',
  } as Record<string, string>,
  left: 'gone',
}

/** A chance to win in words. */
export const STANDING: Record<Standing, string> = {
  won: 'all but won',
  'far ahead': 'far ahead',
  ahead: 'ahead',
  even: 'even',
  behind: 'behind',
  'far behind': 'far behind',
  lost: 'all but lost',
}

/** From "ahead" to "behind"; a fall within one word says so. */
function fallen(from: Standing, to: Standing): string {
  return from === to ? `less and less ${STANDING[to]}` : `from ${STANDING[from]} to ${STANDING[to]}`
}

export const ANALYSIS = {
  looking: (done: number, of: number): string => `Looking at each turn: ${done} of ${of || '…'}`,
  progress: 'How far the analysis is',
  stop: 'Stop',
  how: 'A hard bot looks at every turn: who was ahead, where it turned, and what it would have done. It takes about a second a turn, when nobody else needs the bots.',
  howMine: 'A hard bot looks at each of your turns so far, with your eyes: how you stood, and what it would have done.',
  begin: 'Analyse this game',
  beginMine: 'Analyse my turns',
  goOn: (done: number, of: number): string => `Go on with the analysis (${done} of ${of})`,
  point: 'Turning point',
  fall: (name: string, from: Standing, to: Standing): string => `${name}: ${fallen(from, to)}`,
  would: 'What a hard bot would do here',
  over: 'The game is over here.',
  ask: 'What would a bot do here?',
  thinking: 'A bot is thinking …',
  notYours: 'While the game goes on, a bot looks only at your own decisions. Go to one of them.',
  notNow: 'This is the question that is open now: at the table you may ask for a hint.',
  noHints: 'Other people play in this game, so a bot says nothing about it until it is over.',
  onBoard: 'Shown on the board',
  bot: 'a hard bot',
  played: 'played',
  player: 'this player',
}

export const MOVES = {
  played: 'Played.',
  stands: (standing: Standing): string => STANDING[standing],
  /** How much worse than the best move it is, in chance to win. */
  worse: (cost: number): string =>
    cost === 0 ? 'too close to call' : cost < 0.04 ? 'a little worse' : cost < 0.12 ? 'worse' : 'much worse',
  notTried: 'not judged',
  none: 'There is nothing to choose here.',
  line: (count: number): string => `Its line, ${plural(count, 'step')}`,
  judged: (count: number): string =>
    `A bot judged this by ${plural(count, 'play-out')}; “too close to call” means that luck may explain the difference. `,
  saw: (whose: string): string => `It saw only what ${whose} saw.`,
  you: 'you',
}

export const HINT = {
  title: 'What would a bot do?',
  close: 'Close',
  thinking: 'A hard bot is thinking, with your eyes …',
}

export const STORY = {
  title: 'Basebash: the story of a game',
  won: (wins: string): string => `Basebash: ${wins}`,
  none: 'No story here',
  toTheTables: 'To the tables',
  lookingBack: 'Looking back …',
  label: 'The story of the game',
  turns: (table: string, turns: number, seconds: number | null): string =>
    [...(table ? [table] : []), plural(turns, 'turn'), ...(seconds === null ? [] : [lasted(seconds)])].join(', '),
  wins: (names: readonly string[]): string => `${list(names)} ${names.length > 1 ? 'share the win' : 'wins'}`,
  vp: ' victory points',
  byTurn: 'Victory points by turn',
  byTurnOf: (points: string): string => `Victory points by turn: ${points}`,
  toWin: (vp: number): string => `${vp} to win`,
  from: 'Where the points came from',
  places: [ordinal(1), ordinal(2), ordinal(3), 'by a card or rule'] as const,
  scored: 'bases scored',
  cards: 'cards played',
  destroyed: 'cards destroyed',
  card: 'Most valuable card',
  gained: (name: string, vp: number): string => `${name} gained ${plural(vp, 'point')} more with it than without.`,
  at: (turn: number, base: string): string => `Turn ${turn}${base ? `, ${base}` : ''}`,
  watch: 'Watch it',
  closest: 'Closest base',
  closestAt: (base: string, more: number, less: number): string => `${base}, ${more} to ${less}`,
  decided: (turn: number, power: number, vp: number, other: number): string =>
    `Turn ${turn}: ${power} power decided ${vp} VP against ${other}.`,
  withPower: (name: string, power: number): string => `${name}, ${power}`,
  points: (vp: number): string => `${vp} VP`,
  watchScore: 'Watch it score',
  biggest: 'Biggest turn',
  turnOf: (turn: number, name: string): string => `Turn ${turn}, ${name}`,
  inOne: (vp: number, seconds: number | null): string =>
    `${plural(vp, 'point')} in one turn, more than in any other${seconds === null ? '' : `; it took ${lasted(seconds)}`}.`,
  seconds: lasted,
  quickest: (name: string): string => `quickest turn, ${name}`,
  lost: (vp: number): string => `−${vp}`,
  lostBy: ' lost by a card or rule',
  point: 'Turning point',
  pointMark: 'turning point',
  fell: (name: string, from: Standing, to: Standing): string => `${name} went ${fallen(from, to)}.`,
  chances: (name: string): string => `Chances of ${name}, turn by turn`,
  seeBot: 'See a bot’s move',
  findPoint: 'Where did it turn?',
  findPointHow: 'An analysis of the game finds the turn that decided it, and your costliest mistakes.',
  mistakes: 'My mistakes',
  mistakesHow: 'The turns whose first play cost most, as a hard bot judges it with your eyes.',
  noMistakes: 'A hard bot found nothing clearly better than what you did at the start of your turns.',
  youPlayed: (move: string): string => `You: ${move}.`,
  better: (move: string): string => `Better: ${move}`,
  why: (why: string): string => (why ? `${why[0]!.toUpperCase()}${why.slice(1)}.` : ''),
  onBoard: 'Show it on the board',
  analyse: 'Analyse it',
  lobby: 'Lobby',
  after: (turns: number): string => `After ${plural(turns, 'turn')}.`,
  level: 'level on points, and on Madness too',
  tieBreak: 'level on points, but with less Madness',
  ahead: (points: number): string => `${plural(points, 'point')} ahead`,
  lastScoring: 'The last scoring',
  brought: (source: string, vp: number, turn: number, lead: string): string =>
    `${source} brought the last ${plural(vp, 'point')} in turn ${turn}: ${lead}.`,
}

export const SHARE = {
  title: 'Share picture',
  close: 'Close',
  won: 'Won',
  packs: (packs: readonly string[]): string => `${packs.length === 1 ? 'Pack' : 'Packs'}: ${list(packs)}`,
  points: (points: readonly number[]): string => points.join(' to '),
  turns: (turns: number, seconds: number | null): string =>
    `${plural(turns, 'turn')}${seconds === null ? '' : `, ${lasted(seconds)}`}`,
  names: 'Show names',
  toReplay: 'Link to the replay',
  copy: 'Copy link',
  copied: 'The link is copied.',
  save: 'Save picture',
}
