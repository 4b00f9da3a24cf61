/** What people read here. One place, so that translations can follow. */

/** Words as they stand. */
export const WORDS = {
  action: 'Action',
  answerFirst: 'answer first',
  any: 'any',
  everythingIsPlayed: 'everything is played',
  inYourHand: 'in your hand',
  minion: 'Minion',
  theGameIsOverNote: 'the game is over',
  unusedPlays: { minion: 'minion play', action: 'action play' },
  yourSpecials: 'Your Specials in this window',
  deck: 'deck',
  discard: 'discard',
  endTurn: 'End turn',
  left: 'left',
  noCardsInHand: 'No cards in hand.',
  replay: 'Replay',
  talent: 'Talent',
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

/** Words with names and numbers in them. */
export const TOLD = {
  at: (base: string): string => `at ${base}`,
  extra: (kind: string): string => `Extra ${kind}`,
  from: (card: string): string => `from ${card}`,
  inPlayAt: (base: string): string => `in play at ${base}`,
  powerAtMost: (power: number): string => `power ${power} at most`,
  turnOf: (name: string): string => `${name}’s turn`,
  whose: (name: string): string => `${name}’s`,
  unused: (plays: string): string => `${plays} unused`,
}
