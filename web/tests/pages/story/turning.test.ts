import { describe, expect, it } from 'vitest'
import type { AnalysisMoment } from '@/protocol/types'
import { turningPoints } from '@/pages/story/turning'

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
