/** What people read here. One place, so that translations can follow. */

/** Words as they stand. */
export const WORDS = {
  deck: 'deck',
  discard: 'discard',
  endTurn: 'End turn',
  left: 'left',
  noCardsInHand: 'No cards in hand.',
  replay: 'Replay',
  takeBackIfTheOthers: 'Take back, if the others agree',
  takeYourLastAnswerBack: 'Take your last answer back',
  theGameIsOver: 'The game is over',
  then: 'Then',
  undo: 'Undo',
  whatYouCanStillDo: 'What you can still do',
  youAreWatchingHandsStay: 'You are watching: hands stay hidden.',
  youCanStillPlay: 'You can still play',
  yourHand: 'Your hand',
  yourTurn: 'Your turn',
}
