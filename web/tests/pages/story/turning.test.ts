import { describe, expect, it } from 'vitest'
import type { AnalysisMoment, BotMove } from '@/protocol/types'
import { costOf, mistakesOf, standingOf, turningPoints } from '@/pages/story/turning'

function moment(step: number, player: number, ...chances: number[]): AnalysisMoment {
  return { step, turn: step, player, chances, moves: [] }
}

describe('turning points', () => {
  it('say in whose turn it was, and who lost most by it', () => {
    const moments = [moment(1, 0, 0.5, 0.5), moment(2, 1, 0.52, 0.48), moment(3, 0, 0.2, 0.8), moment(9, -1, 0, 1)]
    expect(turningPoints(moments)).toEqual([{ step: 2, turn: 2, mover: 1, player: 0, from: 0.52, to: 0.2 }])
  })

  it('are never the end of the game: who won is no surprise of the last move', () => {
    expect(turningPoints([moment(1, 0, 0.6, 0.4), moment(2, -1, 0, 1)])).toEqual([])
  })
})

function move(chance: number | null, error: number, about: Partial<BotMove> = {}): BotMove {
  return { picks: [0], text: 'Tiki', line: [], chance, tries: 40, why: '', error, ...about }
}

describe('how much a move costs', () => {
  it('is nothing while the difference is within its error, and unknown of a move that was not tried', () => {
    expect(costOf(move(0.5, 0.04), move(0.55, 0.04))).toBe(0)
    expect(costOf(move(0.5, 0.02), move(0.55, 0.02))).toBeCloseTo(0.05)
    expect(costOf(move(null, 0), move(0.55, 0.02))).toBeNull()
  })
})

describe('my mistakes', () => {
  it('are the three answers of mine that cost most, and none that may be luck', () => {
    const moments = [0.5, 0.3, 0.54, 0.1, 0.4].map((chance, i) => ({
      ...moment(i, 0, 0.6, 0.4),
      moves: [move(0.6, 0.05, { text: 'Better' }), move(chance, 0.05, { text: `Played ${i}`, played: true })],
    }))
    const others = { ...moment(9, 1, 0.5, 0.5), moves: [move(0.9, 0.01), move(0.1, 0.01, { played: true })] }
    const right = { ...moment(10, 0, 0.5, 0.5), moves: [move(0.9, 0.01, { played: true })] }
    const found = mistakesOf([...moments, others, right], 0)
    expect(found.map(({ played }) => played.text)).toEqual(['Played 3', 'Played 1', 'Played 4'])
    expect(found.every(({ better }) => better.text === 'Better')).toBe(true)
  })
})

describe('a chance in words', () => {
  it('is compared with an equal share', () => {
    expect([0.02, 0.1, 0.35, 0.5, 0.65, 0.9, 0.99].map((chance) => standingOf(chance, 2))).toEqual([
      'lost',
      'far behind',
      'behind',
      'even',
      'ahead',
      'far ahead',
      'won',
    ])
    expect(standingOf(1 / 3, 3)).toBe('even')
    expect(standingOf(0.5, 4)).toBe('ahead')
    expect([standingOf(0, 2), standingOf(1, 2)]).toEqual(['lost', 'won'])
  })
})
