/** Texts of this area, in one place for translation. */
import { plural } from './names'

/** Fixed texts. */
export const TEXT = {
  mute: 'Mute players',
  report: 'Report',
  reported: 'Reported',
  panels: { log: 'Log', chat: 'Chat', discards: 'Discards' },
  step: 'Step ',
  discardsTitle: 'Cards in the pile, latest first',
  empty: 'Empty.',
  gameLog: 'Game log',
  lineGoTo: 'Go to this moment',
  lineLookAt: 'Look at this moment',
  lineReplay: 'Look at this moment in the replay',
  message: 'Message',
  messages: 'Messages',
  chatEmpty: 'Nobody has said anything yet.',
  chatPlaceholder: 'Say something',
  settingUp: 'Setting up',
  boxNote: 'These cards don’t come back.',
  logTitle: 'What happened',
  logLabel: 'What happened, latest last',
  discardsWhose: 'Whose discard pile',
  chatPhrases: 'Quick phrases',
  send: 'Send',
}

/** Texts with names or numbers in them. */
export const FORMAT = {
  messageOf: (name: string): string => `the message of ${name}`,
  mute: (name: string): string => `Mute ${name}`,
  bases: (count: number): string => `Bases ${count}`,
  box: (count: number): string => `Box ${count}`,
  goTo: (said: string): string => `Go to: ${said}`,
  lookAfter: (said: string): string => `Look at the moment after: ${said}`,
  replayFrom: (said: string): string => `Replay from: ${said}`,
  sinceYourTurn: (steps: number): string => `Since your turn: ${plural(steps, 'step')}`,
  turn: (turn: number): string => `Turn ${turn}`,
  turnNote: (turn: number): string => `turn ${turn}`,
}
