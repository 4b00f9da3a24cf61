/** Puzzles: a try is its answers. This browser remembers which are solved, and so does the player's account. */
import { accountApi } from '@/account/account-api'
import { profile } from '@/account/profile.svelte'
import { api } from '@/protocol/api'
import type { ClientMessage, PuzzleEntry, PuzzleProgress, PuzzleTry, State } from '@/protocol/types'
import { load, save } from '@/settings/storage'
import { TableModel } from '@/game/table.svelte'
import { toasts } from '@/effects/toasts.svelte'
import { dayOf } from './daily'
import { rating } from './rating.svelte'
import { PUZZLE } from '@/strings/learn'

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

  /** The days whose puzzle was solved on that day. */
  days = $state.raw<string[]>(load('puzzle-days', []))

  noteDay(day: string): void {
    if (this.days.includes(day)) return
    this.days = [...this.days.slice(-400), day]
    save('puzzle-days', this.days)
  }

  note(id: string, change: Partial<Known>): void {
    this.known = { ...this.known, [id]: { ...this.of(id), ...change } }
    save('puzzles', this.known)
  }

  private isSyncing = false
  private isStale = false

  /** Combines what this device and the player's other devices know. Without a server it is tried the next time. */
  async sync(): Promise<void> {
    this.isStale = true
    if (this.isSyncing || !profile.isKnown) return
    this.isSyncing = true
    while (this.isStale) {
      this.isStale = false
      const found = await accountApi.progress(this.told).catch(() => null)
      if (found) this.learn(found)
    }
    this.isSyncing = false
  }

  private get told(): PuzzleProgress {
    const tried = Object.entries(this.known).map(([puzzle, { isSolved, tries, hasHelp }]) => ({
      puzzle,
      solved: isSolved,
      tries,
      helped: hasHelp,
    }))
    return { tried, days: [...this.days] }
  }

  private learn({ tried = [], days = [], rating: own }: PuzzleProgress): void {
    if (own) rating.learn(own)
    const found = tried.map(({ puzzle, solved, tries, helped }) => {
      const here = this.of(puzzle)
      const known: Known = {
        isSolved: solved || here.isSolved,
        tries: Math.max(tries, here.tries),
        hasHelp: helped || here.hasHelp,
      }
      return [puzzle, known] as const
    })
    this.known = { ...this.known, ...Object.fromEntries(found) }
    this.days = [...new Set([...this.days, ...days])].toSorted()
    save('puzzles', this.known)
    save('puzzle-days', this.days)
  }
}

export const progress = new Progress()

/** One puzzle on the table. */
export class PuzzleGame {
  readonly model: TableModel
  result = $state<PuzzleTry['result']>(null)
  /** How many in a hundred solve it at the first try; null while few have tried. */
  share = $state<number | null>(null)
  /** How a first try has moved the player's rating. */
  rated = $state.raw<PuzzleTry['rated']>(null)
  /** What a failed try has missed. */
  missed = $state.raw<PuzzleTry['missed']>(null)
  answers = $state.raw<number[][]>([])
  problem = $state('')
  /** Everybody's points at the start. */
  before = $state.raw<number[]>([])
  private serial = 0

  /** `day`: it is the puzzle of this day. */
  constructor(
    readonly entry: PuzzleEntry,
    private readonly day: string | null = null,
    private readonly onEnd: (result: 'solved' | 'failed') => void = () => undefined,
  ) {
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
    else if (message.type === 'explain') toasts.say(PUZZLE.onlyTheTable)
  }

  private async go(answers: number[][]): Promise<void> {
    const isBack = answers.length <= this.answers.length
    const serial = ++this.serial
    try {
      const known = progress.of(this.entry.id)
      const isFirst = known.tries === 0
      const own = isFirst && !profile.isKnown ? rating.now : null
      const found = await api.tryPuzzle(this.entry.id, { answers, helped: known.hasHelp, rating: own }, isFirst)
      if (serial !== this.serial) return
      this.answers = answers
      this.result = found.result
      this.share = found.share
      this.missed = found.missed
      this.rated = found.rated ?? null
      if (found.rated) rating.learn(found.rated.after)
      if (answers.length === 0) this.before = found.view.players.map((player) => player.vp)
      const state = this.stateOf(found, isBack)
      this.model.receive(state)
      this.model.receive({ type: 'preview', number: state.answers, options: found.previews })
      if (found.result === 'solved' && this.day === dayOf(new Date())) progress.noteDay(this.day)
      if (found.result) {
        this.onEnd(found.result)
        progress.note(this.entry.id, {
          tries: progress.of(this.entry.id).tries + 1,
          ...(found.result === 'solved' ? { isSolved: true } : {}),
        })
        void progress.sync()
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : PUZZLE.thatDidNotWork
      this.model.isSent = false
      if (this.model.view) toasts.say(reason, true)
      else this.problem = reason
    }
  }

  private stateOf(found: PuzzleTry, isBack: boolean): State {
    const seats = found.view.players.map((player, i) => ({
      name: player.name,
      kind: i === 0 ? ('person' as const) : ('bot' as const),
      level: null,
      connected: true,
      resigned: false,
      factions: player.factions,
    }))
    return {
      type: 'state',
      table: '',
      name: PUZZLE.table(this.entry.title),
      you: 0,
      creator: false,
      started: true,
      answers: this.serial,
      question_id: `puzzle-${this.serial}`,
      view: found.view,
      log: found.log,
      log_from: 0,
      events: isBack ? [] : found.events,
      undo: { free: true, asked_by: null, waiting_for: [] },
      seats,
      spectators: 0,
      over: null,
      clock: null,
    } as unknown as State
  }
}
