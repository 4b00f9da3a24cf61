/** States, questions and options for tests of the game model, with only what a test cares about filled in. */
import type { GameView, OptionView, QuestionView, State } from '@/protocol/types'

export function option(index: number, about: Partial<OptionView> = {}): OptionView {
  return { index, kind: 'card', text: `Option ${index}`, ...about }
}

export function question(about: Partial<QuestionView> = {}): QuestionView {
  return { player: 0, kind: 'card', prompt: 'Which?', source: -1, low: 1, high: 1, options: [], ...about }
}

export function view(about: Partial<GameView> = {}): GameView {
  const zones = { hand: [], discard: [], titans: [], stasis: [], known_hand: [], known_deck: [] }
  const player = { name: 'Ann', vp: 0, factions: [], ...zones }
  const board = { bases: [], base_discard: [], base_deck_top: null, box: [], supplies: [] }
  const turn = { turn: 1, turn_player: 0, target_vp: 15, question: null, asked: null }
  return { ...turn, ...board, players: [player], ...about } as unknown as GameView
}

let number = 0

/** The next state of a table; every one has a question of its own. */
export function state(about: Partial<State> = {}): State {
  number++
  const undo = { free: true, asked_by: null, waiting_for: [], way: 'undo', keep: null }
  const rest = {
    type: 'state',
    table: 'abc',
    name: '',
    you: 0,
    seats: [],
    events: [],
    log: [],
    log_from: 0,
    over: null,
  }
  return { ...rest, answers: number, question_id: `q${number}`, view: view(), undo, ...about } as unknown as State
}
