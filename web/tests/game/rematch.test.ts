import { describe, expect, it } from 'vitest'
import { agreedRematch } from '@/game/rematch'
import type { State } from '@/protocol/types'

const state = (wants: number[], rematch: string | null = 'next', resigned = false): State =>
  ({
    over: { wants, rematch },
    seats: [
      { kind: 'person', resigned: false },
      { kind: 'person', resigned },
      { kind: 'bot', resigned: false },
    ],
  }) as unknown as State

describe('a rematch', () => {
  it('is agreed once every person wants it; bots are always ready', () => {
    expect(agreedRematch(state([0]))).toBeNull()
    expect(agreedRematch(state([1]))).toBeNull()
    expect(agreedRematch(state([0, 1]))).toBe('next')
  })

  it('does not wait for a player who has resigned', () => {
    expect(agreedRematch(state([0], 'next', true))).toBe('next')
  })

  it('is nothing before it exists, and before the end', () => {
    expect(agreedRematch(state([0, 1], null))).toBeNull()
    expect(agreedRematch({ ...state([0, 1]), over: null })).toBeNull()
  })
})
