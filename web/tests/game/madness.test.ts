import { describe, expect, it } from 'vitest'
import { reckoning } from '@/game/madness'
import type { LogLineView } from '@/protocol/types'

describe('Madness', () => {
  it('is reckoned at the end, with what it cost', () => {
    const reckoned: LogLineView = {
      kind: 'reckon',
      turn: 9,
      player: 1,
      after: 80,
      text: 'Ben’s Madness is counted',
      parts: [],
      number: 5,
      detail: '2 in hand, 3 discarded',
    }
    const log = [reckoned]
    expect(
      reckoning(log, [
        [0, 14],
        [1, 14],
      ]),
    ).toEqual([
      { player: 0, points: 14, cards: 0, where: '', cost: 0, final: 14 },
      { player: 1, points: 16, cards: 5, where: '2 in hand, 3 discarded', cost: 2, final: 14 },
    ])
    expect(reckoning([], [[0, 14]])).toEqual([])
  })
})
