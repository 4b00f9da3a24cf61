/** Puzzles: a try is its answers, and this browser remembers which are solved. */
import { api } from '../lib/api'
import type { ClientMessage, PuzzleEntry, PuzzleTry, State } from '../lib/protocol'
import { load, save } from '../lib/storage'
import { TableModel } from '../lib/table.svelte'
import { toasts } from '../lib/toasts.svelte'

export interface Known {
  isSolved: boolean
  tries: number
  /** With a hint, or after the solution was shown. */
  hasHelp: boolean
}

class Progress {
  known = $state.raw<Record<string, Known>>(load('puzzles', {}))

  of(id: string): Known {
    return this.known[id] ?? { isSolved: false, tries: 0, hasHelp: false }
  }

  note(id: string, change: Partial<Known>): void {
    this.known = { ...this.known, [id]: { ...this.of(id), ...change } }
    save('puzzles', this.known)
  }
}

export const progress = new Progress()

export const GOALS = { win: 'Win this turn', stop: 'Stop the scoring' } as const

/** One puzzle on the table. */
export class PuzzleGame {
  readonly model: TableModel
  result = $state<PuzzleTry['result']>(null)
  answers = $state.raw<number[][]>([])
  problem = $state('')
  private serial = 0

  constructor(readonly entry: PuzzleEntry) {
    this.model = new TableModel((message) => this.hear(message))
    void this.go([])
  }

  again(): void {
    void this.go([])
  }

  undo(): void {
    if (this.answers.length > 0) void this.go(this.answers.slice(0, -1))
  }

  private hear(message: ClientMessage): void {
    if (message.type === 'answer') void this.go([...this.answers, message.picks])
    else if (message.type === 'undo') this.undo()
    else if (message.type === 'explain') toasts.say('In a puzzle only the table explains itself.')
  }

  private async go(answers: number[][]): Promise<void> {
    const isBack = answers.length <= this.answers.length
    const serial = ++this.serial
    try {
      const found = await api.tryPuzzle(this.entry.id, answers)
      if (serial !== this.serial) return
      this.answers = answers
      this.result = found.result
      const state = this.stateOf(found, isBack)
      this.model.receive(state)
      this.model.receive({ type: 'preview', number: state.answers, options: found.previews })
      if (found.result) progress.note(this.entry.id, { tries: progress.of(this.entry.id).tries + 1, ...(found.result === 'solved' ? { isSolved: true } : {}) })
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'That did not work.'
      this.model.isSent = false
      if (this.model.view) toasts.say(reason, true)
      else this.problem = reason
    }
  }

  private stateOf(found: PuzzleTry, isBack: boolean): State {
    const seats = found.view.players.map((player, i) => ({ name: player.name, kind: i === 0 ? ('person' as const) : ('bot' as const), level: null, connected: true, resigned: false, factions: player.factions }))
    return {
      type: 'state', table: '', name: `Puzzle ${this.entry.id}, ${this.entry.title}`, you: 0, creator: false, started: true, answers: this.serial, question_id: `puzzle-${this.serial}`,
      view: found.view, log: found.log, log_from: 0, events: isBack ? [] : found.events, undo: { free: true, asked_by: null, waiting_for: [] }, seats, spectators: 0, over: null, clock: null,
    } as unknown as State
  }
}
