/** Texts of this area, in one place for translation. */
import { plural } from './names'

/** Fixed texts. */
export const TEXT = {
  cards: 'Cards',
  cardsTitle: 'cards',
  aSpecial: 'a Special',
  aTalent: 'a talent',
  aboutTitle: 'About Basebash',
  actions: 'Actions',
  all: 'All',
  any: 'Any',
  anything: 'Anything',
  aboutPageTitle: 'Basebash: about',
  aboutUnofficial:
    'Basebash is an unofficial fan project. It is not affiliated with, endorsed by or connected to Alderac Entertainment Group (AEG). Smash Up and the names of its cards, bases and factions belong to their owners. None of the official art or card text is used: the drawings are icons, and every text is in our own words.',
  bases: 'Bases',
  iconsSource:
    ', by way of @iconify-json/game-icons. They are recoloured, and some are turned. Most are by Lorc and by Delapouite. By others are:',
  close: 'Close',
  collection: 'collection',
  esc: 'Esc',
  faction: 'Faction',
  fonts: 'Fonts',
  gameIconsNet: 'game-icons.net',
  has: 'Has',
  icons: 'Icons',
  aboutBuyIt: 'If you like the game, buy it: a table with friends and real cards is the real thing.',
  iconsAuthorsNote: 'keeps every icon in the folder of whoever made it.',
  kind: 'Kind',
  fontsText:
    'Lilita One © 2011 Juan Montoreano. Atkinson Hyperlegible Next © 2020–2024 its Project Authors. Both under the SIL Open Font License 1.1, by way of Fontsource.',
  minions: 'Minions',
  searchPlaceholder: 'Name or text',
  searchNone: 'No card is like that.',
  ongoing: 'Ongoing',
  power: 'Power',
  rulings: 'rulings',
  rulingsTitle: 'Rulings',
  search: 'Search',
  set: 'Set',
  dataText:
    'There are no accounts, no cookies and no trackers. Your name, your settings and the secret keys of your seats are kept in this browser. Whoever has the key of a seat can play it, so a shared computer shares your seats.',
  iconsAuthors: 'This list is what we have looked up. The',
  titans: 'Titans',
  under: ', under',
  unofficial: 'Unofficial',
  dataTitle: 'Your data',
}

/** Texts with names or numbers in them. */
export const FORMAT = {
  all: (faction: string): string => `All ${faction}`,
  basebashIs: (version: string): string =>
    `Basebash is an engine and a table for the card game Smash Up${version && `, version ${version}`}. The engine plays by the published rules; this table shows what it offers and nothing else.`,
  cards: (count: number): string => plural(count, 'card'),
  cardsOf: (faction: string): string => `Cards of the ${faction}`,
  copies: (count: number): string => `${count} copies`,
  iconsFrom: (count: number): string => `The ${count} icons come from`,
  pack: (pack: string): string => `pack ${pack}`,
  setOfPack: (set: string, pack: string): string => `${set} (pack ${pack})`,
  kindOf: (kind: string, faction: string): string => `${kind} of the ${faction}`,
  rulings: (count: number): string => `Rulings (${count})`,
  showMore: (count: number): string => `Show more (${count})`,
  title: (about: string): string => `Basebash: ${about}`,
}
