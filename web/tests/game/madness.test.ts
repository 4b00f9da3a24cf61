import { describe, expect, it } from 'vitest'
import { madnessOf, reckoning } from '@/game/madness'
import type { LogLineView } from '@/protocol/types'

type Part = LogLineView['parts'][number]
const MADNESS: Part = { card: 1, name: 'Madness' }

function line(kind: LogLineView['kind'], player: number, ...parts: Part[]): LogLineView {
  return {
    kind,
    turn: 1,
    player,
    after: 0,
    text: parts.map((part) => (typeof part === 'string' ? part : part.name)).join(''),
    parts,
  }
}

describe('Madness', () => {
  it('is counted as everybody has seen it go', () => {
    const log = [
      line('draw from', 0, { player: 0, name: 'Ann' }, ' draws ', MADNESS, ' and ', MADNESS, ' from the Madness deck'),
      line('draw from', 1, { player: 1, name: 'Ben' }, ' draws 3 cards from the Madness deck'),
      line('draw from', 1, { player: 1, name: 'Ben' }, ' draws a card from the treasure deck'),
      line('to supply', 1, MADNESS, ' puts ', MADNESS, ' into the Madness deck'),
      line(
        'to hand',
        0,
        { card: 9, name: 'Librarian' },
        ' places ',
        MADNESS,
        ' into ',
        { player: 1, name: 'Ben' },
        '’s hand',
      ),
    ]
    expect(madnessOf(log, 2)).toEqual([1, 3])
  })

  it('is reckoned at the end, with what it cost', () => {
    const log = [line('reckon', 1, 'Ben has 5 Madness cards: 2 in hand, 3 discarded')]
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
