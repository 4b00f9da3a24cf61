/** What people read here. One place, so that translations can follow. */

/** Words as they stand. */
export const WORDS = {
  minus: 'minus ',
  nobody: 'nobody',
  pages: { tables: 'Tables', puzzles: 'Puzzles', cards: 'Cards', rules: 'Rules', learn: 'Learn', about: 'About' },
  pageNotLoaded: 'This page could not be loaded. The server may be away.',
  plus: 'plus ',
  serverAway: 'The server is away just now. Nothing is lost; this page goes on when it is back.',
  talent: { ready: 'talent ready', used: 'talent used', has: 'talent not usable now' },
  tryAgain: 'Try again',
  vp: 'VP',
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

/** Words with names and numbers in them. */
export const TOLD = {
  difficulty: (count: number): string => `difficulty ${count} of 5`,
  wordsUsedHere: (count: number): string => `Words used here (${count})`,
}
