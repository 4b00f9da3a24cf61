import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { expectedPlayers } from '@/game/handover'
import { TableModel } from '@/game/table.svelte'
import { settings } from '@/settings/settings.svelte'
import { option, question, state, view } from './fixtures'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  Object.assign(settings, { auto: 'most', always: {}, recap: false })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('hands the device to nobody whose question answers itself', async () => {
  const models = [0, 1].map(() => new TableModel(() => undefined))
  const show = async (asked: number | null, options: number): Promise<void> => {
    for (const [you, model] of models.entries()) {
      const open = question({ player: you, options: Array.from({ length: options }, (_, i) => option(i)) })
      model.receive(state({ you, view: view({ asked, question: asked === you ? open : null }) }))
    }
    await vi.advanceTimersByTimeAsync(0)
  }
  const named: number[][] = []
  for (const [asked, options] of [
    [1, 1],
    [0, 1],
    [1, 2],
  ] as const) {
    await show(asked, options)
    named.push(expectedPlayers(models, null))
  }
  expect(named).toEqual([[], [], [1]])
  // Ann's state says that Ben is asked before Ben's own state has come.
  await show(null, 0)
  models[0]!.receive(state({ you: 0, view: view({ asked: 1 }) }))
  await vi.advanceTimersByTimeAsync(0)
  expect(expectedPlayers(models, null)).toEqual([])
  await show(null, 0)
  expect(expectedPlayers(models, null)).toEqual([0, 1])
  expect(expectedPlayers(models, 1)).toEqual([1])
})
