/** What the table says to people: its dialogs, scenes and the end. One place, so that translations can follow. */
import { plural } from '../lib/names'

export const UNDO = {
  choice: 'A choice that the log does not tell.',
  followed: 'With it goes what followed:',
  more: (count: number): string => `and ${plural(count, 'more line')} of the log`,
}

export const SCENE = {
  duel: 'Duel',
  duelOf: (one: string, other: string): string => `Duel: ${one} against ${other}`,
  clash: 'Clash of titans',
  clashAt: (base: string): string => `Clash at ${base}`,
  coin: 'A coin',
  coins: (count: number): string => `${count} coins`,
  heads: 'heads',
  tails: 'tails',
  treasures: 'Treasures',
  duelSteps: ['Named', 'Cards laid', 'Turned up', 'Result'],
  clashSteps: ['Arrives', 'Compare power here', 'One leaves'],
  steps: 'How far it is',
  against: 'against',
  wins: 'wins',
  loses: 'loses',
  stays: 'stays',
  leaves: 'leaves',
  power: 'Power',
  laid: 'A card, face down',
  yourLaid: 'only you see it',
  bare: 'No card',
  tie: 'A tie keeps the titan that was there first.',
  takes: (name: string): string => `taken by ${name}`,
  picksNow: (name: string): string => `${name} picks now`,
  youPick: 'You pick now',
  close: (title: string): string => `Close: ${title}`,
}

export const MADNESS = {
  cards: (count: number): string => plural(count, 'Madness card'),
  price: (cost: number): string => (cost > 0 ? `−${cost} VP at the end: one for every two` : 'one alone costs nothing'),
  title: 'Madness is counted',
  how: 'In hand, deck and discard pile: every two cards cost 1 VP.',
  player: 'Player',
  points: 'Points',
  where: 'Where',
  madness: 'Madness',
  cost: 'Cost',
  final: 'Final',
  none: 'none',
  free: 'an odd card is free',
  tied: 'Of equal points the fewest Madness cards decide; who has as many shares the win.',
}

export const CHOICE = {
  asAction: 'As an action',
  spendsAction: 'spends your action play',
  asMinion: 'as a minion there',
}
