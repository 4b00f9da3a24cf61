import { beforeEach, describe, expect, it, vi } from 'vitest'
import { detail, standing, title } from '@/game/prompt'
import { TableModel } from '@/game/table.svelte'
import type { BaseInPlay, CardInHand, PlayRight } from '@/protocol/types'
import { scoringMark } from '@/strings/base'
import { option, question, state, view } from './fixtures'

const right = (about: Partial<PlayRight>): PlayRight => ({ kind: 'minion', free: true, unrestricted: true, ...about })

beforeEach(() => {
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

describe('a card that can be played with an extra play', () => {
  async function said(plays: PlayRight[]): Promise<string> {
    const play = (index: number, target: number) =>
      option(index, { kind: 'play', card: 7, target, using: 3, text: `Tiki on base ${target} (extra from Temple)` })
    const main = question({ kind: 'main', options: [play(0, 1), play(1, 2)] })
    const hand = [{ id: 7, name: 'Tiki', kind: 'minion', power: 2 } as unknown as CardInHand]
    const players = [{ ...view().players[0]!, hand }]
    const table = new TableModel(() => undefined)
    table.receive(state({ view: view({ players, plays, question: main, phase: 'play' }) }))
    await vi.waitFor(() => expect(table.question).not.toBeNull())
    table.choosing.choose(table.choosing.choices[0]!)
    return detail(table)
  }

  it('leaves the regular play only if there is one', async () => {
    expect(await said([right({}), right({ free: false })])).toContain('your regular one stays')
    // A regular play that only certain cards fit is shown among the extra ones.
    expect(await said([right({ free: false }), right({ unrestricted: false })])).not.toContain('your regular one stays')
  })
})

describe('a base that scores', () => {
  const base = {
    id: 5,
    name: 'Temple',
    totals: [9],
    places: [1],
    gains: [4],
    cards: [],
    buried: [],
  } as unknown as BaseInPlay

  function asked(has_paid: boolean): TableModel {
    const table = new TableModel(() => undefined)
    const special = question({ kind: 'special', options: [option(0)], low: 0 })
    table.receive(state({ view: view({ bases: [base], scoring: 5, has_paid, question: special, plays: [] }) }))
    return table
  }

  it('says what it would pay until it has paid, and what is missing never', () => {
    expect(standing(asked(false))).toBe('you 9: 1st, 4 VP')
    expect(standing(asked(true))).toBe('')
    expect(scoringMark(asked(false).view, base)).toBe('Scoring')
    expect(scoringMark(asked(true).view, base)).toBe('Scored')
    expect(scoringMark(view({ scoring: -1 }), base)).toBe('')
  })
})

describe('whom everybody waits for', () => {
  function says(about: Parameters<typeof view>[0], over: unknown = null): string {
    const table = new TableModel(() => undefined)
    const names = [{ name: 'Ann' }, { name: 'Ben' }]
    const players = names.map((player) => ({ ...view().players[0]!, ...player }))
    table.receive(state({ view: view({ players, ...about }), over: over as never, seats: names as never }))
    return title(table)
  }

  it('is said in the question bar, and not after the end', () => {
    expect(says({ asked: 1, turn_player: 1 })).toBe('Waiting for Ben')
    expect(says({ asked: 1, turn_player: 0 })).toBe('Waiting for Ben to answer')
    expect(says({ asked: 1, turn_player: 1 }, { winner: 1, winners: [1], standings: [] })).toBe('Ben won.')
  })
})
