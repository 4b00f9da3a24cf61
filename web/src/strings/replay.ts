/** Texts of the replay. */
import { list } from './names'

export const REPLAY = {
  title: 'Basebash: replay',
  lookBack: 'Basebash: looking back',
  none: 'No replay here',
  toTheTables: 'To the tables',
  lookingUp: 'Looking it up …',
  thatDidNotWork: 'That did not work.',
  replay: 'Replay',
  chance: 'Chance to win',
  points: 'Victory points',
  toTheStart: 'To the start',
  toTheEnd: 'To the end',
  back: 'Back',
  step: 'Step',
  play: 'Play',
  pause: 'Pause',
  speed: 'Speed',
  speeds: [
    [0.5, '½', 'Half speed'],
    [1, '1×', 'Speed 1'],
    [2, '2×', 'Speed 2'],
    [4, '4×', 'Speed 4'],
  ] as const,
  turnBefore: 'Turn before',
  nextTurn: 'Next turn',
  keyBefore: 'Shift ←',
  keyNext: 'Shift →',
  turn: (turn: number): string => `Turn ${turn}`,
  start: 'Start',
  stepOf: (step: number, of: number): string => `step ${step} of ${of}`,
  nextPoint: 'Next turning point',
  more: 'More',
  rest: 'Analysis, log, hands',
  link: 'Share this moment',
  shared: (names: readonly string[]): string => `Basebash: ${list([...names])}`,
  seenBy: 'Seen by',
  allOpen: 'all hands open',
  toTheGame: 'Back to the game',
  about: 'About this moment',
  close: 'Close',
  falls: (mover: string, name: string): string =>
    mover === name ? `${name} loses ground` : `${mover} moves, ${name} loses ground`,
  botLine: 'A hard bot:',
  tabs: { analysis: 'Analysis', race: 'Race', log: 'Log', hands: 'Hands' },
  handOf: (name: string): string => `Hand of ${name}`,
  empty: 'empty',
}

export const TIMELINE = {
  moment: 'Moment',
  said: (turn: number, name: string, step: number, of: number): string =>
    `Turn ${turn}, ${name}, step ${step} of ${of}`,
  before: (step: number, of: number): string => `Before the first turn, step ${step} of ${of}`,
  now: (title: string): string => `${title} at this moment`,
  scored: (base: string, gains: string[]): string =>
    `${base} scored: ${gains.length > 0 ? list(gains) : 'nobody gained anything'}`,
  gain: (name: string, vp: number): string => `${name} ${vp} VP`,
  inTurn: (turn: number, told: string): string => `Turn ${turn}, ${told}`,
}

export const PLAY_ON = {
  button: 'Play on from here',
  title: 'Play on from here',
  how: 'A new table against bots, from this position. What you could not have known is dealt again; the game counts for no statistics.',
  as: 'You play',
  bots: 'The bots are',
  start: 'Play on',
  levels: [
    ['easy', 'Easy'],
    ['normal', 'Normal'],
    ['hard', 'Hard'],
    ['adaptive', 'Adaptive'],
  ] as const,
  name: (turn: number): string => `Played on from turn ${turn}`,
}
