import { describe, expect, it } from 'vitest'
import { pilesOf } from '@/game/piles'
import type { CardInHand } from '@/protocol/types'

function hand(names: string): CardInHand[] {
  return [...names].map((name, id) => ({ id, name, kind: 'action', power: 0, owner: 0 }) as unknown as CardInHand)
}

describe('a hand', () => {
  it('shows every card as long as it is small', () => {
    expect(pilesOf(hand('aabac'))).toHaveLength(5)
  })

  it('has piles of equal cards once it is crowded', () => {
    expect(pilesOf(hand('abaacaab')).map((pile) => pile.map((card) => card.id))).toEqual([[0, 2, 3, 5, 6], [1, 7], [4]])
  })

  it('keeps apart what differs in owner', () => {
    const cards = hand('aaaaaaaa')
    cards[3] = { ...cards[3]!, owner: 1 }
    expect(pilesOf(cards).map((pile) => pile.length)).toEqual([7, 1])
  })
})
