/** Texts of this area, in one place for translation. */
import { plural } from './names'

/** Fixed texts. */
export const TEXT = {
  rulesPageTitle: 'Basebash: rules',
  firstRealGame: 'First real game',
  leave: 'Leave',
  lesson: 'Lesson',
  next: 'Next',
  lessonNowYou: 'Now you',
  lessonAgain: 'Once more',
  lessonPlay: 'Play a real game',
  failed: 'That did not work.',
  rulesGuidedGame: 'the guided first game',
  rulesIntro: 'The quickest way in is',
  rulesTitle: 'The rules, in short',
  rulesIntroEnd: '. This is what it teaches, to look up.',
  words: 'Words',
}

/** Texts with names or numbers in them. */
export const FORMAT = {
  another: (wanted: string): string => `A move of its own, but the lesson goes on with another: ${wanted}.`,
  lessonOf: (at: number, of: number): string => `Lesson ${at} of ${of}`,
}

export const PUZZLES = {
  title: 'Basebash: puzzles',
  puzzles: 'Puzzles',
  how: 'One position, one turn, one answer. Every card does what it does at the table.',
  goals: { win: 'Win this turn', gain: 'Gain the most', stop: 'Stop the scoring' },
  goal: (goal: 'win' | 'gain' | 'stop', target: number): string =>
    goal === 'gain' ? `Gain ${target} VP more than your rival` : PUZZLES.goals[goal],
  theme: 'Theme',
  anyTheme: 'Any theme',
  themes: { win: 'Win now', deny: 'Deny', combo: 'Combo', titan: 'Titan', sacrifice: 'Sacrifice' } as Record<
    string,
    string
  >,
  more: (count: number): string => `Show ${count} more`,
  streak: 'Streak',
  streakHow: 'One after the other, and each a little harder. The first mistake ends it.',
  storm: 'Storm',
  stormHow: 'As many as you can in five minutes.',
  runs: 'Several in a row',
  which: 'Which',
  all: (count: number): string => `All ${count}`,
  notSolved: 'Not solved',
  mySets: 'My sets',
  none: 'None of them.',
  solvedOf: (done: number, all: number): string => `${done} of ${all} solved`,
  withHint: 'with a hint',
  solved: 'solved',
  tries: (count: number): string => `go on, ${count} ${count === 1 ? 'try' : 'tries'}`,
  day: 'Puzzle of the day',
  left: (left: number, isBehind: boolean): string =>
    `${left > 0 ? `${left} to go` : 'It breaks'}, and you are ${isBehind ? 'behind' : 'ahead'}.`,
  have: (vp: number, of: number, hand: number): string => `You have ${vp} of ${of} VP and ${plural(hand, 'card')}.`,
  power: (base: string, mine: number, theirs: number, of: number): string =>
    `Power at ${base}: you ${mine}, rivals ${theirs}, of ${of}`,
  yourHand: 'your hand',
  solveIt: 'Solve it',
  solveAgain: 'Solved. Once more',
  share: (share: number): string => `${share} % at the first try`,
  ratingOf: (rating: number): string => `Rating ${rating}`,
  rating: 'Rating',
  ratingIs: (rating: number, isProvisional: boolean): string => `${Math.round(rating)}${isProvisional ? ' ?' : ''}`,
  noRating: 'none yet',
  aboutRating: 'What the rating means',
  aboutRatingHow: [
    'Your first try at a puzzle is a game between you and the puzzle. If you solve it without help, you win. Further tries do not count.',
    'You start at 1200. Against a puzzle with your rating you succeed in one of two first tries, against one 200 points lower in three of four.',
    'A question mark means that the rating is still a guess, so each try moves it a lot. After some 15 tries it settles.',
    'Puzzles are rated by the first tries of everybody with a personal page; before the first one, by the bots that solve them.',
  ],
  yours: 'Yours',
  yourSolved: 'Solved',
  of: (done: number, all: number): string => `${done} of ${all}`,
  first: 'At the first try',
  daysInARow: 'Days in a row',
  week: 'The puzzles of the day, this week',
  isDone: 'solved',
  isOpen: 'not solved',
  goOn: (title: string): string => `Go on: ${title}`,
  begin: (title: string): string => `Begin: ${title}`,
  remembered: 'Rivals pass whenever they are asked. What you have solved is remembered on this device.',
  counted:
    'For players with a personal page the server also stores their rating and whether their first tries succeeded; others see only the overall share and the ratings of the puzzles.',
}

export const PUZZLE = {
  title: (title: string): string => `Basebash: ${title}`,
  puzzle: 'Puzzle',
  none: 'No puzzle here',
  noSuch: 'There is no such puzzle.',
  toThePuzzles: 'To the puzzles',
  settingUp: 'Setting it up …',
  thatDidNotWork: 'That did not work.',
  onlyTheTable: 'In a puzzle only the table explains itself.',
  table: (title: string): string => `Puzzle: ${title}`,
  numberOf: (number: number, of: number): string => `Puzzle ${number} of ${of}`,
  solvedWith: (vp: number): string => `Solved: ${vp} VP`,
  solvedGain: 'Solved: nothing gains more',
  endTurn: 'End Play Cards',
  solvedStop: 'Solved: nobody gained anything',
  notYet: 'Not yet',
  result: 'Result',
  goOn: 'Go on',
  atFirst: 'At the first try.',
  after: (tries: number): string => `After ${tries} tries.`,
  share: (share: number): string => `${share} % solve it at the first.`,
  rated: (before: number, after: number): string => `Your rating: ${Math.round(before)} → ${Math.round(after)}.`,
  missed: (vp: number, of: number): string =>
    `The turn is over, and you have ${vp} of ${of}: ${of - vp > 0 ? `${plural(of - vp, 'point')} short` : 'but a rival has more'}.`,
  missedGain: (mine: number, theirs: number, target: number): string =>
    `You gained ${mine} VP and your rival ${theirs}. It takes ${target} more than your rival.`,
  mistakeEnd: (found: number, needed: number): string =>
    `The turn ended too early: you did ${found} of the ${needed} things that matter.`,
  mistake: (text: string): string => `Until “${text}” the solution was still possible.`,
  mistakeFirst: (text: string): string => `“${text}” already leads away from the solution.`,
  missedStop: (vp: number): string => `The turn is over, and a rival has gained ${vp} VP.`,
  missedWon: 'The turn is over, and a rival has won.',
  have: (vp: number, of: number): string => `You have ${vp} of ${of} victory points. End turn checks it.`,
  haveGain: 'A turn is best by at least 2 VP. End turn checks it.',
  haveStop: 'No rival may gain anything this turn. End turn checks it.',
  pass: ' Rivals pass.',
  line: 'The line',
  all: 'All puzzles',
  onceMore: 'Once more',
  next: (title: string): string => `Next: ${title}`,
  last: 'That was the last',
  undo: 'Undo last',
  hint: 'Hint',
  showMe: 'Show me',
  tryAgain: 'Try again',
  startOver: 'Start over',
}

export const PUZZLE_RUN = {
  solved: (kind: 'streak' | 'storm', count: number): string =>
    `${kind === 'storm' ? 'Storm' : 'Streak'}: ${count} solved`,
  left: (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`,
  over: (kind: 'streak' | 'storm', count: number): string =>
    `${kind === 'storm' ? 'The storm is over' : 'The streak is over'}: ${count} solved`,
  record: 'That is your best so far.',
  best: (count: number): string => `Your best: ${count}.`,
  again: 'Again',
  next: 'Next',
}
