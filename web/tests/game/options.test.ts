import { describe, expect, it } from 'vitest'
import { START, back, declineLabel, endOption, pick, shift, stepAt, toggle } from '@/game/options'
import type { OptionView, QuestionView } from '@/protocol/types'

function question(kind: QuestionView['kind'], options: Omit<OptionView, 'index'>[], low = 1, high = 1): QuestionView {
  return {
    player: 0,
    kind,
    prompt: 'Which?',
    source: -1,
    low,
    high,
    options: options.map((option, index) => ({ index, ...option })),
  }
}

const main = question('main', [
  { kind: 'play', text: 'Walker on Tortuga', card: 48, target: 85, name: 'Walker' },
  { kind: 'play', text: 'Walker on The Grey Opal', card: 48, target: 94, name: 'Walker' },
  {
    kind: 'play',
    text: 'Walker on The Grey Opal (extra from Sneaky Squire)',
    card: 48,
    target: 94,
    using: 8,
    name: 'Walker',
  },
  { kind: 'play', text: 'Use the Fours', card: 78, name: 'Use the Fours' },
  { kind: 'talent', text: 'Talent of Space Knight', card: 60, name: 'Space Knight' },
  { kind: 'end', text: 'End Play Cards' },
])

describe('the steps of picking', () => {
  it('groups the options of a card and leaves the end to its own button', () => {
    const step = stepAt(main, START)
    expect(step.choices.map((choice) => choice.label)).toEqual(['Walker', 'Use the Fours', 'Talent of Space Knight'])
    expect(step.choices.map((choice) => choice.isFinal)).toEqual([false, true, true])
    expect(endOption(main)?.index).toBe(5)
  })

  it('offers every option in some step, and no other', () => {
    const first = stepAt(main, START)
    const reached = first.choices.flatMap((choice) => choice.options.map((option) => option.index))
    expect([...reached, endOption(main)!.index].sort()).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('asks where, then with which play, and answers with an offered index', () => {
    const first = stepAt(main, START)
    const held = pick(START, first, first.choices[0]!)
    if (!('path' in held)) throw new Error('not a path')
    const second = stepAt(main, held.path)
    expect(second.stage).toBe('target')
    expect(second.choices.map((choice) => [choice.label, choice.spot])).toEqual([
      ['Tortuga', 85],
      ['The Grey Opal', 94],
    ])
    expect(pick(held.path, second, second.choices[0]!)).toEqual({ picks: [0] })
    const further = pick(held.path, second, second.choices[1]!)
    if (!('path' in further)) throw new Error('not a path')
    const third = stepAt(main, further.path)
    expect(third.stage).toBe('using')
    expect(third.choices.map((choice) => choice.label)).toEqual(['your regular play', 'extra from Sneaky Squire'])
    expect(pick(further.path, third, third.choices[1]!)).toEqual({ picks: [2] })
  })

  it('puts back one step at a time', () => {
    expect(back({ card: 'play 48', target: 'target 94' })).toEqual({ card: 'play 48', target: null })
    expect(back({ card: 'play 48', target: null })).toEqual(START)
    expect(back(START)).toBeNull()
  })

  it('goes straight to the place where only one card can be played', () => {
    const step = stepAt(question('play', main.options.slice(0, 2), 0), START)
    expect(step.stage).toBe('target')
    expect(step.trail).toEqual([])
  })

  it('never walks past the card on the own turn', () => {
    expect(stepAt(question('main', main.options.slice(0, 2)), START).stage).toBe('first')
  })

  it('forgets a path that the question no longer has', () => {
    expect(stepAt(main, { card: 'play 999', target: null }).stage).toBe('first')
  })

  it('shows triggers that are alike as one', () => {
    const step = stepAt(
      question('order', [
        { kind: 'trigger', text: 'Betrothed', card: 4 },
        { kind: 'trigger', text: 'Betrothed', card: 5 },
        { kind: 'trigger', text: 'Howl', card: 6 },
      ]),
      START,
    )
    expect(step.choices.map((choice) => [choice.label, choice.times])).toEqual([
      ['Betrothed', 2],
      ['Howl', 1],
    ])
    expect(pick(START, step, step.choices[0]!)).toEqual({ picks: [0] })
  })

  it('says where a card goes even if there is one place only', () => {
    const asked = question('main', [
      { kind: 'play', text: 'Walker on Tortuga', name: 'Walker', card: 1, target: 9 },
      { kind: 'end', text: 'End Play Cards' },
    ])
    expect(stepAt(asked, START).choices[0]!.isFinal).toBe(false)
    for (const isAimed of [false, true]) {
      const step = stepAt(asked, { card: 'play 1', target: null, isAimed })
      expect(step.stage).toBe('target')
      expect(step.choices.map((choice) => [choice.spot, choice.isFinal])).toEqual([[9, true]])
    }
  })

  it('tells cards of the same name apart', () => {
    expect(
      stepAt(
        question('card', [
          { kind: 'card', text: 'Walker', card: 1 },
          { kind: 'card', text: 'Walker', card: 2 },
        ]),
        START,
      ).choices,
    ).toHaveLength(2)
  })
})

describe('several picks', () => {
  it('toggles, keeps the order of picking, and stops at the highest number', () => {
    expect(toggle([], 3, 2)).toEqual([3])
    expect(toggle([3], 1, 2)).toEqual([3, 1])
    expect(toggle([3, 1], 3, 2)).toEqual([1])
    expect(toggle([3, 1], 5, 2)).toEqual([3, 1])
  })

  it('moves an entry by one place and not over the edge', () => {
    expect(shift([4, 5, 6], 0, 1)).toEqual([5, 4, 6])
    expect(shift([4, 5, 6], 2, -1)).toEqual([4, 6, 5])
    expect(shift([4, 5, 6], 0, -1)).toEqual([4, 5, 6])
  })

  it('names what picking nothing means', () => {
    expect(declineLabel(question('special', [], 0))).toBe('Pass')
    expect(declineLabel(question('yes', [], 0))).toBe('No')
    expect(declineLabel(question('play', [], 0))).toBe('Not now')
    expect(declineLabel(question('card', [], 0))).toBe('None')
  })
})
