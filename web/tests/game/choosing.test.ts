import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Choosing, type ChoosingContext } from '@/game/choosing.svelte'
import type { OptionPreview, OptionView, QuestionView } from '@/protocol/types'
import { option, question } from './fixtures'

function choosing(asked: QuestionView | null, context: Partial<ChoosingContext> = {}) {
  const answer = vi.fn()
  return {
    answer,
    model: new Choosing({ question: asked, shownIds: [], pileOf: new Map(), previews: {}, answer, ...context }),
  }
}

const main = (...options: OptionView[]): QuestionView => question({ kind: 'main', low: 0, options })
const play = (index: number, card: number, target?: number): OptionView =>
  option(index, { kind: 'play', card, target, name: `Card ${card}`, text: `Card ${card} on Base ${target}` })

describe('choosing a single option', () => {
  it('answers with the option that was picked', () => {
    const { model, answer } = choosing(question({ options: [option(3, { card: 7 }), option(4, { card: 8 })] }))
    expect(model.chooseSpot(8)).toBe(true)
    expect(answer).toHaveBeenCalledWith([4])
  })

  it('does nothing for a card that is not offered', () => {
    const { model, answer } = choosing(question({ options: [option(3, { card: 7 })] }))
    expect(model.chooseSpot(99)).toBe(false)
    expect(answer).not.toHaveBeenCalled()
  })

  it('asks where a card goes before it is played, and can put it back', () => {
    const { model, answer } = choosing(main(play(0, 7, 20), play(1, 7, 21), option(2, { kind: 'end' })))
    model.choose(model.choices[0]!)
    expect(model.step?.stage).toBe('target')
    expect(model.canStepBack).toBe(true)
    model.stepBack()
    expect(model.step?.stage).toBe('first')
    model.choose(model.choices[0]!)
    model.chooseSpot(21)
    expect(answer).toHaveBeenCalledWith([1])
  })

  it('lists cards in hand first, in the order of the hand', () => {
    const options = [option(0, { kind: 'talent', card: 50 }), play(1, 7, 20), play(2, 8, 20)]
    const { model } = choosing(main(...options), { shownIds: [8, 7] })
    expect(model.choices.map((choice) => choice.spot)).toEqual([8, 7, 50])
    expect(model.keyOf(50)).toBe('3')
  })

  it('wants a confirmation for a play that changes nothing', () => {
    const previews = { '0': { idle: true, totals: {} } } as unknown as Record<string, OptionPreview>
    const { model, answer } = choosing(question({ options: [option(0), option(1)] }), { previews })
    model.choose(model.choices[0]!)
    expect(answer).not.toHaveBeenCalled()
    expect(model.confirming).not.toBeNull()
    model.playAnyway()
    expect(answer).toHaveBeenCalledWith([0])
  })

  it('passes with Esc only where that is allowed', () => {
    const must = choosing(question({ options: [option(0)] }))
    must.model.stepBack()
    expect(must.answer).not.toHaveBeenCalled()
    const may = choosing(question({ low: 0, options: [option(0)] }))
    may.model.stepBack()
    expect(may.answer).toHaveBeenCalledWith([])
  })

  it('ends the turn with the option for it, which is not among the choices', () => {
    const { model, answer } = choosing(main(play(0, 7, 20), option(5, { kind: 'end' })))
    expect(model.choices).toHaveLength(1)
    model.endTurn()
    expect(answer).toHaveBeenCalledWith([5])
  })

  it('shows the outcome of the choice under the pointer', () => {
    const previews = { '1': { idle: false, totals: { '20': [5, 3] } } } as unknown as Record<string, OptionPreview>
    const { model } = choosing(question({ options: [option(0), option(1)] }), { previews })
    expect(model.outcome).toEqual({})
    model.hovered = model.choices[1]!.id
    expect(model.outcome).toEqual({ '20': [5, 3] })
  })
})

describe('choosing several options', () => {
  const several = (): QuestionView => question({ low: 1, high: 2, options: [option(0), option(1), option(2)] })

  it('can be confirmed once enough are picked, and answers in ascending order', () => {
    const { model, answer } = choosing(several())
    expect(model.canConfirm).toBe(false)
    model.choose(model.choices[2]!)
    model.choose(model.choices[0]!)
    expect(model.canConfirm).toBe(true)
    model.confirm()
    expect(answer).toHaveBeenCalledWith([0, 2])
  })

  it('never picks more than allowed, and Esc drops them all', () => {
    const { model } = choosing(several())
    for (const choice of [...model.choices]) model.choose(choice)
    expect(model.picked).toEqual([0, 1])
    model.stepBack()
    expect(model.picked).toEqual([])
  })

  it('orders cards by the order in which they are picked', () => {
    const { model, answer } = choosing(
      question({ kind: 'arrange', low: 3, high: 3, options: [option(0), option(1), option(2)] }),
    )
    model.picked = [0, 1, 2]
    model.choose(model.choices[2]!)
    model.choose(model.choices[1]!)
    expect(model.picked).toEqual([2, 1, 0])
    expect(model.isPicked(model.choices[0]!)).toBe(false)
    model.confirm()
    expect(answer).toHaveBeenCalledWith([2, 1, 0])
  })

  it('forgets everything when the question changes', () => {
    const { model } = choosing(several())
    model.choose(model.choices[1]!)
    model.hovered = 'option 1'
    model.reset()
    expect([model.picked, model.hovered]).toEqual([[], null])
  })
})

describe('typing the number of a choice', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const many = (count: number): QuestionView =>
    question({ options: Array.from({ length: count }, (_, i) => option(i)) })

  it('chooses at once if no second digit can follow', () => {
    const { model, answer } = choosing(many(9))
    model.typeDigit('4')
    expect(answer).toHaveBeenCalledWith([3])
  })

  it('waits for a second digit if there are enough choices', () => {
    const { model, answer } = choosing(many(12))
    model.typeDigit('1')
    expect(answer).not.toHaveBeenCalled()
    model.typeDigit('2')
    expect(answer).toHaveBeenCalledWith([11])
  })

  it('takes the first digit alone after a moment, or when told that none follows', () => {
    const { model, answer } = choosing(many(12))
    model.typeDigit('1')
    vi.advanceTimersByTime(700)
    expect(answer).toHaveBeenCalledWith([0])
    model.typeDigit('1')
    expect(model.endTyping()).toBe(true)
    expect(answer).toHaveBeenCalledTimes(2)
    expect(model.endTyping()).toBe(false)
  })
})

describe('equal cards on a pile', () => {
  const options = [option(0, { card: 5 }), option(1, { card: 6 }), option(2, { card: 7 }), option(3, { card: 8 })]
  const pileOf = new Map([
    [5, 5],
    [6, 6],
    [7, 5],
    [8, 5],
  ])

  it('have one number, which picks the next one and in the end puts all back', () => {
    const { model } = choosing(question({ options, low: 3, high: 3 }), { shownIds: [5, 6, 7, 8], pileOf })
    expect(model.piles.map((pile) => pile.length)).toEqual([3, 1])
    expect([5, 6, 8].map((id) => model.keyOf(id))).toEqual(['1', '2', '1'])
    const picked = [1, 1, 2, 1].map((digit) => {
      model.typeDigit(String(digit))
      return [...model.picked]
    })
    expect(picked).toEqual([[0], [0, 2], [0, 2, 1], [1]])
  })

  it('are played one by one', () => {
    const { model, answer } = choosing(question({ options }), { shownIds: [5, 6, 7, 8], pileOf })
    model.chooseSpot(8)
    expect(answer).toHaveBeenCalledWith([0])
  })
})
