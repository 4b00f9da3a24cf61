/** Texts of this area, in one place for translation. */
import type { BaseInPlay, GameView } from '@/protocol/types'

/** Fixed texts. */
export const TEXT = {
  breaks: 'Breaks',
  countsNothing: 'its power does not count',
  breaksNote: 'breaks',
  chooseHow: 'choose how',
  here: 'here',
  scoring: 'Scoring',
  scored: 'Scored',
  vp: 'VP',
  heldFaceDown: 'A card, face down',
  baseInFront: 'Base in front',
  bases: 'Bases',
  basesInPlay: 'Bases in play',
  buried: 'Buried',
  counters: 'counters',
  faceDown: ', face down',
  podiumTitle: 'If it scored now',
  monsters: 'Monsters',
  countersTitle: '+1 power counters',
  baseEmpty: 'Nobody here yet',
  heldOwnNote: 'Others see only its back',
  podiumOwnRule: 'Pays by its own rule',
  power: 'power',
  powerCounters: 'power counters',
  printed: 'printed,',
  titan: 'Titan',
  podiumTieNote: 'used up by the tie',
  podiumTieTitle: 'Used up by the tie',
  victoryPoints: 'victory points',
  withMonsters: 'with monsters',
  withMonstersAndMore: 'with monsters and other changes',
}

/** Texts with names or numbers in them. */
export const FORMAT = {
  actionsOn: (base: string): string => `Actions on ${base}`,
  at: (name: string, base: string): string => `${name} at ${base}`,
  breakpoint: (printed: number | null): string => (printed === null ? 'Breakpoint' : `Breakpoint, printed ${printed}`),
  breakpointWhy: (value: number): string => `${value} is the breakpoint: why?`,
  buriedAt: (base: string): string => `Buried at ${base}`,
  canBePicked: (base: string): string => `${base}, can be picked`,
  cardOf: (owner: string): string => `${owner}’s card`,
  countersOnIt: (count: number): string => `${count} on it.`,
  faceDownOf: (player: string): string => `A card of ${player}, face down`,
  faceDownUnder: (where: string): string => `Face down under ${where}`,
  key: (key: string): string => `key ${key}`,
  left: (power: number): string => `${power} left`,
  monstersAt: (base: string): string => `Monsters at ${base}`,
  names: (card: string): string => `names ${card}`,
  of: (breakpoint: number): string => `of ${breakpoint}`,
  on: (card: string): string => `On ${card}`,
  powerAtWhy: (base: string): string => ` power at ${base}: why?`,
  powerWhy: (power: number): string => `${power} power: why?`,
  standings: (totals: readonly string[], breakpoint: number): string =>
    `${totals.join(', ') || 'Nobody'}; breakpoint ${breakpoint}`,
  to: (base: string): string => ` to ${base}`,
  toGo: (power: number): string => `${power} to go`,
  was: (power: number): string => `was ${power}`,
  why: (power: number): string => `Why ${power}?`,
}

/** What a base that scores says instead of how much is missing; nothing for others. */
export function scoringMark(view: GameView | null, base: BaseInPlay): string {
  return view?.scoring !== base.id ? '' : view.has_paid ? TEXT.scored : TEXT.scoring
}
