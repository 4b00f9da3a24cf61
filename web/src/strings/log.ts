/** What people read here. One place, so that translations can follow. */
import { plural } from './names'

/** Words as they stand. */
export const WORDS = {
  panels: { log: 'Log', chat: 'Chat', discards: 'Discards' },
  step: 'Step ',
  cardsInThePileLatest: 'Cards in the pile, latest first',
  empty: 'Empty.',
  gameLog: 'Game log',
  goToThisMoment: 'Go to this moment',
  lookAtThisMoment: 'Look at this moment',
  lookAtThisMomentIn: 'Look at this moment in the replay',
  message: 'Message',
  messages: 'Messages',
  nobodyHasSaidAnythingYet: 'Nobody has said anything yet.',
  saySomething: 'Say something',
  settingUp: 'Setting up',
  theseCardsDontComeBack: 'These cards don’t come back.',
  whatHappened: 'What happened',
  whatHappenedLatestLast: 'What happened, latest last',
  whoseDiscardPile: 'Whose discard pile',
  quickPhrases: 'Quick phrases',
  send: 'Send',
}

/** Words with names and numbers in them. */
export const TOLD = {
  bases: (count: number): string => `Bases ${count}`,
  box: (count: number): string => `Box ${count}`,
  goTo: (said: string): string => `Go to: ${said}`,
  lookAfter: (said: string): string => `Look at the moment after: ${said}`,
  replayFrom: (said: string): string => `Replay from: ${said}`,
  sinceYourTurn: (steps: number): string => `Since your turn: ${plural(steps, 'step')}`,
  turn: (turn: number): string => `Turn ${turn}`,
  turnNote: (turn: number): string => `turn ${turn}`,
}
