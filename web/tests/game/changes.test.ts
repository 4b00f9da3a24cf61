import { describe, expect, it } from 'vitest'
import type { BaseInPlay, CardInPlay, GameView, LogLineView } from '@/protocol/types'
import { aboutCards, goneSince, numbersOf, sinceLine, stepsSince } from '@/game/changes'

type Part = LogLineView['parts'][number]
const who = (player: number): Part => ({ name: ['Ann', 'Ben'][player]!, player })
const card = (id: number, name: string): Part => ({ name, card: id })
const base = (id: number, name: string): Part => ({ name, base: id })

function line(kind: LogLineView['kind'], player: number, ...parts: Part[]): LogLineView {
  return {
    kind,
    player,
    turn: 1,
    after: 0,
    text: parts.map((part) => (typeof part === 'string' ? part : part.name)).join('') || kind,
    parts,
  }
}

const LOG = [
  line('turn', 0), // 0: mine
  line('play', 0, who(0), ' plays ', card(1, 'Mate')),
  line('turn', 1), // 2: Ben's
  line('play', 1, who(1), ' plays ', card(2, 'Raptor'), ' on ', base(9, 'Tortuga')),
  line('destroy', 1, card(2, 'Raptor'), ' destroys ', card(1, 'Mate')),
  line('pass', 0, who(0), ' passes'),
  line('draw', 1, who(1), ' draws 2 cards'),
  line('turn', 0), // 7: mine again
  line('play', 0, who(0), ' plays ', card(3, 'King')),
]

function minion(id: number, controller: number): CardInPlay {
  return {
    id,
    name: `M${id}`,
    kind: 'minion',
    owner: controller,
    controller,
    power: 2,
    printed_power: 2,
    counters: 0,
    talents_used: [],
    cards: [],
  }
}

function view(...at: [number, CardInPlay[]][]): GameView {
  return { bases: at.map(([id, cards]) => ({ id, cards }) as BaseInPlay) } as GameView
}

describe('what happened since one’s turn', () => {
  it('begins after the last own turn, also before the first and in the middle of another’s', () => {
    expect(sinceLine(LOG, 0)).toBe(2)
    expect(sinceLine(LOG.slice(0, 6), 0)).toBe(2)
    expect(sinceLine(LOG.slice(0, 2), 1)).toBe(0)
    expect(sinceLine(LOG.slice(0, 1), 0)).toBe(1)
  })

  it('numbers what others did and leaves out what the viewer does now', () => {
    const steps = stepsSince(LOG, 2, 0)
    expect(steps.map((step) => [step.number, step.first, step.kind])).toEqual([
      [1, 3, 'play'],
      [2, 4, 'destroy'],
      [3, 6, 'draw'],
    ])
    // The position of a step is that after what followed from it.
    expect(steps.map((step) => step.index)).toEqual([3, 5, 6])
  })

  it('marks what is played and what something happened to, not what did it', () => {
    expect(LOG.slice(3, 5).map(aboutCards)).toEqual([[2], [1]])
    const steps = stepsSince(LOG, 2, 0)
    expect([...numbersOf(steps, 3)]).toEqual([
      [2, [1]],
      [1, [2]],
    ])
    expect([...numbersOf(steps, 1)]).toEqual([[2, [1]]])
    expect([...numbersOf([{ ...steps[0]!, cards: [5, 5, 6] }], 1)]).toEqual([
      [5, [1]],
      [6, [1]],
    ])
  })

  it('reports what has left a base, and where it went', () => {
    const steps = stepsSince(LOG, 2, 0)
    const before = view([9, [minion(1, 0), minion(5, 0)]], [8, [minion(6, 0)]])
    const now = view([9, [minion(2, 1), minion(5, 0)]])
    expect(goneSince(before, now, steps, 3).map((gone) => [gone.card.id, gone.base, gone.number, gone.what])).toEqual([
      [1, 9, 2, 'destroyed'],
    ])
    expect(goneSince(before, now, steps, 1)).toEqual([])
    expect(goneSince(null, now, steps, 3)).toEqual([])
  })
})
