/** Texts of this area, in one place for translation. */

/** Fixed texts. */
export const TEXT = {
  action: 'Action',
  any: 'any',
  finishNothingLeft: 'everything is played',
  inYourHand: 'in your hand',
  minion: 'Minion',
  finishGameOver: 'the game is over',
  unusedPlays: { minion: 'minion play', action: 'action play' },
  windowSpecials: 'Your Specials in this window',
  deck: 'deck',
  discard: 'discard',
  endTurn: 'End turn',
  left: 'left',
  handEmpty: 'No cards in hand.',
  talent: 'Talent',
  undoWithConsent: 'Take back, if the others agree',
  undoLabel: 'Take your last answer back',
  dockGameOver: 'The game is over',
  then: 'Then',
  undo: 'Undo',
  budgetTitle: 'What you can still do',
  handWatching: 'You are watching: hands stay hidden.',
  finishStillPlayable: 'You can still play',
  yourHand: 'Your hand',
  yourTurn: 'Your turn',
}

/** Texts with names or numbers in them. */
export const FORMAT = {
  at: (base: string): string => `at ${base}`,
  extra: (kind: string): string => `Extra ${kind}`,
  from: (card: string): string => `from ${card}`,
  inPlayAt: (base: string): string => `in play at ${base}`,
  powerAtMost: (power: number): string => `power ${power} at most`,
  pickedOf: (picked: number, all: number): string => `${picked} of ${all}`,
  turnOf: (name: string): string => `${name}’s turn`,
  whose: (name: string): string => `${name}’s`,
  unused: (plays: string): string => `${plays} unused`,
}
