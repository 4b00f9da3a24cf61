/** Equal cards in a crowded hand lie on one pile, which has one slot and one number. */
import type { CardInHand } from '@/protocol/types'

/** A hand of fewer cards shows each for itself. */
const CROWDED = 8

/** The hand pile by pile, in its order. */
export function pilesOf(hand: readonly CardInHand[]): CardInHand[][] {
  if (hand.length < CROWDED) return hand.map((card) => [card])
  const piles = new Map<string, CardInHand[]>()
  for (const card of hand) {
    const { id, ...rest } = card
    void id
    const key = JSON.stringify(rest)
    const pile = piles.get(key)
    if (pile) pile.push(card)
    else piles.set(key, [card])
  }
  return [...piles.values()]
}
