import { describe, expect, it } from 'vitest'
import { GLOSSARY } from '@/catalogue/glossary'
import { noveltiesIn } from '@/game/novelties'
import type { GameView } from '@/protocol/types'

const player = { titans: [], hand: [], madness: 0 }
const at = (about: Partial<GameView>): GameView =>
  ({ viewer: 0, duel: null, bases: [], players: [player, player], ...about }) as unknown as GameView
const withCard = (card: object): GameView => at({ bases: [{ cards: [card] }] as never })

describe('what is new on the table', () => {
  it('finds nothing in a game of the first sets', () => {
    expect(noveltiesIn(at({}))).toEqual([])
    expect(noveltiesIn(withCard({ kind: 'minion', controller: 1, owner: 1 }))).toEqual([])
  })

  it('finds titans beside a deck and in play, monsters, duels and Madness', () => {
    expect(noveltiesIn(at({ players: [player, { ...player, titans: [{}] }] as never }))).toEqual(['Titan'])
    expect(noveltiesIn(withCard({ kind: 'titan', controller: 1, owner: 1 }))).toEqual(['Titan'])
    expect(noveltiesIn(withCard({ kind: 'minion', controller: -1, owner: -2 }))).toEqual(['Monster'])
    expect(noveltiesIn(at({ players: [player, { ...player, madness: 2 }] as never }))).toEqual(['Madness'])
    const both = at({ duel: {} as never, players: [{ ...player, titans: [{}] }] as never })
    expect(noveltiesIn(both)).toEqual(['Duel', 'Titan'])
  })

  it('has words that the glossary explains', () => {
    const words = new Set(GLOSSARY.map((term) => term.word))
    for (const word of ['Duel', 'Monster', 'Titan', 'Treasure', 'Madness']) expect(words).toContain(word)
  })
})
