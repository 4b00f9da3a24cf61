import { describe, expect, it } from 'vitest'
import { nextFor } from '@/pages/learn/rating.svelte'
import type { PuzzleEntry } from '@/protocol/types'

const puzzles = [900, 1000, 1100, 1200, 1200].map((rating, i) => ({ id: String(i), rating }) as PuzzleEntry)
const none = (): boolean => false

describe('the next puzzle', () => {
  it('is near the rating of the player', () => {
    expect(nextFor({ value: 1230, deviation: 60 }, puzzles, none)?.id).toBe('3')
    expect(nextFor({ value: 700, deviation: 60 }, puzzles, none)?.id).toBe('0')
  })

  it('is easier while the rating is a guess', () => {
    expect(nextFor({ value: 1200, deviation: 350 }, puzzles, none)?.id).toBe('1')
  })

  it('is one that was not tried', () => {
    expect(nextFor({ value: 1230, deviation: 60 }, puzzles, (id) => id === '3')?.id).toBe('4')
    expect(nextFor({ value: 1230, deviation: 60 }, puzzles, () => true)).toBeNull()
  })
})
