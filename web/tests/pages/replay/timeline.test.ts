import { describe, expect, it } from 'vitest'
import type { LogLineView } from '@/protocol/types'
import { labelEvery, nextTurn, scoringsOf, turnAt, turnsOf, vpCourse } from '@/pages/replay/timeline'

function line(
  kind: LogLineView['kind'],
  player: number,
  turn: number,
  after: number,
  text = '',
  parts: LogLineView['parts'] = [text],
): LogLineView {
  return { kind, player, turn, after, text, parts }
}

function vp(player: number, turn: number, after: number, number: number): LogLineView {
  return { ...line('vp', player, turn, after, 'x'), number }
}

const LOG = [
  line('draw', 0, 0, 0, 'Ann draws'),
  line('turn', 0, 1, 0, 'Turn 1'),
  line('play', 0, 1, 2, 'Ann plays'),
  line('turn', 1, 2, 4, 'Turn 2'),
  line('score', -1, 2, 6, 'Tortuga scores', [{ name: 'Tortuga', base: 9 }, ' scores']),
  vp(0, 2, 8, 4),
  vp(1, 2, 8, 2),
  vp(1, 2, 8, -1),
  line('turn', 0, 3, 9, 'Turn 3'),
  vp(0, 3, 10, 1),
]

describe('the course of a game', () => {
  const turns = turnsOf(LOG, 12)

  it('knows when turns begin and end', () => {
    expect(turns.map((turn) => [turn.turn, turn.player, turn.from, turn.to])).toEqual([
      [1, 0, 0, 4],
      [2, 1, 4, 9],
      [3, 0, 9, 12],
    ])
    expect(turnAt(turns, 4)?.turn).toBe(2)
    expect(turnAt([], 4)).toBeNull()
  })

  it('goes from turn to turn and no further than the ends', () => {
    expect([0, 4, 9, 12].map((step) => nextTurn(turns, step, 1, 12))).toEqual([4, 9, 12, 12])
    expect([0, 4, 6, 12].map((step) => nextTurn(turns, step, -1, 12))).toEqual([0, 0, 4, 9])
  })

  it('reports what a scoring brought, and nothing of the turn after it', () => {
    expect(scoringsOf(LOG)).toEqual([
      {
        step: 8,
        turn: 2,
        base: 'Tortuga',
        gains: [
          { player: 0, vp: 4 },
          { player: 1, vp: 1 },
        ],
      },
    ])
  })

  it('adds the points up', () => {
    expect(vpCourse(LOG, 2)).toEqual([
      { step: 0, values: [0, 0] },
      { step: 8, values: [4, 1] },
      { step: 10, values: [5, 1] },
    ])
  })

  it('names as many turns as have room', () => {
    expect(labelEvery(20, 1200)).toBe(1)
    expect(labelEvery(90, 1200)).toBe(5)
    expect(labelEvery(40, 300)).toBe(5)
  })
})
