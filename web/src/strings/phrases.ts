/** The quick phrases in display order. Only their names are sent, so that they can be translated for each reader. */
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
