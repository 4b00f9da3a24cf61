import { describe, expect, it } from 'vitest'
import type { LogLineView } from '@/protocol/types'
import { sceneOf } from '@/game/scenes'

function line(kind: LogLineView['kind'], text: string, player: number, ...cards: [number, string][]): LogLineView {
  return { kind, turn: 1, player, after: 0, text, parts: [text, ...cards.map(([card, name]) => ({ card, name }))] }
}

/** The same line, with what an amount adds up from: `=` sets it. */
function withSum(told: LogLineView, number: number, ...sum: [string, number, '='?][]): LogLineView {
  return { ...told, number, contributions: sum.map(([text, amount, sets]) => ({ text, amount, sets: sets === '=' })) }
}

const DUEL = [
  line('play', 'x', 0),
  line('duel', 'duel', 0, [1, 'Gunslinger'], [2, 'Spy']),
  line('duel laid', 'Ann lays a card', 0),
  line('duel bare', 'Ben lays no card', 1),
]

describe('a scene', () => {
  it('is a duel from its beginning to its end, and then as long as it is news', () => {
    expect(sceneOf(DUEL, 9)).toMatchObject({
      kind: 'duel',
      step: 1,
      isOver: false,
      sides: [
        { name: 'Gunslinger', player: 0, laid: [null] },
        { name: 'Spy', player: 1, laid: [] },
      ],
    })
    const done = [...DUEL, line('duel shown', 'up', 0, [3, 'Quick Draw']), line('duel won', 'won', 0, [2, 'Spy'])]
    expect(sceneOf(done, 5)).toMatchObject({
      step: 3,
      isOver: true,
      sides: [{ isWinner: false, laid: ['Quick Draw'] }, { isWinner: true }],
    })
    expect(sceneOf(done, 6)).toBeNull()
  })

  it('shows the sums of both sides line by line', () => {
    const done = [
      ...DUEL,
      withSum(line('duel power', 'x', 0, [1, 'Gunslinger']), 8, ['printed', 4], ['Quick Draw', 4]),
      withSum(line('duel power', 'x', 1, [2, 'Spy']), 2, ['printed', 5], ['Shrink', 2, '=']),
      line('duel won', 'won', 0, [1, 'Gunslinger']),
    ]
    const [one, other] = sceneOf(done, 6)!.sides
    expect(one).toMatchObject({
      total: 8,
      sum: [
        { text: 'Gunslinger', amount: '4' },
        { text: 'Quick Draw', amount: '+4' },
      ],
      isWinner: true,
    })
    expect(other).toMatchObject({
      total: 2,
      sum: [
        { text: 'Spy', amount: '5' },
        { text: 'Shrink', amount: '= 2' },
      ],
      isWinner: false,
    })
  })

  it('is a clash with what both players have there', () => {
    const powers = [
      withSum(line('clash power', 'x', 0, [1, 'Kraken']), 5, ['Pirate', 3], ['Kraken', 2]),
      withSum(line('clash power', 'x', 1, [2, 'Kudzu']), 7, ['Sprout', 7]),
    ]
    expect(sceneOf([...powers, line('clash', 'Kudzu prevails', 1, [2, 'Kudzu'], [1, 'Kraken'])], 0)).toMatchObject({
      kind: 'clash',
      sides: [
        { name: 'Kraken', player: 0, total: 5, isWinner: false },
        { name: 'Kudzu', player: 1, total: 7, isWinner: true },
      ],
    })
  })

  it('is a coin only when it has just been flipped', () => {
    const log = [
      { ...line('flip', 'x', 0, [1, 'Lucky']), detail: 'heads' },
      { ...line('flip', 'x', 0, [1, 'Lucky']), detail: 'tails' },
    ]
    expect(sceneOf(log, 0)).toMatchObject({ kind: 'coin', coins: ['heads', 'tails'], at: 1 })
    expect(sceneOf(log, 2)).toBeNull()
    // One that is turned over is still the same coin.
    expect(sceneOf([...log, { ...line('turn coin', 'x', 1), detail: 'heads' }], 0)).toMatchObject({
      coins: ['heads', 'heads'],
    })
  })

  it('is a draft until every treasure has been taken, each by its taker', () => {
    const log = [
      line('treasures', 'The treasures', -1, [1, 'Ring'], [2, 'Rat']),
      line('take treasure', 'Ann takes', 0, [1, 'Ring']),
    ]
    expect(sceneOf(log, 5)).toMatchObject({
      kind: 'draft',
      sides: [
        { name: 'Ring', player: 0 },
        { name: 'Rat', player: -1 },
      ],
    })
    expect(sceneOf([...log, line('take treasure', 'Ben takes', 1, [2, 'Rat'])], 5)).toBeNull()
  })

  it('is nothing in a plain game', () => {
    expect(sceneOf([line('play', 'x', 0)], 0)).toBeNull()
  })
})
