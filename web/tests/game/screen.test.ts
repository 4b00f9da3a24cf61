import { describe, expect, it } from 'vitest'
import { Screen } from '@/game/screen.svelte'
import type { GameEvent } from '@/protocol/types'
import { view } from './fixtures'

const base = (id: number, cards: object[] = []): object => ({ id, name: `Base ${id}`, cards })
const board = view({ bases: [base(20), base(21, [{ id: 7, cards: [{ id: 8 }] }])] as never })
const event = (about: Partial<GameEvent>): GameEvent =>
  ({ kind: 'play', player: 1, cards: [], base: null, number: 0, from: null, ...about }) as GameEvent

describe('the screen of a table', () => {
  it('opens a base as a base, and anything else as a card', () => {
    const screen = new Screen()
    screen.open(board, 21, 'Base 21')
    expect(screen.zoom).toEqual({ kind: 'base', id: 21, name: 'Base 21', player: null })
    screen.open(board, null, 'Probe')
    expect(screen.zoom).toEqual({ kind: 'card', id: null, name: 'Probe' })
  })

  it.each([
    ['the base itself', event({ base: 20 }), 20],
    ['a card there', event({ cards: [7] }), 21],
    ['a card on a card there', event({ cards: [8] }), 21],
  ])('brings the base to the front when an event is about %s', (_what, happened, id) => {
    const screen = new Screen()
    screen.followEvents(board, [happened])
    expect(screen.frontBase).toBe(id)
  })

  it('leaves the base in front when an event is elsewhere', () => {
    const screen = new Screen()
    screen.frontBase = 20
    screen.followEvents(board, [event({ cards: [99] })])
    expect(screen.frontBase).toBe(20)
  })

  it('opens a pile in the panel, every time it is asked for', () => {
    const screen = new Screen()
    screen.showPile(1)
    screen.showPile(1)
    expect([screen.panel, screen.pile, screen.panelRequests]).toEqual(['discards', 1, 2])
  })
})
