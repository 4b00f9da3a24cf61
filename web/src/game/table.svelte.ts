/** A table as one seat (or a spectator, a replay, the tutorial) has it on the screen: the state, and what is being picked. */
import { getContext, setContext } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import { cards } from '@/catalogue/catalogue.svelte'
import { decide, isTrigger, triggerKey, type Always } from './automatic-answers'
import type { Term } from '@/catalogue/glossary'
import { countMoves, mergeLog } from './log'
import { START, back, endOption, isMultiple, pick, stepAt, toggle, type Choice, type Path, type Step } from './options'
import type {
  BotMove,
  ChatLine,
  ClientMessage,
  Explanation,
  GameEvent,
  GameView,
  LogLineView,
  OptionPreview,
  QuestionView,
  ServerMessage,
  State,
  TableSettings,
} from '@/protocol/types'
import { Recap } from './recap.svelte'
import type { Suggestion } from './suggestions'
import { settings } from '@/settings/settings.svelte'
import { notify } from '@/effects/notifications'
import type { PhraseName } from '@/strings/phrases'
import { toasts } from '@/effects/toasts.svelte'
import { learnNames, spots, type Spot } from './view'
import { TOLD, WORDS } from '@/strings/common'

/** A position that was on the screen, to look back at. */
export interface Moment {
  view: GameView
  lines: number
}

export type ZoomTarget =
  { kind: 'card'; id: number | null; name: string } | { kind: 'base'; id: number; name: string; player: number | null }

/** Shows what happened between two states; ends when the next may be shown. */
export type Animator = (events: readonly GameEvent[], change: () => Promise<void>) => Promise<void>

export type Panel = 'log' | 'chat' | 'discards'

/** How long one thing that others do stays, in milliseconds. */
const PACES = { slow: 2000, normal: 900, fast: 250, step: 0 }
/** How long a step of a replay stays at its usual speed, in milliseconds. */
const REPLAYED = 900
const REMEMBERED = 600
/** How long a second digit may take, in milliseconds. */
const SECOND_DIGIT = 700
const AT_ONCE: Animator = (_events, change) => change()

export class TableModel {
  state = $state.raw<State | null>(null)
  log = $state.raw<LogLineView[]>([])
  /** In a replay: the log to the end of the game, of which `log` is the part up to now. */
  whole = $state.raw<LogLineView[] | null>(null)
  chat = $state.raw<ChatLine[]>([])
  previews = $state.raw<Record<string, OptionPreview>>({})
  explanations = new SvelteMap<string, Explanation>()
  path = $state.raw<Path>(START)
  picked = $state.raw<number[]>([])
  /** In an order: those that have been placed by picking them, first first. */
  placed = $state.raw<number[]>([])
  /** The choice under the pointer or in focus: its outcome is hatched into the bars. */
  hovered = $state<string | null>(null)
  isSent = $state(false)
  /** The question is about to answer itself. */
  isDeciding = $state(false)
  /** A play that would change nothing, until it is confirmed. */
  confirming = $state.raw<Choice | null>(null)
  moment = $state.raw<Moment | null>(null)
  zoom = $state.raw<ZoomTarget | null>(null)
  /** The word that is being explained, and the player whose points are. */
  term = $state.raw<Term | null>(null)
  whyVp = $state<number | null>(null)
  panel = $state<Panel>('log')
  unreadChat = $state(0)
  /** Whether the panel with the chat has room on the screen. */
  isChatShown = false
  pile = $state(0)
  /** Counts how often the panel beside the board was asked for: on a small screen it has to be opened. */
  sideAsked = $state(0)
  /** Up to which line the log has been looked at, where it is a drawer. */
  seenLines = $state(-1)
  /** What others and the table have done since. */
  unseen = $derived(this.seenLines < 0 ? 0 : countMoves(this.log.slice(this.seenLines)))
  /** The base in front on a phone. */
  front = $state<number | null>(null)
  fresh = $state.raw<ReadonlySet<number>>(new Set())
  isBusy = $state(false)
  /** What others do stands still until it goes on; whether the next step waits for a word. */
  isPaused = $state(false)
  isWaiting = $state(false)
  /** What a bot would do at the open question; while it thinks, that it was asked. */
  hint = $state.raw<BotMove[] | 'asked' | null>(null)
  /** How fast a replay goes. */
  tempo = $state(1)
  refused = $state<{ code: string; message: string } | null>(null)
  /** Nothing can be answered: a replay. */
  readonly isReadOnly: boolean
  /** A card that was let go over something: if it asks for just that next, it has its answer. */
  thrown: { card: number; spots: number[]; player: number | null } | null = null
  /** Told by the tutorial: what this step is about. */
  filter = $state.raw<((question: QuestionView) => QuestionView) | null>(null)

  animator: Animator = AT_ONCE
  /** How a moment that this browser has not seen is looked up: after so many answers. */
  past: ((step: number) => Promise<State>) | null = null
  /** How a replay goes to the moment of a line. */
  jumper: ((line: LogLineView) => void) | null = null
  readonly names = new Map<number, string>()
  moments = $state.raw<readonly Moment[]>([])
  readonly recap = new Recap(this)
  /** In a replay: moves that are shown on the board, and the base that the step is about. */
  suggested = $state.raw<readonly Suggestion[]>([])
  pointed = $state<number | null>(null)
  /** In a puzzle: the steps of its solution that a card has part in. */
  numbered = $state.raw<ReadonlyMap<number, number[]>>(new Map())
  /** The base that is framed, because something is told of it. */
  framed: number | null = $derived.by(() => this.recap.base ?? this.pointed)
  /** Which lines of the log came with the last thing that happened. */
  news = $state.raw({ from: Infinity, to: Infinity })
  private queue: State[] = []
  private isStepDone = false
  private isHurried = false
  private isUndoing = false
  private leftAlone = ''
  private readonly again = new Map<string, { answer: Always; turn: number }>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private typed = ''
  private typing: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly transport: (message: ClientMessage) => void,
    { isReadOnly = false } = {},
  ) {
    this.isReadOnly = isReadOnly
  }

  // ------------------------------------------------------------------------------------------- what is on the screen
  view = $derived(this.moment?.view ?? this.state?.view ?? null)
  lines = $derived(this.whole ?? this.log)
  /** How many lines of the log had happened at the moment that is shown. */
  shownLines = $derived(this.moment?.lines ?? this.log.length)
  me = $derived(this.state?.you ?? null)
  asked = $derived.by(() => {
    const question = this.moment || this.isReadOnly || this.recap.isOpen ? null : (this.state?.view?.question ?? null)
    return question && this.filter ? this.filter(question) : question
  })
  question = $derived(this.isSent || this.isBusy || this.isDeciding ? null : this.asked)
  step: Step | null = $derived(this.question ? stepAt(this.question, this.path) : null)
  spots: Map<number, Spot> = $derived(this.view ? spots(this.view) : new Map())
  choices: Choice[] = $derived.by(() => {
    const choices = this.step?.choices ?? []
    const hand = this.hand.map((card) => card.id)
    const rank = (choice: Choice): number => {
      const at = choice.spot === null ? -1 : hand.indexOf(choice.spot)
      return this.step?.stage !== 'first' ? 0 : at >= 0 ? at : hand.length
    }
    return choices.toSorted((a, b) => rank(a) - rank(b))
  })
  /** What lights up, and the choice it stands for. */
  lit: Map<number, Choice> = $derived.by(() => {
    const lit = new Map<number, Choice>()
    for (const choice of this.choices) if (choice.spot !== null && !lit.has(choice.spot)) lit.set(choice.spot, choice)
    return lit
  })
  litPlayers: Map<number, Choice> = $derived(
    new Map(this.choices.flatMap((choice) => (choice.player === null ? [] : [[choice.player, choice]]))),
  )
  isMultiple = $derived(this.question !== null && isMultiple(this.question))
  end = $derived(this.question ? endOption(this.question) : null)
  hand = $derived(this.me === null ? [] : (this.view?.players[this.me]?.hand ?? []))
  /** Totals by base after the choice in focus. */
  outcome: Record<string, number[]> = $derived.by(() => {
    const choice = this.choices.find((other) => other.id === this.hovered)
    return choice?.isFinal ? (this.previews[String(choice.options[0]!.index)]?.totals ?? {}) : {}
  })
  targetVp = $derived(this.view?.target_vp ?? 15)
  source = $derived.by(() => {
    const id = this.step?.trail.at(-1)?.spot ?? (this.asked && this.asked.source >= 0 ? this.asked.source : null)
    return id === null ? null : { id, name: this.nameOf(id) }
  })
  trigger = $derived.by(() => {
    if (!this.question || !isTrigger(this.question)) return null
    return triggerKey(this.question, this.question.source >= 0 ? this.nameOf(this.question.source) : '')
  })

  key(choice: Choice): string {
    const index = this.choices.indexOf(choice)
    return index >= 0 ? String(index + 1) : ''
  }

  keyOf(id: number): string {
    const choice = this.lit.get(id)
    return choice ? this.key(choice) : ''
  }

  isPicked(choice: Choice): boolean {
    const { index } = choice.options[0]!
    return (this.question?.kind === 'arrange' ? this.placed : this.picked).includes(index)
  }

  preview(choice: Choice): OptionPreview | null {
    return choice.isFinal ? (this.previews[String(choice.options[0]!.index)] ?? null) : null
  }

  nameOf(id: number): string {
    return this.names.get(id) ?? ''
  }

  player(index: number): string {
    return this.view?.players[index]?.name ?? this.state?.seats[index]?.name ?? TOLD.player(index + 1)
  }

  /** How a player is called here: "You", or the name. */
  who(index: number): string {
    return index === this.me ? WORDS.you : this.player(index)
  }

  // ------------------------------------------------------------------------------------------- what arrives
  receive(message: ServerMessage): void {
    switch (message.type) {
      case 'state':
        // Somebody came or went: nothing to animate, and the open question must not blink.
        if (!this.isBusy && this.queue.length === 0 && message.events.length === 0 && this.isSameQuestion(message))
          this.apply(message)
        else {
          this.queue.push(message)
          void this.drain()
        }
        break
      case 'preview':
        if (message.number === this.state?.answers) this.previews = message.options
        break
      case 'explanation':
        this.explanations.set(explanationKey(message.what, message.card, message.player), message)
        break
      case 'chat':
        this.hear(message)
        break
      case 'error':
        this.isSent = false
        this.hint = null
        this.isUndoing = false
        this.refused = { code: message.code, message: message.message }
        if (message.code !== 'stale' && message.code !== 'not_in_play') toasts.say(message.message, true)
        break
      case 'hint':
        if (message.number === this.state?.answers && this.hint) this.hint = message.moves
        break
      case 'pong':
        break
    }
  }

  /** What is said is seen: in the chat if it is open, else for a moment over the table. */
  private hear(line: ChatLine): void {
    this.chat = [...this.chat.slice(-199), line]
    const isForMe = line.kind === 'nudge' && line.seat === this.me
    if (isForMe) notify(line.text, `/t/${this.state?.table}`, this.state?.table ?? '')
    if (this.panel === 'chat' && this.isChatShown) return
    if (line.kind === 'talk' || line.kind === 'phrase' || line.kind === undefined) {
      if (line.seat === this.me) return
      this.unreadChat++
      toasts.say(`${line.name}: ${line.text}`)
    } else if (line.kind === 'notice' || isForMe) toasts.say(isForMe ? WORDS.theOthersWait : line.text)
  }

  /** Waits until somebody has had the time to read what others did, or has said that they have. */
  async follow(events: readonly GameEvent[], shown: number): Promise<void> {
    const isPaid = events.some((event) => event.kind === 'score' || event.kind === 'vp')
    const begin = performance.now() - Math.min(shown, 400)
    this.isStepDone = false
    this.isWaiting = true
    this.showBase(events)
    const isOver = (): boolean => {
      if (this.isHurried || this.isStepDone) return true
      if (this.isReadOnly) return performance.now() - begin >= REPLAYED / this.tempo
      if (this.isPaused || settings.pace === 'step') return false
      return performance.now() - begin >= PACES[settings.pace] * (isPaid ? 1.5 : 1)
    }
    while (!isOver()) await new Promise((resume) => setTimeout(resume, 40))
    this.isWaiting = false
  }

  /** Where one base is shown at a time, it is the one where something happens. */
  private showBase(events: readonly GameEvent[]): void {
    const bases = this.state?.view?.bases ?? []
    for (const event of events) {
      const at = bases.find(
        (base) =>
          base.id === event.base ||
          event.cards.some((card) =>
            base.cards.some((other) => other.id === card || other.cards.some((on) => on.id === card)),
          ),
      )
      if (at) this.front = at.id
    }
  }

  pause(): void {
    if (this.isBusy) this.isPaused = !this.isPaused
  }

  nextStep(): void {
    if (this.isWaiting) this.isStepDone = true
  }

  /** Shows everything that waits at once. */
  skip(): void {
    this.isPaused = false
    this.isHurried = true
    if (this.moment) this.moment = null
  }

  get isSkipping(): boolean {
    return this.isHurried
  }

  private async drain(): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        const state = next
        const isStill =
          this.isHurried || !settings.moves || document.hidden || this.moment !== null || this.queue.length > 12
        await (isStill ? AT_ONCE : this.animator)(state.events, async () => this.apply(state))
      }
    } finally {
      this.isBusy = false
      this.isPaused = false
      this.isHurried = false
    }
    this.settle()
  }

  private isSameQuestion(state: State): boolean {
    return this.state?.question_id === state.question_id && this.state.answers === state.answers
  }

  private apply(state: State): void {
    const isSame = this.isSameQuestion(state)
    if ((document.hidden || !this.state) && state.log.length > 0) this.recap.isUnseen = true
    if (!isSame) this.recap.close()
    if (this.seenLines < 0) this.seenLines = state.log_from + state.log.length
    this.news = state.events.length > 0 ? { from: state.log_from, to: state.log_from + state.log.length } : this.news
    this.log = mergeLog(this.log, state.log_from, state.log)
    learnNames(this.names, state.view, state.log)
    this.fresh = new Set(
      state.events
        .filter((event) => event.kind === 'play' && event.player !== state.you)
        .flatMap((event) => event.cards.slice(0, 1)),
    )
    this.tellResigned(state)
    this.state = state
    cards.playedWith(state.view?.players.flatMap((player) => player.factions) ?? [])
    if (state.chat?.length) this.chat = state.chat
    this.explanations.clear()
    if (state.view && !this.isReadOnly) {
      const before = this.moments.filter((moment) => moment.lines < this.log.length).slice(-REMEMBERED)
      this.moments = [...before, { view: state.view, lines: this.log.length }]
    }
    if (isSame) return
    this.hint = null
    this.previews = {}
    this.typed = ''
    this.path = START
    this.picked = []
    this.placed = []
    this.hovered = null
    this.confirming = null
    this.isSent = false
  }

  private tellResigned(state: State): void {
    for (const [seat, now] of state.seats.entries()) {
      if (now.resigned && this.state?.seats[seat]?.resigned === false)
        toasts.say(`${now.name} has resigned. A bot plays on.`)
    }
  }

  /** A new question has come to rest: look at its outcomes, and answer it if it answers itself. */
  private settle(): void {
    clearTimeout(this.timer)
    this.isDeciding = false
    const { state } = this
    const question = this.asked
    if (!state || !question || this.isSent) return
    if (question.kind === 'arrange') this.picked = question.options.map((option) => option.index)
    const aimed = this.aimedAt(question)
    if (aimed) {
      this.answer(aimed)
      return
    }
    const source = question.source >= 0 ? this.nameOf(question.source) : ''
    const decision = this.filter ? null : (this.sameAgain(question, source) ?? decide(question, source, settings))
    if (this.isUndoing) {
      // The last answer had given itself: who takes back means the decision before it.
      if (decision && state.undo.free) {
        this.transport({ type: 'undo' })
        return
      }
      this.isUndoing = false
      this.leftAlone = state.question_id
    }
    if (decision && this.leftAlone !== state.question_id) {
      // An uneven pause: how long it takes must not tell that there was nothing to think about.
      const pause = question.low > 0 || question.options.length === 0 ? 500 + Math.random() * 900 : 350
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

  /** What a card asks for that was let go over it. */
  private aimedAt(question: QuestionView): number[] | null {
    const thrown = this.thrown
    this.thrown = null
    if (!thrown || question.source !== thrown.card || isMultiple(question) || this.isUndoing) return null
    const choices = stepAt(question, START).choices.filter((choice) => choice.isFinal)
    for (const spot of thrown.spots) {
      const choice = choices.find((other) => other.spot === spot)
      if (choice) return [choice.options[0]!.index]
    }
    const choice = thrown.player === null ? undefined : choices.find((other) => other.player === thrown.player)
    return choice ? [choice.options[0]!.index] : null
  }

  private sameAgain(question: QuestionView, source: string): { picks: number[]; reason: string } | null {
    if (!isTrigger(question)) return null
    const known = this.again.get(triggerKey(question, source))
    if (!known || known.turn !== this.state?.view?.turn) return null
    return {
      picks: known.answer === 'yes' ? [question.options[0]!.index] : [],
      reason: TOLD.again(source, known.answer),
    }
  }

  // ------------------------------------------------------------------------------------------- what the person does
  answer(picks: number[]): void {
    this.isDeciding = false
    if (!this.state || this.isSent || this.isReadOnly) return
    this.isSent = true
    this.hovered = null
    this.confirming = null
    this.recap.act()
    this.transport({ type: 'answer', number: this.state.answers, picks })
  }

  choose(choice: Choice): void {
    if (!this.step || !this.question) return
    if (this.question.kind === 'arrange') {
      this.placeNext(choice.options[0]!.index)
      return
    }
    if (this.isMultiple) {
      this.picked = toggle(this.picked, choice.options[0]!.index, this.question.high)
      return
    }
    const result = pick(this.path, this.step, choice)
    if ('picks' in result) {
      if (this.isIdle(choice) && this.confirming !== choice) this.confirming = choice
      else this.answer(result.picks)
    } else {
      this.path = result.path
      this.hovered = null
    }
  }

  /** Picking cards one after the other orders them so; picking one again lets it go back behind those. */
  private placeNext(index: number): void {
    this.placed = toggle(this.placed, index, this.picked.length)
    this.picked = [...this.placed, ...this.picked.filter((other) => !this.placed.includes(other))]
  }

  /** Whether a play is known to change nothing. */
  isIdle(choice: Choice): boolean {
    return this.preview(choice)?.idle ?? false
  }

  playAnyway(): void {
    if (!this.confirming) return
    this.answer([this.confirming.options[0]!.index])
  }

  /** Picks what is lit up on the board. Whether there was something to pick. */
  chooseSpot(id: number): boolean {
    const choice = this.lit.get(id)
    if (choice) this.choose(choice)
    return choice !== undefined
  }

  /** A digit of the number that a choice carries. Where a second digit may follow, it is waited for a moment. */
  typeDigit(digit: string): void {
    clearTimeout(this.typing)
    const number = Number(this.typed + digit)
    this.typed = ''
    if (number * 10 <= this.choices.length && number > 0) {
      this.typed = String(number)
      this.typing = setTimeout(() => this.endTyping(), SECOND_DIGIT)
      return
    }
    this.chooseNumber(number)
  }

  /** No second digit comes. Whether one was waited for. */
  endTyping(): boolean {
    clearTimeout(this.typing)
    const number = Number(this.typed)
    this.typed = ''
    if (number > 0) this.chooseNumber(number)
    return number > 0
  }

  private chooseNumber(number: number): void {
    const choice = this.choices[number - 1]
    if (choice) this.choose(choice)
  }

  get canConfirm(): boolean {
    return (
      this.question !== null &&
      this.isMultiple &&
      this.picked.length >= this.question.low &&
      this.picked.length <= this.question.high
    )
  }

  confirm(): void {
    // Where the order does not matter the answer says so: ascending.
    if (this.canConfirm)
      this.answer(this.question?.kind === 'arrange' ? this.picked : this.picked.toSorted((a, b) => a - b))
  }

  get canDecline(): boolean {
    return this.question?.low === 0
  }

  decline(): void {
    if (this.canDecline) this.answer([])
  }

  /** Whether something has been picked that can be put back. */
  get canStepBack(): boolean {
    return (
      this.confirming !== null ||
      (this.step?.trail.length ?? 0) > 0 ||
      (this.picked.length > 0 && this.question?.kind !== 'arrange')
    )
  }

  /** Esc: put back, else pass where allowed. */
  stepBack(): void {
    const path = back(this.path)
    if (this.confirming) this.confirming = null
    else if (path && this.step && this.step.trail.length > 0) this.path = path
    else if (this.picked.length > 0 && this.question?.kind !== 'arrange') this.picked = []
    else this.decline()
  }

  endTurn(): void {
    if (this.end) this.answer([this.end.index])
  }

  undo(): void {
    if (this.isReadOnly || !this.state) return
    clearTimeout(this.timer)
    this.isDeciding = false
    this.isUndoing = true
    this.isSent = false
    this.transport({ type: 'undo' })
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

  /** What becomes of a game that was played by other rules. */
  settleHalt(way: 'go_on' | 'keep' | 'older'): void {
    this.transport({ type: 'settle', way })
  }

  consent(yes: boolean): void {
    this.transport({ type: 'consent', yes })
  }

  say(text: string): void {
    if (text.trim()) this.transport({ type: 'chat', text: text.trim().slice(0, 300) })
  }

  phrase(phrase: PhraseName): void {
    this.transport({ type: 'phrase', phrase })
  }

  /** Lets a bot play for a seat, or takes one's own back. */
  standIn(seat: number, yes: boolean): void {
    this.transport({ type: 'stand_in', seat, yes })
  }

  nudge(seat: number): void {
    this.transport({ type: 'nudge', seat })
  }

  change(settings: TableSettings): void {
    this.transport({ type: 'change', settings })
  }

  rematch(factions: 'again' | 'same' | 'other'): void {
    this.transport({ type: 'rematch', factions })
  }

  send(type: 'resign' | 'start'): void {
    this.transport({ type })
  }

  answerAgain(answer: Always): void {
    if (!this.trigger || !this.question) return
    this.again.set(this.trigger, { answer, turn: this.state?.view?.turn ?? 0 })
    this.answer(answer === 'yes' ? [this.question.options[0]!.index] : [])
  }

  answerAlways(answer: Always): void {
    if (!this.trigger || !this.question) return
    settings.always = { ...settings.always, [this.trigger]: answer }
    this.answer(answer === 'yes' ? [this.question.options[0]!.index] : [])
  }

  explain(what: Explanation['what'], card: number, player: number | null = null): void {
    if (this.moment || this.explanations.has(explanationKey(what, card, player))) return
    this.transport({ type: 'explain', what, card, player })
  }

  explanation(what: Explanation['what'], card: number, player: number | null = null): Explanation | null {
    return this.explanations.get(explanationKey(what, card, player)) ?? null
  }

  /** Opens a card or base, in play or not. */
  open(id: number | null, name: string): void {
    const base = id === null ? undefined : this.view?.bases.find((other) => other.id === id)
    if (base) this.zoom = { kind: 'base', id: base.id, name: base.name, player: null }
    else this.zoom = { kind: 'card', id, name }
  }

  openTotal(base: number, player: number): void {
    this.zoom = { kind: 'base', id: base, name: this.nameOf(base), player }
  }

  /** Looks back at the moment after a line of the log. */
  async jump(line: number): Promise<void> {
    const moment = await this.momentAt(line)
    if (moment) this.moment = moment.lines === this.log.length ? null : moment
  }

  /** The position after a line of the log. */
  async momentAt(line: number): Promise<Moment | undefined> {
    return this.hasSeen(line) ? this.moments.find((known) => known.lines > line) : this.lookUp(line)
  }

  canJump(line: number): boolean {
    return this.past !== null || this.hasSeen(line)
  }

  /** Whether this browser was there. */
  hasSeen(line: number): boolean {
    return (this.moments[0]?.lines ?? Infinity) <= line + 1
  }

  private async lookUp(line: number): Promise<Moment | undefined> {
    try {
      const state = await this.past?.(this.log[line]?.after ?? 0)
      return state?.view ? { view: state.view, lines: state.log.length } : undefined
    } catch (error) {
      toasts.say(error instanceof Error ? error.message : WORDS.thatDidNotWork, true)
      return undefined
    }
  }

  now(): void {
    this.moment = null
  }

  showPile(player: number): void {
    this.pile = player
    this.panel = 'discards'
    this.sideAsked++
  }
}

export function explanationKey(what: string, card: number, player: number | null): string {
  return `${what} ${card} ${player ?? ''}`
}

const KEY = Symbol('table')

/** The model is handed down as a function, because a hot seat changes it. */
export function provideTable(get: () => TableModel): void {
  setContext(KEY, get)
}

export function useTable(): () => TableModel {
  return getContext<() => TableModel>(KEY)
}
