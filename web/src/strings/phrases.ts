/** The quick phrases, in the order in which they stand. What is sent is their name, so that each reader can have their own words. */
import type { Phrase } from '@/protocol/types'

export type PhraseName = Phrase['phrase']

export const PHRASES: [PhraseName, string][] = [
  ['good_game', 'Good game'],
  ['good_luck', 'Good luck'],
  ['nice_move', 'Nice move'],
  ['oops', 'Oops'],
  ['one_moment', 'One moment'],
  ['your_turn', 'Your turn'],
  ['thanks', 'Thanks'],
  ['rematch', 'Rematch?'],
]
