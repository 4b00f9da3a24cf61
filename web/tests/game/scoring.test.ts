import { afterEach, describe, expect, it, vi } from 'vitest'
import { powersOf, scoringsIn, seatsOf, type Award, type Scored } from '@/game/scoring'
import { ScoringScene } from '@/game/scoring.svelte'
import { TableModel } from '@/game/table.svelte'
import { scoringWords } from '@/game/scoring-words'
import type { BaseInPlay, GameEvent, GameView } from '@/protocol/types'
import { state, view } from './fixtures'

const ids = { card: 100 }

function minion(name: string, controller: number): BaseInPlay['cards'][number] {
  return { id: ids.card++, name, kind: 'minion', owner: controller, controller, power: 3, cards: [] } as never
}

function base(id: number, about: Partial<BaseInPlay> = {}): BaseInPlay {
  return {
    id,
    name: `Base ${id}`,
    breakpoint: 20,
    vp: [4, 2, 1],
    totals: [9, 8, 3],
    cards: [],
    buried: [],
    ...about,
  } as BaseInPlay
}

function happened(kind: string, about: Partial<GameEvent> = {}): GameEvent {
  return { kind, player: -1, cards: [], base: null, number: 0, from: null, ...about } as GameEvent
}

function players(vp: number[], discards: { id: number; name: string }[][] = []): GameView['players'] {
  return vp.map((points, at) => ({
    ...view().players[0]!,
    name: ['Ann', 'Ben', 'Cleo'][at]!,
    vp: points,
    discard: discards[at] ?? [],
  }))
}

const SCORING = [
  happened('play', { player: 1, cards: [5] }),
  happened('score', { base: 1 }),
  happened('award', { player: 0, base: 1, number: 1, power: 9 }),
  happened('vp', { player: 0, number: 4 }),
  happened('award', { player: 1, base: 1, number: 2, power: 8 }),
  happened('vp', { player: 1, number: 2 }),
  happened('scored', { base: 1 }),
  happened('new base', { base: 7 }),
  happened('draw', { player: 0, number: 2 }),
]

afterEach(() => vi.unstubAllGlobals())

describe('a base that scores', () => {
  it('is read from the events: who takes what, what is discarded, what comes', () => {
    const [mine, theirs] = [minion('Warbot', 0), minion('Gnome', 1)]
    const before = view({ bases: [base(1, { cards: [mine, theirs] }), base(2)], players: players([5, 5]) })
    const after = view({ bases: [base(7), base(2)], players: players([9, 7], [[mine], []]) })
    const [scored, ...more] = scoringsIn(SCORING, before, after)
    expect(more).toEqual([])
    expect(scored).toMatchObject({ isBreaking: true, isPaying: true, isClearing: true, next: 'Base 7', from: 1, to: 8 })
    expect(scored!.awards).toEqual([
      { player: 0, place: 1, power: 9, vp: 4 },
      { player: 1, place: 2, power: 8, vp: 2 },
    ])
    // The Gnome went elsewhere.
    expect(scored!.piles).toEqual([{ player: 0, cards: ['Warbot'] }])
  })

  it('may pay in a later state than the one in which it begins, and another may follow', () => {
    const before = view({ bases: [base(1), base(2)], scoring: 1 })
    const found = scoringsIn(
      [
        happened('award', { player: 0, base: 1, number: 1, power: 12 }),
        happened('scored', { base: 1 }),
        happened('new base', { base: 7 }),
        happened('score', { base: 2 }),
        happened('scored', { base: 2 }),
      ],
      before,
      view({ bases: [base(7)] }),
    )
    expect(found.map((scored) => [scored.base.id, scored.isBreaking, scored.isPaying])).toEqual([
      [1, false, true],
      [2, true, false],
    ])
    expect(powersOf(found[0]!)[0]).toEqual({ player: 0, power: 12 })
    expect(scoringsIn([happened('vp', { player: 0, number: 1 })], before, before)).toEqual([])
  })

  it('seats who tie together and strikes out the place below; where it pays otherwise, everybody has a seat', () => {
    const scored = (awards: Award[]): Scored => ({ base: base(1), awards }) as Scored
    expect(
      seatsOf(
        scored([
          { player: 0, place: 1, power: 9, vp: 4 },
          { player: 2, place: 1, power: 9, vp: 4 },
          { player: 1, place: 3, power: 3, vp: 1 },
        ]),
      ).map(({ players, isVoid }) => [players, isVoid]),
    ).toEqual([
      [[0, 2], false],
      [[], true],
      [[1], false],
    ])
    expect(
      seatsOf(
        scored([
          { player: 0, place: 1, power: 9, vp: 3 },
          { player: 1, place: 2, power: 8, vp: 5 },
        ]),
      ).map(({ players, vp }) => [players[0], vp]),
    ).toEqual([
      [1, 5],
      [0, 3],
    ])
  })

  it('pays the race once, however often the points arrive, and nothing once it is over', () => {
    const scene = new ScoringScene()
    const scored = { base: base(1), awards: [{ player: 1, place: 1, power: 9, vp: 4 }] } as Scored
    scene.begin(scored, null, 1)
    scene.pay(1, 4)
    scene.payAll(scored)
    expect(scene.paid).toEqual([0, 4])
    scene.end()
    scene.pay(1, 4)
    expect(scene.paid).toEqual([])
  })

  it('is told step by step, and never ahead of what is shown', () => {
    vi.stubGlobal('document', { hidden: false })
    const table = new TableModel(() => undefined)
    const before = view({ bases: [base(1)], players: players([5, 5, 5]) })
    table.apply(state({ view: before }))
    const [scored] = scoringsIn(SCORING, before, view({ bases: [base(7)], players: players([9, 7, 5]) }))
    table.scoring.begin(scored!, null, 1)
    const told: [string, string][] = []
    for (const step of ['breaks', 'places', 'points', 'discards', 'base'] as const) {
      table.scoring.step = step
      const { title, detail } = scoringWords(table)!
      told.push([title, detail])
    }
    expect(told).toEqual([
      ['Base 1 breaks', '20 of 20'],
      ['You take first place', 'You 9, Ben 8 and Cleo 3'],
      ['You +4 and Ben +2', 'Now: You 9 and Ben 7'],
      ['Base 1 is torn down', 'No card goes to a discard pile.'],
      ['Base 7 is the new base', ''],
    ])
    table.scoring.showStill(scored!, 1000)
    expect(scoringWords(table)).toBeNull()
    table.scoring.end()
  })
})
