import { describe, expect, it } from 'vitest'
import type { AnalysisMoment, GameView } from '@/protocol/types'
import { suggestionsOf } from '@/game/suggestions'
import { errorOf } from '@/pages/story/turning'

const minion = { id: 7, name: 'Zapbot', kind: 'minion', cards: [] }
const view = {
  bases: [
    { id: 90, name: 'Tortuga', totals: [3, 8], cards: [minion] },
    { id: 91, name: 'The Nexus', totals: [0, 0], cards: [] },
  ],
  question: {
    options: [
      { index: 0, kind: 'play', card: 1, target: 91, name: 'Hoverbot', text: 'Hoverbot on The Nexus' },
      { index: 1, kind: 'play', card: 2, target: 7, name: 'Poison', text: 'Poison on Zapbot' },
      { index: 2, kind: 'end', text: 'End Play Cards' },
    ],
  },
} as unknown as GameView

function moment(...moves: { picks: number[]; totals?: Record<string, number[]>; played?: boolean }[]): AnalysisMoment {
  return {
    step: 5,
    turn: 2,
    player: 0,
    chances: [0.5, 0.5],
    moves: moves.map((move) => ({ text: '', line: [], chance: 0.4, tries: 100, why: '', played: false, ...move })),
  }
}

describe('moves on the board', () => {
  it('show the best one at its base, and what was played', () => {
    const [best, played] = suggestionsOf(
      moment({ picks: [0], totals: { 91: [5, 0] } }, { picks: [2] }, { picks: [1], played: true }),
      view,
    )
    expect(best).toMatchObject({ base: 91, name: 'Hoverbot', isBest: true, isPlayed: false, gain: 5 })
    expect(played).toMatchObject({ base: 90, name: 'Poison on Zapbot', isBest: false, isPlayed: true, gain: null })
  })

  it('are one where they are the same, and none for what has no place', () => {
    expect(suggestionsOf(moment({ picks: [0], played: true }), view)).toHaveLength(1)
    expect(suggestionsOf(moment({ picks: [2] }), view)).toEqual([])
    expect(suggestionsOf(moment({ picks: [0] }), { ...view, question: null })).toEqual([])
  })

  it('say how far their chances may be off', () => {
    expect(errorOf({ ...moment({ picks: [0] }).moves[0]!, chance: 0.5, tries: 400 })).toBeCloseTo(0.025)
  })
})
