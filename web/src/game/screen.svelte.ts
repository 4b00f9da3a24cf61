/** What is open on the screen of a table: a card or base in close-up, a panel, a pile, the base in front. */
import type { Term } from '@/catalogue/glossary'
import type { GameEvent, GameView } from '@/protocol/types'

export type ZoomTarget =
  { kind: 'card'; id: number | null; name: string } | { kind: 'base'; id: number; name: string; player: number | null }

export type Panel = 'log' | 'chat' | 'discards'

export class Screen {
  zoom = $state.raw<ZoomTarget | null>(null)
  /** The word that is being explained. */
  term = $state.raw<Term | null>(null)
  /** The player whose points are being explained. */
  whyVp = $state<number | null>(null)
  panel = $state<Panel>('log')
  /** Whether the panel has room on the screen; else it is a drawer. */
  isPanelShown = false
  /** Whose discard pile is open. */
  pile = $state(0)
  /** Counts how often the panel was asked for: on a small screen it has to be opened. */
  panelRequests = $state(0)
  /** The base in front where one is shown at a time. */
  frontBase = $state<number | null>(null)

  /** Opens a card or base in close-up, whether it is in play or not. */
  open(view: GameView | null, id: number | null, name: string): void {
    const base = id === null ? undefined : view?.bases.find((other) => other.id === id)
    this.zoom = base ? { kind: 'base', id: base.id, name: base.name, player: null } : { kind: 'card', id, name }
  }

  /** Opens a base with the explanation of a player's total there. */
  openTotal(id: number, name: string, player: number): void {
    this.zoom = { kind: 'base', id, name, player }
  }

  showPile(player: number): void {
    this.pile = player
    this.panel = 'discards'
    this.panelRequests++
  }

  /** Brings the base to the front at which something happens. */
  followEvents(view: GameView | null, events: readonly GameEvent[]): void {
    for (const event of events) {
      const base = view?.bases.find(
        ({ id, cards }) =>
          id === event.base ||
          cards.some((card) => event.cards.includes(card.id) || card.cards.some((on) => event.cards.includes(on.id))),
      )
      if (base) this.frontBase = base.id
    }
  }
}
