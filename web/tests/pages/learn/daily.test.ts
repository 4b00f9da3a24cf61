import { describe, expect, it } from 'vitest'
import { dayOf, daysBefore, inARow, puzzleOf, weekOf } from '@/pages/learn/daily'
import type { PuzzleEntry } from '@/protocol/types'

const puzzles = Array.from({ length: 20 }, (_, i) => ({ id: String(i) }) as PuzzleEntry)

describe('the puzzle of the day', () => {
  it('is another every day, and all come before one comes again', () => {
    const days = Array.from({ length: 20 }, (_, i) => daysBefore('2026-11-16', i))
    expect(new Set(days.map((day) => puzzleOf(day, puzzles)?.id)).size).toBe(20)
    expect(puzzleOf('2026-11-16', puzzles)).toBe(puzzleOf('2026-11-16', puzzles))
    expect(puzzleOf('2026-11-16', [])).toBeNull()
  })

  it('does not repeat within 200 days, in 1,000 days and for any number of puzzles from 200', () => {
    const days = Array.from({ length: 1000 }, (_, i) => daysBefore('2029-01-01', i))
    for (const count of [200, 201, 210, 256, 420, 619, 1000, 1020]) {
      const many = Array.from({ length: count }, (_, i) => ({ id: String(i) }) as PuzzleEntry)
      const last = new Map<string, number>()
      for (const [i, day] of days.entries()) {
        const id = puzzleOf(day, many)!.id
        expect(i - (last.get(id) ?? -Infinity)).toBeGreaterThanOrEqual(200)
        last.set(id, i)
      }
    }
  })

  it('is the same everywhere on earth at the same time', () => {
    expect(dayOf(new Date('2026-11-16T23:30:00-05:00'))).toBe('2026-11-17')
    expect(dayOf(new Date('2026-11-17T01:30:00+09:00'))).toBe('2026-11-16')
  })

  it('counts days in a row up to today, or to yesterday while today is open', () => {
    expect(inARow('2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01'])).toBe(3)
    expect(inARow('2026-03-02', ['2026-02-28', '2026-03-01', '2026-03-02'])).toBe(3)
    expect(inARow('2026-03-02', ['2026-02-27', '2026-02-28'])).toBe(0)
  })

  it('has a week from Monday to Sunday', () => {
    expect(weekOf('2026-11-16')).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ])
    expect(weekOf('2026-11-22')[0]).toBe('2026-11-16')
  })
})
