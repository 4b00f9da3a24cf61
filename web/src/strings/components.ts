/** Texts of this area, in one place for translation. */
import { list } from './names'

/** Fixed texts. */
export const TEXT = {
  minus: 'minus ',
  nobody: 'nobody',
  pages: {
    tables: 'Tables',
    watch: 'Live',
    leagues: 'Leagues',
    puzzles: 'Puzzles',
    cards: 'Cards',
    rules: 'Rules',
    learn: 'Learn',
    about: 'About',
  },
  pageNotLoaded: 'This page could not be loaded. Try again in a moment.',
  plus: 'plus ',
  connectionLost: 'The connection is lost. Trying again; nothing that counted is lost.',
  offline: 'You are offline. Nothing is lost; the page continues once you are back.',
  starting: 'Starting the game …',
  gettingReady: 'Getting the game ready',
  notStored: 'This browser does not let the page store anything: your games end when you close it.',
  serverAway: 'The server is away just now. Nothing is lost; this page goes on when it is back.',
  talent: { ready: 'talent ready', used: 'talent used', has: 'talent not usable now' },
  tryAgain: 'Try again',
  vp: 'VP',
  glossaryAll: 'All words and rules',
  basebash: 'Basebash',
  breakpoint: 'breakpoint',
  close: 'Close',
  toastClose: 'Close the message',
  esc: 'Esc',
  glossarySearch: 'Find a word',
  talentHas: 'Has a talent',
  glossaryNone: 'No such word here.',
  power: 'power',
  prizes: 'Prizes:',
  settings: 'Settings',
  site: 'Site',
  talentReadyTitle: 'Talent: ready',
  talentUsedTitle: 'Talent: used this turn',
  navWaiting: 'waiting for you',
  navProfile: 'your page',
}

/** Texts with names or numbers in them. */
export const FORMAT = {
  /** Megabytes, once: afterwards the browser has them. */
  downloading: (bytes: number, total: number): string =>
    `Downloading the game, once: ${(bytes / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`,
  startFailed: (reason: string): string => `The game could not be started: ${reason.trim().split('\n').at(-1)}`,
  difficulty: (count: number): string => `difficulty ${count} of 5`,
  packsOfGame: (packs: readonly string[]): string =>
    `${packs.length === 1 ? 'Pack' : 'Packs'}: ${list(packs)}. Games with packs are not rated.`,
  fromPack: (packs: readonly string[]): string => `From the ${packs.length === 1 ? 'pack' : 'packs'} ${list(packs)}`,
  wordsUsedHere: (count: number): string => `Words used here (${count})`,
}
