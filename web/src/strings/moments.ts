/** Texts of this area, in one place for translation. */
import type { Step } from '@/game/scoring.svelte'
import { list, ordinal, signed } from './names'

/** The steps of a base that scores, and what is said at each. */
export const SCORING = {
  label: 'Steps of the scoring',
  skip: 'Skip',
  space: 'Space',
  breaks: 'Breaks',
  vp: 'VP',
  piles: 'To the discard piles',
  steps: {
    breaks: 'breaks',
    places: 'places',
    points: 'points',
    discards: 'discards',
    base: 'new base',
  } as Record<Step, string>,
  place: (place: number): string => (place > 0 ? ordinal(place) : ''),
  of: (breakpoint: number): string => `of ${breakpoint}`,
  baseBreaks: (base: string): string => `${base} breaks`,
  total: (total: number, breakpoint: number): string => `${total} of ${breakpoint}`,
  /** `isYou`: the only one of them is the viewer. */
  first: (names: readonly string[], isYou: boolean): string =>
    names.length === 0
      ? 'Nobody takes a place'
      : names.length > 1
        ? `${list(names)} share first place`
        : `${names[0]} ${isYou ? 'take' : 'takes'} first place`,
  powers: (rows: readonly [name: string, power: number][]): string =>
    list(rows.map(([name, power]) => `${name} ${power}`)),
  points: (rows: readonly [name: string, vp: number][]): string =>
    rows.length === 0 ? 'No victory points' : list(rows.map(([name, vp]) => `${name} ${signed(vp)}`)),
  standing: (rows: readonly [name: string, vp: number][]): string =>
    rows.length === 0 ? '' : `Now: ${list(rows.map(([name, vp]) => `${name} ${vp}`))}`,
  torn: (base: string): string => `${base} is torn down`,
  discarded: (cards: number): string =>
    cards === 0
      ? 'No card goes to a discard pile.'
      : cards === 1
        ? 'One card goes to its owner’s discard pile.'
        : `${cards} cards go to their owners’ discard piles.`,
  next: (base: string): string => (base ? `${base} is the new base` : 'No base takes its place'),
  gain: (vp: number): string => signed(vp),
}

/** The end of a game. */
export const END = {
  youWin: 'You win!',
  writing: 'The story is being written …',
  story: 'Story',
  table: 'Table',
  replay: 'Replay',
  share: 'Share',
  space: 'Space',
  wins: (names: string, winners: number): string => (winners > 1 ? `${names} share the win` : `${names} wins`),
}
