import { beforeEach, describe, expect, it, vi } from 'vitest'
import { orderOf, Run, STORM_SECONDS } from '@/pages/learn/run.svelte'
import type { PuzzleEntry } from '@/protocol/types'

const puzzles = Array.from({ length: 50 }, (_, i) => ({ id: String(i), level: (i % 5) + 1 }) as PuzzleEntry)
const none = (): boolean => false

describe('several puzzles in a row', () => {
  beforeEach(() => {
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    })
  })

  it('get harder in a streak, and all come once', () => {
    const order = orderOf('streak', puzzles, none, () => 0.5)
    expect(order.slice(0, 15).map((puzzle) => puzzle.level)).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5])
    expect(order[15]!.level).toBe(5)
    expect(new Set(order).size).toBe(50)
  })

  it('are not hard in a storm', () => {
    const order = orderOf('storm', puzzles, none, () => 0.5)
    expect(order.slice(0, 6).map((puzzle) => puzzle.level)).toEqual([1, 2, 3, 1, 2, 3])
    expect(order).toHaveLength(30)
  })

  it('are first those that were not tried', () => {
    const tried = new Set(['0', '5', '10', '15', '20', '25', '30', '35'])
    const order = orderOf(
      'streak',
      puzzles,
      (id) => tried.has(id),
      () => 0.9,
    )
    expect(order.slice(0, 2).map((puzzle) => puzzle.id)).toEqual(['40', '45'])
  })

  it('end a streak with the first mistake, and the best is remembered', () => {
    const run = new Run('streak', puzzles)
    for (let i = 0; i < 4; i++) {
      run.note('solved')
      run.next()
    }
    expect([run.solved, run.isOver]).toEqual([4, false])
    run.note('failed')
    expect(run.isOver).toBe(true)
    run.note('solved') // trying it again changes nothing
    expect(run.solved).toBe(4)
    expect(new Run('streak', puzzles).best).toBe(4)
    expect(new Run('storm', puzzles).best).toBe(0)
  })

  it('end a storm with the time, not with a mistake', () => {
    vi.useFakeTimers()
    const run = new Run('storm', puzzles)
    run.begin()
    run.note('failed')
    run.next()
    vi.advanceTimersByTime((STORM_SECONDS - 1) * 1000)
    expect([run.isOver, run.left]).toEqual([false, 1])
    run.note('solved')
    vi.advanceTimersByTime(1000)
    expect([run.isOver, run.solved]).toEqual([true, 1])
    vi.useRealTimers()
  })

  it('end when there are no more', () => {
    const run = new Run('streak', puzzles.slice(0, 1))
    run.note('solved')
    run.next()
    expect([run.current, run.isOver]).toEqual([null, true])
  })
})
