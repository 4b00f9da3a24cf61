import { describe, expect, it } from 'vitest'
import type { LogLineView } from '../src/lib/protocol'
import { sceneOf } from '../src/lib/scenes'

function line(kind: string, text: string, ...cards: string[]): LogLineView {
  return { kind, turn: 1, player: 0, after: 0, text, parts: [text, ...cards.map((name, card) => ({ card, name }))] }
}

describe('a scene', () => {
  it('is a duel from its beginning to its end, and then as long as it is news', () => {
    const log = [line('play', 'x'), line('duel', 'duel', 'Gunslinger', 'Spy'), line('duel laid', 'Ann lays a card')]
    expect(sceneOf(log, 9)).toMatchObject({ kind: 'duel', at: 1, sides: ['Gunslinger', 'Spy'], winners: [] })
    const done = [...log, line('duel shown', 'up', 'Pinkerton'), line('duel won', 'won', 'Spy')]
    expect(sceneOf(done, 4)).toMatchObject({ at: 3, winners: ['Spy'] })
    expect(sceneOf(done, 5)).toBeNull()
  })

  it('is a coin only when it has just been flipped', () => {
    const log = [line('flip', 'Ann flips a coin: heads (Lucky)', 'Lucky'), line('flip', 'Ann flips a coin: tails (Lucky)', 'Lucky')]
    expect(sceneOf(log, 0)).toMatchObject({ kind: 'coin', coins: ['heads', 'tails'] })
    expect(sceneOf(log, 2)).toBeNull()
  })

  it('is a draft until every treasure has been taken', () => {
    const log = [line('treasures', 'The treasures', 'Ring', 'Rat'), line('take treasure', 'Ann takes', 'Ring')]
    expect(sceneOf(log, 5)).toMatchObject({ kind: 'draft', sides: ['Ring', 'Rat'] })
    expect(sceneOf([...log, line('take treasure', 'Ben takes', 'Rat')], 5)).toBeNull()
  })

  it('is nothing in a plain game', () => {
    expect(sceneOf([line('play', 'x')], 0)).toBeNull()
  })
})
