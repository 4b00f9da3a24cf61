import { describe, expect, it } from 'vitest'
import { decide, isTrigger, triggerKey, type Comfort } from '@/game/automatic-answers'
import type { OptionView, QuestionView } from '@/protocol/types'

function question(kind: QuestionView['kind'], texts: string[], low = 1, high = 1): QuestionView {
  const options: OptionView[] = texts.map((text, index) => ({
    index,
    kind: kind === 'main' ? 'end' : kind === 'order' ? 'trigger' : (kind as OptionView['kind']),
    text,
  }))
  return { player: 0, kind, prompt: 'Which?', source: 7, low, high, options }
}

const comfort = (change: Partial<Comfort> = {}): Comfort => ({
  auto: 'most',
  autoPass: true,
  batch: true,
  always: {},
  ...change,
})

describe('what resolves by itself', () => {
  it('takes a forced single choice, unless switched off', () => {
    expect(decide(question('card', ['Walker']), 'Probe', comfort())?.picks).toEqual([0])
    expect(decide(question('card', ['Walker']), 'Probe', comfort({ auto: 'off' }))).toBeNull()
  })

  it('takes all where all must be taken', () => {
    expect(decide(question('card', ['A', 'B'], 2, 2), '', comfort())?.picks).toEqual([0, 1])
    expect(decide(question('arrange', ['A', 'B'], 2, 2), '', comfort({ auto: 'all' }))).toBeNull()
  })

  it('never decides something optional unless asked to', () => {
    for (const kind of ['yes', 'card', 'play', 'mode', 'player'] as const)
      expect(decide(question(kind, ['A'], 0), 'X', comfort())).toBeNull()
    expect(decide(question('yes', ['Yes'], 0), 'X', comfort({ auto: 'all' }))?.picks).toEqual([0])
    expect(decide(question('card', ['A', 'B'], 0), 'X', comfort({ auto: 'all' }))).toBeNull()
  })

  it('ends a turn by itself only if everything is automatic', () => {
    expect(decide(question('main', ['End Play Cards']), '', comfort())).toBeNull()
    expect(decide(question('main', ['End Play Cards']), '', comfort({ auto: 'all' }))?.picks).toEqual([0])
  })

  it('passes where there is no Special, and stops where there is one', () => {
    expect(decide(question('special', [], 0), 'Tortuga', comfort())?.picks).toEqual([])
    expect(decide(question('special', [], 0), 'Tortuga', comfort({ autoPass: false }))).toBeNull()
    expect(decide(question('special', ['Shinobi'], 0), 'Tortuga', comfort({ auto: 'all' }))).toBeNull()
  })

  it('remembers always yes and always no for one trigger', () => {
    const asked = question('yes', ['Yes'], 0)
    const key = triggerKey(asked, 'Jumper')
    expect(isTrigger(asked)).toBe(true)
    expect(decide(asked, 'Jumper', comfort({ always: { [key]: 'yes' } }))?.picks).toEqual([0])
    expect(decide(asked, 'Jumper', comfort({ always: { [key]: 'no' }, auto: 'off' }))?.picks).toEqual([])
    expect(decide(asked, 'Scout', comfort({ always: { [key]: 'yes' } }))).toBeNull()
  })

  it('batches triggers that are alike, and only those', () => {
    expect(decide(question('order', ['Betrothed', 'Betrothed']), '', comfort())?.picks).toEqual([0])
    expect(decide(question('order', ['Betrothed', 'Howl']), '', comfort())).toBeNull()
    expect(decide(question('order', ['Betrothed', 'Betrothed']), '', comfort({ batch: false }))).toBeNull()
  })
})
