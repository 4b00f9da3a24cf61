import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Playback, type PlaybackContext } from '@/game/playback.svelte'
import type { GameEvent, State } from '@/protocol/types'
import { settings } from '@/settings/settings.svelte'
import { state } from './fixtures'

const event = (kind: string): GameEvent =>
  ({ kind, player: 1, cards: [], base: null, number: 0, from: null }) as unknown as GameEvent

function playback(context: Partial<PlaybackContext> = {}) {
  const applied: State[] = []
  const table = {
    isReadOnly: false,
    isLookingBack: false,
    apply: (next: State) => void applied.push(next),
    still: (_next: State, change: () => Promise<void>) => change(),
    showing: vi.fn(),
    finished: vi.fn(),
    ...context,
  }
  return { applied, table, model: new Playback(table) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  settings.pace = 'normal'
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('playback', () => {
  it('shows states one after the other, and says when all have been shown', async () => {
    const { model, applied, table } = playback()
    let release: () => void = () => undefined
    model.enter(async (_events, change) => {
      await change()
      await new Promise<void>((resolve) => (release = resolve))
    })
    const [first, second] = [state(), state()]
    model.push(first)
    model.push(second)
    await vi.advanceTimersByTimeAsync(0)
    expect(applied).toEqual([first])
    expect(model.isBusy).toBe(true)
    release()
    await vi.advanceTimersByTimeAsync(0)
    expect(applied).toEqual([first, second])
    expect(table.finished).not.toHaveBeenCalled()
    release()
    await vi.advanceTimersByTimeAsync(0)
    expect(model.isIdle).toBe(true)
    expect(table.finished).toHaveBeenCalledOnce()
  })

  it.each([
    ['the page is hidden', { document: { hidden: true } }, {}],
    ['the system asks for reduced motion', { matchMedia: () => ({ matches: true }) }, {}],
    ['an earlier moment is on screen', {}, { isLookingBack: true }],
  ])('animates nothing while %s', async (_when, globals, context) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    const { model, applied } = playback(context)
    const animator = vi.fn()
    model.enter(animator)
    model.push(state())
    await vi.advanceTimersByTimeAsync(0)
    expect(applied).toHaveLength(1)
    expect(animator).not.toHaveBeenCalled()
  })

  it('waits for nobody once the table has left the screen', async () => {
    settings.pace = 'step'
    const { model, applied } = playback()
    model.enter(async ({ events }, change) => {
      await change()
      await model.hold(events, 0)
    })
    for (let i = 0; i < 3; i++) model.push(state({ events: [event('play')] }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(applied).toHaveLength(1)
    model.leave()
    await vi.advanceTimersByTimeAsync(100)
    expect(model.isIdle).toBe(true)
    model.push(state({ events: [event('play')] }))
    await vi.advanceTimersByTimeAsync(0)
    expect(applied).toHaveLength(4)
  })

  it('is quicker at the fast pace', () => {
    const { model } = playback()
    const usual = model.tempo
    settings.pace = 'fast'
    expect(model.tempo).toBeLessThan(usual / 2)
  })
})

describe('holding what others did on screen', () => {
  async function heldFor(model: Playback, events: GameEvent[], animatedMs = 0): Promise<number> {
    const start = performance.now()
    let end = 0
    void model.hold(events, animatedMs).then(() => (end = performance.now()))
    await vi.advanceTimersByTimeAsync(10_000)
    return end === 0 ? Infinity : end - start
  }

  it('lasts as long as the chosen pace says, and longer for points', async () => {
    const { model } = playback()
    expect(await heldFor(model, [event('play')])).toBeCloseTo(900, -2)
    expect(await heldFor(model, [event('vp')])).toBeCloseTo(1350, -2)
    settings.pace = 'fast'
    expect(await heldFor(model, [event('play')])).toBeCloseTo(250, -2)
  })

  it('counts a part of the animation as reading time', async () => {
    const { model } = playback()
    expect(await heldFor(model, [event('play')], 3000)).toBeCloseTo(500, -2)
  })

  it('waits for the next step at the step pace', async () => {
    const { model } = playback()
    settings.pace = 'step'
    expect(await heldFor(model, [event('play')])).toBe(Infinity)
    expect(model.isHolding).toBe(true)
    model.nextStep()
    await vi.advanceTimersByTimeAsync(40)
    expect(model.isHolding).toBe(false)
  })

  it('ends at once when the player skips', async () => {
    const { model } = playback()
    settings.pace = 'step'
    const held = model.hold([event('play')], 0)
    model.skip()
    expect(model.isSkipping).toBe(true)
    await vi.advanceTimersByTimeAsync(40)
    await held
  })

  it('follows the speed of a replay instead of the pace', async () => {
    const { model } = playback({ isReadOnly: true })
    settings.pace = 'step'
    model.speed = 4
    expect(await heldFor(model, [event('play')])).toBeLessThan(300)
  })

  it('tells the table what is being shown', () => {
    const { model, table } = playback()
    const events = [event('play')]
    void model.hold(events, 0)
    expect(table.showing).toHaveBeenCalledWith(events)
  })
})
