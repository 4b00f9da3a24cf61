import { beforeEach, describe, expect, it } from 'vitest'
import { AutoAnswering } from '@/game/auto-answering'
import { settings } from '@/settings/settings.svelte'
import { option, question } from './fixtures'

beforeEach(() => {
  settings.auto = 'off'
  settings.always = {}
})

const trigger = question({ source: 7, low: 0, kind: 'yes', prompt: 'Draw?', options: [option(4, { kind: 'yes' })] })

describe('a card that was dropped on something', () => {
  const asks = question({ source: 7, options: [option(0, { card: 20 }), option(1, { card: 21 })] })

  it('has its answer if it asks for just that', () => {
    const auto = new AutoAnswering()
    auto.dropped = { card: 7, spots: [21], player: null }
    expect(auto.takeDropped(asks)).toEqual([1])
  })

  it('takes the first of several things under the pointer that is offered', () => {
    const auto = new AutoAnswering()
    auto.dropped = { card: 7, spots: [99, 20, 21], player: null }
    expect(auto.takeDropped(asks)).toEqual([0])
  })

  it('can be dropped on a player', () => {
    const auto = new AutoAnswering()
    auto.dropped = { card: 7, spots: [], player: 2 }
    expect(auto.takeDropped(question({ source: 7, options: [option(0), option(1, { player: 2 })] }))).toEqual([1])
  })

  it('counts for one question only, and not for another card’s', () => {
    const auto = new AutoAnswering()
    auto.dropped = { card: 8, spots: [21], player: null }
    expect(auto.takeDropped(asks)).toBeNull()
    expect(auto.dropped).toBeNull()
  })

  it('answers nothing during an undo', () => {
    const auto = new AutoAnswering()
    auto.dropped = { card: 7, spots: [21], player: null }
    auto.isUndoing = true
    expect(auto.takeDropped(asks)).toBeNull()
  })
})

describe('an answer that is repeated', () => {
  it('holds for the same trigger until the turn ends', () => {
    const auto = new AutoAnswering()
    auto.repeat('Probe: Draw?', 'yes', 3)
    expect(auto.decide(trigger, 'Probe', 3)?.picks).toEqual([4])
    expect(auto.decide(trigger, 'Probe', 4)).toBeNull()
    expect(auto.decide(trigger, 'Scout', 3)).toBeNull()
  })

  it('can be no', () => {
    const auto = new AutoAnswering()
    auto.repeat('Probe: Draw?', 'no', 3)
    expect(auto.decide(trigger, 'Probe', 3)?.picks).toEqual([])
  })

  it('otherwise leaves the decision to the settings', () => {
    const auto = new AutoAnswering()
    settings.always = { 'Probe: Draw?': 'yes' }
    expect(auto.decide(trigger, 'Probe', 3)?.picks).toEqual([4])
  })
})

it('leaves a question alone whose answer was just taken back', () => {
  const auto = new AutoAnswering()
  auto.isUndoing = true
  auto.stopUndoing('q5')
  expect([auto.isUndoing, auto.mayAnswer('q5'), auto.mayAnswer('q6')]).toEqual([false, false, true])
})
