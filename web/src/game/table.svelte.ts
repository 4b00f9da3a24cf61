/** A table as one seat, a spectator, a replay or the tutorial sees it: its state, and the parts around it. */
import { getContext, setContext } from 'svelte'
import { provideInitials } from './initials'
import { cards } from '@/catalogue/catalogue.svelte'
import { toasts } from '@/effects/toasts.svelte'
import type {
  BotMove,
  ClientMessage,
  GameEvent,
  LogLineView,
  OptionPreview,
  QuestionView,
  ServerMessage,
  State,
} from '@/protocol/types'
import { settings } from '@/settings/settings.svelte'
import { FORMAT, TEXT } from '@/strings/common'
import { AutoAnswering } from './auto-answering'
import { isTrigger, triggerKey, type Always } from './automatic-answers'
import { Chat } from './chat.svelte'
import { Choosing } from './choosing.svelte'
import { Ending } from './ending.svelte'
import { Explanations } from './explanations'
import { History } from './history.svelte'
import { countMoves, mergeLog } from './log'
import { Playback } from './playback.svelte'
import { Recap } from './recap.svelte'
import { Requests } from './requests'
import { Screen } from './screen.svelte'
import { scoringsIn } from './scoring'
import { ScoringScene } from './scoring.svelte'
import { linesSeen, noteSeen } from './seen'
import type { Suggestion } from './suggestions'
import { pilesOf } from './piles'
import { boardOrder, learnNames, spots, type Spot } from './view'

/** How long an optional question that answers itself stays on screen, in milliseconds. */
const OPTIONAL_PAUSE_MS = 350
/** The same for one that everybody is asked: uneven, so that it does not reveal that there was nothing to decide. */
const FORCED_PAUSE_MS = { min: 500, spread: 900 }
/** How long the result of a scoring stays on screen where nothing may move. */
const STILL_MS = 2000

export class TableModel {
  state = $state.raw<State | null>(null)
  log = $state.raw<LogLineView[]>([])
  /** In a replay: the whole log, of which `log` is the part up to now. */
  whole = $state.raw<LogLineView[] | null>(null)
  previews = $state.raw<Record<string, OptionPreview>>({})
  /** An answer is on its way to the server. */
  isSent = $state(false)
  /** The question is about to answer itself. */
  isDeciding = $state(false)
  /** What a bot would do at the open question; 'asked' while it thinks. */
  hint = $state.raw<BotMove[] | 'asked' | null>(null)
  refused = $state<{ code: string; message: string } | null>(null)
  /** Cards that others have just played. */
  fresh = $state.raw<ReadonlySet<number>>(new Set())
  /** The lines of the log that came with the last event. */
  news = $state.raw({ from: Infinity, to: Infinity })
  /** Up to which line the log has been read, where it is a drawer. */
  seenLines = $state(-1)
  /** How many moves of others have been logged since. */
  unseen = $derived(this.seenLines < 0 ? 0 : countMoves(this.log.slice(this.seenLines)))
  /** Set by the tutorial: reduces a question to what the lesson is about. */
  filter = $state.raw<((question: QuestionView) => QuestionView) | null>(null)
  /** Set by a replay: goes to the moment of a line. */
  goToLine: ((line: LogLineView) => void) | null = null
  /** In a replay: moves that are shown on the board, and the base that the step is about. */
  suggested = $state.raw<readonly Suggestion[]>([])
  pointed = $state<number | null>(null)
  /** In a puzzle: the steps of its solution in which a card has a part. */
  numbered = $state.raw<ReadonlyMap<number, number[]>>(new Map())
  readonly names = new Map<number, string>()
  /** Nothing can be answered: a replay. */
  readonly isReadOnly: boolean

  readonly choosing: Choosing
  readonly playback: Playback
  readonly history: History
  readonly chat: Chat
  readonly explanations: Explanations
  readonly requests: Requests
  readonly screen = new Screen()
  readonly recap = new Recap(this)
  readonly scoring = new ScoringScene()
  readonly ending = new Ending()
  readonly autoAnswering = new AutoAnswering()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly transport: (message: ClientMessage) => void,
    { isReadOnly = false } = {},
  ) {
    this.isReadOnly = isReadOnly
    this.choosing = new Choosing(this)
    this.playback = new Playback(this)
    this.history = new History(this)
    this.chat = new Chat(this)
    this.explanations = new Explanations(transport, this)
    this.requests = new Requests(transport)
  }

  // --------------------------------------------------------------------------------------------- what is on screen
  view = $derived.by(() => this.history.moment?.view ?? this.state?.view ?? null)
  lines = $derived(this.whole ?? this.log)
  /** How many lines the log had at the moment on screen. */
  shownLines = $derived.by(() => this.history.moment?.lines ?? this.log.length)
  me = $derived(this.state?.you ?? null)
  tableId = $derived(this.state?.table ?? '')
  /** The question to this seat, whether or not it can be answered right now. */
  asked = $derived.by(() => {
    if (this.isLookingBack || this.isReadOnly || this.recap.isOpen || this.state?.halted) return null
    const question = this.state?.view?.question ?? null
    return question && this.filter ? this.filter(question) : question
  })
  /** The question, once it can be answered. */
  question = $derived.by(() => (this.isSent || this.playback.isBusy || this.isDeciding ? null : this.asked))
  spots: Map<number, Spot> = $derived(this.view ? spots(this.view) : new Map())
  hand = $derived(this.me === null ? [] : (this.view?.players[this.me]?.hand ?? []))
  piles = $derived(pilesOf(this.hand))
  pileOf = $derived(new Map(this.piles.flatMap((pile) => pile.map((card) => [card.id, pile[0]!.id]))))
  shownIds = $derived([...this.hand.map((card) => card.id), ...(this.view ? boardOrder(this.view) : [])])
  targetVp = $derived(this.view?.target_vp ?? 15)
  /** The card that asks, or the one that is being played. */
  source = $derived.by(() => {
    const asking = this.asked && this.asked.source >= 0 ? this.asked.source : null
    const id = this.choosing.step?.trail.at(-1)?.spot ?? asking
    return id === null ? null : { id, name: this.nameOf(id) }
  })
  /** What a repeated answer to the open question would be remembered for. */
  trigger = $derived.by(() => {
    if (!this.question || !isTrigger(this.question)) return null
    return triggerKey(this.question, this.sourceName(this.question))
  })
  /** The base that is framed, because something is said about it. */
  framed: number | null = $derived.by(() => this.recap.base ?? this.pointed)

  get isLookingBack(): boolean {
    return this.history.moment !== null
  }

  get isChatOpen(): boolean {
    return this.screen.panel === 'chat' && this.screen.isPanelShown
  }

  nameOf(id: number): string {
    return this.names.get(id) ?? ''
  }

  /** A player's name. Monsters, for example, belong to nobody. */
  player(index: number): string {
    if (index < 0) return TEXT.nobody
    return this.view?.players[index]?.name ?? this.state?.seats[index]?.name ?? FORMAT.player(index + 1)
  }

  /** What a player is called here: "You", or the name. */
  who(index: number): string {
    return index === this.me ? TEXT.you : this.player(index)
  }

  /** Opens a card or base in close-up. */
  open(id: number | null, name: string): void {
    this.screen.open(this.view, id, name)
  }

  private sourceName(question: QuestionView): string {
    return question.source >= 0 ? this.nameOf(question.source) : ''
  }

  // ------------------------------------------------------------------------------------------------- what arrives
  receive(message: ServerMessage): void {
    switch (message.type) {
      case 'state':
        if (message.over && this.state?.over === null) this.ending.expect()
        // Somebody came or went: there is nothing to animate, and the open question must not flicker.
        if (this.playback.isIdle && message.events.length === 0 && this.isSameQuestion(message)) this.apply(message)
        else this.playback.push(message)
        break
      case 'preview':
        if (message.number === this.state?.answers) this.previews = message.options
        break
      case 'explanation':
        this.explanations.receive(message)
        break
      case 'chat':
        this.chat.receive(message)
        break
      case 'error':
        this.isSent = false
        this.hint = null
        this.autoAnswering.isUndoing = false
        this.refused = { code: message.code, message: message.message }
        // A table that has halted says why in its banner.
        if (!['stale', 'not_in_play', 'halted'].includes(message.code)) toasts.say(message.message, true)
        break
      case 'hint':
        if (message.number === this.state?.answers && this.hint) this.hint = message.moves
        break
      case 'pong':
        break
    }
  }

  private isSameQuestion(state: State): boolean {
    return this.state?.question_id === state.question_id && this.state.answers === state.answers
  }

  /** Puts a state on screen. */
  apply(state: State): void {
    const isSame = this.isSameQuestion(state)
    const end = state.log_from + state.log.length
    const isNews = this.state ? state.log.length > 0 : end > linesSeen(state.table, state.you)
    if ((document.hidden || !this.state) && isNews) this.recap.isUnseen = true
    if (!isSame) this.recap.close()
    if (this.seenLines < 0) this.seenLines = end
    if (state.events.length > 0) this.news = { from: state.log_from, to: end }
    this.log = mergeLog(this.log, state.log_from, state.log)
    learnNames(this.names, state.view, state.log)
    const played = state.events.filter((event) => event.kind === 'play' && event.player !== state.you)
    this.fresh = new Set(played.flatMap((event) => event.cards.slice(0, 1)))
    this.announceResignations(state)
    this.state = state
    cards.playedWith(state.view?.players.flatMap((player) => player.factions) ?? [])
    if (state.chat?.length) this.chat.lines = state.chat
    this.explanations.clear()
    if (state.view && !this.isReadOnly) this.history.record(state.view)
    if (!document.hidden && !this.recap.isUnseen) this.noteSeen()
    if (isSame && !state.halted) return
    this.hint = null
    this.previews = {}
    this.isSent = false
    this.choosing.reset()
  }

  /** Everything in the log was on screen. */
  noteSeen(): void {
    if (this.state && !this.isReadOnly) noteSeen(this.state.table, this.me, this.log.length)
  }

  private announceResignations(state: State): void {
    for (const [seat, now] of state.seats.entries()) {
      if (now.resigned && this.state?.seats[seat]?.resigned === false) toasts.say(FORMAT.resigned(now.name))
    }
  }

  async still(next: State, change: () => Promise<void>): Promise<void> {
    const scored = scoringsIn(next.events, this.view, next.view).findLast((scoring) => scoring.isPaying)
    if (scored) this.scoring.showStill(scored, this.playback.sceneTempo * STILL_MS)
    await change()
  }

  showing(events: readonly GameEvent[]): void {
    this.screen.followEvents(this.state?.view ?? null, events)
  }

  /** A new question has come to rest: asks for its outcomes, and answers it if it answers itself. */
  finished(): void {
    clearTimeout(this.timer)
    this.isDeciding = false
    const { state, asked: question, autoAnswering } = this
    if (!state || !question || this.isSent) return
    if (question.kind === 'arrange') this.choosing.picked = question.options.map((option) => option.index)
    const dropped = autoAnswering.takeDropped(question)
    if (dropped) {
      this.answer(dropped)
      return
    }
    const turn = state.view?.turn ?? 0
    const decision = this.filter ? null : autoAnswering.decide(question, this.sourceName(question), turn)
    if (autoAnswering.isUndoing) {
      // This question had answered itself: the player means the decision before it.
      if (decision && state.undo.free) {
        this.transport({ type: 'undo' })
        return
      }
      autoAnswering.stopUndoing(state.question_id)
    }
    if (decision && autoAnswering.mayAnswer(state.question_id)) {
      const isForced = question.low > 0 || question.options.length === 0
      const pause = isForced ? FORCED_PAUSE_MS.min + Math.random() * FORCED_PAUSE_MS.spread : OPTIONAL_PAUSE_MS
      this.isDeciding = true
      this.timer = setTimeout(() => {
        if (decision.reason) toasts.say(decision.reason)
        this.answer(decision.picks)
      }, pause)
      return
    }
    if (this.recap.isWanted) void this.recap.open()
    if (question.options.length > 0) this.transport({ type: 'preview', number: state.answers })
  }

  // --------------------------------------------------------------------------------------- what the player does
  answer(picks: number[]): void {
    this.isDeciding = false
    if (!this.state || this.isSent || this.isReadOnly) return
    this.isSent = true
    this.choosing.sent()
    this.recap.act()
    this.transport({ type: 'answer', number: this.state.answers, picks })
  }

  undo(): void {
    if (this.isReadOnly || !this.state) return
    clearTimeout(this.timer)
    this.isDeciding = false
    this.autoAnswering.isUndoing = true
    this.isSent = false
    this.transport({ type: 'undo' })
  }

  /** Shows everything that waits at once, at the present moment. */
  skip(): void {
    this.playback.skip()
    this.history.now()
  }

  get canAskHint(): boolean {
    return this.question !== null && this.question.options.length > 0 && (this.state?.hints ?? false) && !this.filter
  }

  askHint(): void {
    if (!this.canAskHint || this.hint) return
    this.hint = 'asked'
    this.transport({ type: 'hint', number: this.state!.answers })
  }

  closeHint(): void {
    this.hint = null
  }

  /** Answers the open trigger, now and for the rest of the turn. */
  answerThisTurn(answer: Always): void {
    if (!this.trigger || !this.question) return
    this.autoAnswering.repeat(this.trigger, answer, this.state?.view?.turn ?? 0)
    this.answer(answer === 'yes' ? [this.question.options[0]!.index] : [])
  }

  /** Answers the open trigger, now and in every game. */
  answerAlways(answer: Always): void {
    if (!this.trigger || !this.question) return
    settings.always = { ...settings.always, [this.trigger]: answer }
    this.answer(answer === 'yes' ? [this.question.options[0]!.index] : [])
  }
}

const KEY = Symbol('table')

/** Hands the model down as a function, because a hot seat changes it. */
export function provideTable(get: () => TableModel): void {
  setContext(KEY, get)
  provideInitials(() => get().state?.seats.map((seat) => seat.name) ?? [])
}

export function useTable(): () => TableModel {
  return getContext<() => TableModel>(KEY)
}
