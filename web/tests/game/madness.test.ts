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
    const players = [
      { madness: 1, madness_cost: 0 },
      { madness: 5, madness_cost: 2 },
    ]
    const standings: [number, number][] = [
      [0, 14],
      [1, 14],
    ]
    expect(reckoning(players, [reckoned], standings)).toEqual([
      { player: 0, points: 14, cards: 1, where: '', cost: 0, final: 14 },
      { player: 1, points: 16, cards: 5, where: '2 in hand, 3 discarded', cost: 2, final: 14 },
    ])
  })

  it('is not mentioned where it cost nobody anything', () => {
    expect(reckoning([{ madness: 1, madness_cost: 0 }], [], [[0, 14]])).toEqual([])
    expect(reckoning([{ madness: null, madness_cost: null }], [], [[0, 14]])).toEqual([])
  })
})
