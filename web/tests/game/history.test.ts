import { describe, expect, it, vi } from 'vitest'
import { toasts } from '@/effects/toasts.svelte'
import { History } from '@/game/history.svelte'
import type { LogLineView } from '@/protocol/types'
import { state, view } from './fixtures'

const lines = (count: number): LogLineView[] =>
  Array.from({ length: count }, (_, i) => ({ turn: 1, kind: 'draw', player: 0, text: '', parts: [], after: i * 10 }))

describe('looking back', () => {
  it('jumps to the position after a line, and back to now', async () => {
    const table = { log: lines(2) }
    const history = new History(table)
    const early = view({ turn: 1 })
    history.record(early)
    table.log = lines(5)
    history.record(view({ turn: 2 }))
    await history.jump(1)
    expect(history.moment?.view).toBe(early)
    history.now()
    expect(history.moment).toBeNull()
  })

  it('shows the present, not a copy of it, for the last line', async () => {
    const history = new History({ log: lines(3) })
    history.record(view())
    await history.jump(2)
    expect(history.moment).toBeNull()
  })

  it('forgets positions whose lines were taken back', () => {
    const table = { log: lines(6) }
    const history = new History(table)
    history.record(view())
    table.log = lines(4)
    history.record(view())
    expect(history.moments.map((moment) => moment.lines)).toEqual([4])
  })

  it('looks up what this browser has not seen, by the answers given until then', async () => {
    const history = new History({ log: lines(8) })
    history.record(view())
    expect(history.hasSeen(3)).toBe(false)
    expect(history.canJump(3)).toBe(false)
    const past = view({ turn: 9 })
    history.load = vi.fn(async () => state({ view: past, log: lines(4) }))
    expect(history.canJump(3)).toBe(true)
    await history.jump(3)
    expect(history.load).toHaveBeenCalledWith(30)
    expect(history.moment).toEqual({ view: past, lines: 4 })
  })

  it('says so if a position cannot be looked up, and stays where it is', async () => {
    const history = new History({ log: lines(8) })
    history.load = () => Promise.reject(new Error('The server is away.'))
    await history.jump(3)
    expect(history.moment).toBeNull()
    expect(toasts.shown.at(-1)).toMatchObject({ text: 'The server is away.', isError: true })
  })
})
