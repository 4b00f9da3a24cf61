/** What people read here. One place, so that translations can follow. */

/** Words as they stand. */
export const WORDS = {
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
