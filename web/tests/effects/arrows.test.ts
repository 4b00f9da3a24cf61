import { describe, expect, it } from 'vitest'
import { actsOn } from '@/effects/arrows'
import type { GameEvent } from '@/protocol/types'

const event = (kind: string, cards: number[]): GameEvent =>
  ({ kind, player: 0, cards, base: null, number: 0, from: null }) as GameEvent

describe('arrows', () => {
  it('go from what acts to what it acts on', () => {
    expect(actsOn(event('destroy', [3, 7]))).toEqual(['3', '7'])
    expect(actsOn(event('move', [3, 7]))).toEqual(['3', '7'])
  })

  it('are not drawn from a card to itself, nor for what is only played', () => {
    expect(actsOn(event('move', [3, 3]))).toBeNull()
    expect(actsOn(event('destroy', [3]))).toBeNull()
    expect(actsOn(event('play', [3, 7]))).toBeNull()
  })
})
