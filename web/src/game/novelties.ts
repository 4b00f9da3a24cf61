/** Which parts of the later sets are on the table, so that each can be explained the first time. */
import { cards } from '@/catalogue/catalogue.svelte'
import type { GameView } from '@/protocol/types'
import { monsters } from './view'

/** They are words of the glossary. */
export type Novelty = 'Duel' | 'Monster' | 'Titan' | 'Treasure' | 'Madness'

/** What is there now, as far as this seat sees it: what happens first, then what lies about. */
export function noveltiesIn(view: GameView): Novelty[] {
  const mine = view.viewer === null ? [] : (view.players[view.viewer]?.hand ?? [])
  const holds = (supply: string): boolean => mine.some((card) => cards.get(card.name)?.faction === supply)
  const is: Record<Novelty, boolean> = {
    Duel: Boolean(view.duel),
    Monster: view.bases.some((base) => monsters(base).length > 0),
    Titan:
      view.players.some((player) => player.titans.length > 0) ||
      view.bases.some((base) => base.cards.some((card) => card.kind === 'titan')),
    Treasure: holds('Treasures'),
    Madness: view.players.some((player) => (player.madness ?? 0) > 0) || holds('Madness'),
  }
  return (Object.keys(is) as Novelty[]).filter((word) => is[word])
}
