/** What people read here. One place, so that translations can follow. */

/** Words as they stand. */
export const WORDS = {
  allWordsAndRules: 'All words and rules',
  basebash: 'Basebash',
  breakpoint: 'breakpoint',
  close: 'Close',
  closeTheMessage: 'Close the message',
  esc: 'Esc',
  findAWord: 'Find a word',
  hasATalent: 'Has a talent',
  noSuchWordHere: 'No such word here.',
  power: 'power',
  prizes: 'Prizes:',
  settings: 'Settings',
  site: 'Site',
  talentReady: 'Talent: ready',
  talentUsedThisTurn: 'Talent: used this turn',
  waitingForYou: 'waiting for you',
  yourPage: 'your page',
}
