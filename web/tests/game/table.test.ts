import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toasts } from '@/effects/toasts.svelte'
import { title } from '@/game/prompt'
import { TableModel } from '@/game/table.svelte'
import type { ClientMessage, Explanation, QuestionView, State } from '@/protocol/types'
import { settings } from '@/settings/settings.svelte'
import { option, question, state, view } from './fixtures'

function table(options = {}) {
  const sent: ClientMessage[] = []
  return { sent, model: new TableModel((message) => void sent.push(message), options) }
}

const asking = (asked: QuestionView, about: Partial<State> = {}): State =>
  state({ view: view({ question: asked }), ...about })
const choice = question({ options: [option(0), option(1)] })
const forced = question({ options: [option(0)] })

async function show(model: TableModel, ...states: State[]): Promise<void> {
  for (const next of states) model.receive(next)
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  Object.assign(settings, { auto: 'most', autoPass: true, batch: true, always: {}, recap: false })
  toasts.shown = []
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a question', () => {
  it('is shown with its options, and their outcomes are asked for', async () => {
    const { model, sent } = table()
    const next = asking(choice)
    await show(model, next)
    expect(model.question).toEqual(choice)
    expect(sent).toEqual([{ type: 'preview', number: next.answers }])
  })

  it('is answered once', async () => {
    const { model, sent } = table()
    const next = asking(choice)
    await show(model, next)
    model.answer([1])
    model.answer([0])
    expect(model.question).toBeNull()
    expect(sent.filter((message) => message.type === 'answer')).toEqual([
      { type: 'answer', number: next.answers, picks: [1] },
    ])
  })

  it('is gone once the game has ended early, which the banner explains', async () => {
    const { model } = table()
    const next = asking(choice)
    await show(model, next)
    model.choosing.picked = [1]
    model.receive({ type: 'error', code: 'halted', message: 'A card failed.' })
    await show(model, { ...next, halted: { fits: 3, of: 3, rules: '', settled: 'keep', reason: 'A card failed.' } })
    expect([model.question, model.choosing.picked, toasts.shown]).toEqual([null, [], []])
    expect(title(model)).toBe('This game has stopped.')
  })

  it('can be answered again after the server refused an answer', async () => {
    const { model } = table()
    await show(model, asking(choice))
    model.answer([1])
    model.receive({ type: 'error', code: 'illegal', message: 'Not allowed.' } as never)
    expect(model.question).toEqual(choice)
    expect(toasts.shown.map((toast) => toast.text)).toEqual(['Not allowed.'])
  })

  it('keeps what was picked when only the seats change', async () => {
    const { model } = table()
    const several = question({ high: 2, options: [option(0), option(1)] })
    const next = asking(several)
    await show(model, next)
    model.choosing.choose(model.choosing.choices[1]!)
    await show(model, { ...next, spectators: 3 })
    expect(model.choosing.picked).toEqual([1])
    await show(model, asking(several))
    expect(model.choosing.picked).toEqual([])
  })

  it('is not answered in a replay', async () => {
    const { model, sent } = table({ isReadOnly: true })
    await show(model, asking(choice))
    expect(model.question).toBeNull()
    model.answer([0])
    model.undo()
    expect(sent).toEqual([])
  })

  it('starts with all cards when they are to be ordered', async () => {
    const { model } = table()
    await show(model, asking(question({ kind: 'arrange', low: 2, high: 2, options: [option(0), option(1)] })))
    expect(model.choosing.picked).toEqual([0, 1])
  })

  it('waits while an earlier moment is on screen', async () => {
    const { model } = table()
    await show(model, asking(choice))
    model.history.moment = { view: view({ turn: 1 }), lines: 0 }
    expect(model.question).toBeNull()
    model.skip()
    expect(model.question).toEqual(choice)
  })

  it('can be answered for the rest of the turn', async () => {
    const { model, sent } = table()
    const optional = question({ kind: 'yes', source: 7, low: 0, options: [option(4)] })
    await show(model, asking(optional))
    model.answerThisTurn('no')
    await show(model, asking(optional))
    await vi.advanceTimersByTimeAsync(400)
    expect(sent.filter((message) => message.type === 'answer').map(({ picks }) => picks)).toEqual([[], []])
  })
})

describe('a question that answers itself', () => {
  it('is answered after a pause, with the reason', async () => {
    const { model, sent } = table()
    await show(model, asking(forced))
    expect(model.isDeciding).toBe(true)
    expect(model.question).toBeNull()
    await vi.advanceTimersByTimeAsync(1400)
    expect(sent).toMatchObject([{ type: 'answer', picks: [0] }])
    expect(toasts.shown[0]?.text).toContain('Option 0')
  })

  it('is taken back together with the decision before it', async () => {
    const { model, sent } = table()
    await show(model, asking(forced))
    model.undo()
    await show(model, asking(forced))
    expect(sent).toEqual([{ type: 'undo' }, { type: 'undo' }])
    await show(model, asking(choice))
    expect(model.question).toEqual(choice)
  })

  it('is asked after all if it cannot be taken back any further', async () => {
    const { model, sent } = table()
    await show(model, asking(choice))
    model.undo()
    const undo = { free: false, asked_by: null, waiting_for: [], way: 'undo', keep: null } as never
    await show(model, asking(forced, { undo }))
    await vi.advanceTimersByTimeAsync(3000)
    expect(sent.some((message) => message.type === 'answer')).toBe(false)
    expect(model.question).toEqual(forced)
  })

  it('is left to the player in the tutorial', async () => {
    const { model } = table()
    model.filter = (asked) => asked
    await show(model, asking(forced))
    await vi.advanceTimersByTimeAsync(3000)
    expect(model.question).toEqual(forced)
  })
})

describe('what else arrives', () => {
  it('shows outcomes only of the open question', async () => {
    const { model } = table()
    const next = asking(choice)
    await show(model, next)
    model.receive({ type: 'preview', number: next.answers - 1, options: { '0': {} } } as never)
    expect(model.previews).toEqual({})
    model.receive({ type: 'preview', number: next.answers, options: { '0': { idle: true } } } as never)
    expect(model.previews).toEqual({ '0': { idle: true } })
  })

  it('asks for an explanation once per position, and not about the past', async () => {
    const { model, sent } = table()
    await show(model, asking(choice))
    sent.length = 0
    model.explanations.request('power', 7)
    const known = { type: 'explanation', what: 'power', card: 7, player: null } as unknown as Explanation
    model.receive(known)
    model.explanations.request('power', 7)
    expect(sent).toHaveLength(1)
    expect(model.explanations.get('power', 7)).toEqual(known)
    model.history.moment = { view: view(), lines: 0 }
    model.explanations.request('power', 8)
    expect(sent).toHaveLength(1)
    model.history.now()
    await show(model, asking(choice))
    expect(model.explanations.get('power', 7)).toBeNull()
  })

  it('shows a hint only if one was asked for', async () => {
    const { model, sent } = table()
    const next = asking(choice, { hints: true })
    await show(model, next)
    model.receive({ type: 'hint', number: next.answers, moves: [] } as never)
    expect(model.hint).toBeNull()
    model.askHint()
    expect(sent.at(-1)).toEqual({ type: 'hint', number: next.answers })
    model.receive({ type: 'hint', number: next.answers, moves: [] } as never)
    expect(model.hint).toEqual([])
  })

  it('marks the cards that others have just played', async () => {
    const { model } = table()
    const event = { kind: 'play', cards: [7], base: 20, number: 0, from: null }
    await show(
      model,
      state({
        events: [
          { ...event, player: 1 },
          { ...event, player: 0, cards: [8] },
        ] as never,
      }),
    )
    expect([...model.fresh]).toEqual([7])
  })

  it('says who has resigned', async () => {
    const { model } = table()
    const seat = { name: 'Ben', resigned: false }
    await show(model, state({ seats: [seat] as never }), state({ seats: [{ ...seat, resigned: true }] as never }))
    expect(toasts.shown.map((toast) => toast.text)).toEqual(['Ben has resigned. A bot plays on.'])
  })
})

it('calls players by their names, and says of a monster that it is nobody’s', async () => {
  const { model } = table()
  await show(model, state())
  expect([model.who(0), model.player(0), model.player(-1)]).toEqual(['You', 'Ann', 'Nobody'])
})

it('sends what the player asks for besides answers', () => {
  const { model, sent } = table()
  model.requests.say('  Hello  ')
  model.requests.say('   ')
  model.requests.standIn(1, true)
  model.requests.resign()
  expect(sent).toEqual([{ type: 'chat', text: 'Hello' }, { type: 'stand_in', seat: 1, yes: true }, { type: 'resign' }])
})
