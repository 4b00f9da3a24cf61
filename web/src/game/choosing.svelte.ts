/** Choosing an answer: what can be picked, what has been picked so far, and the steps on the way to an answer. */
import type { OptionPreview, OptionView, QuestionView } from '@/protocol/types'
import { START, back, endOption, isMultiple, pick, stepAt, toggle, type Choice, type Path, type Step } from './options'

/** How long to wait for a second digit, in milliseconds. */
const SECOND_DIGIT_MS = 700

/** What choosing needs to know of the table. */
export interface ChoosingContext {
  /** The open question, if it can be answered now. */
  readonly question: QuestionView | null
  /** The ids of the cards in hand, then of bases and cards in play, in the order in which they are shown. */
  readonly shownIds: readonly number[]
  /** For cards on a pile: the first card of their pile. */
  readonly pileOf: ReadonlyMap<number, number>
  readonly previews: Record<string, OptionPreview>
  answer(picks: number[]): void
}

export class Choosing {
  path = $state.raw<Path>(START)
  /** The options picked so far, where several can be. */
  picked = $state.raw<number[]>([])
  /** When ordering cards: those already placed by picking them, in order. */
  placed = $state.raw<number[]>([])
  /** The choice under the pointer or in focus: the power bars show its outcome. */
  hovered = $state<string | null>(null)
  /** A play that would change nothing and waits to be confirmed. */
  confirming = $state.raw<Choice | null>(null)
  private typed = ''
  private typing: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly table: ChoosingContext) {}

  private question = $derived.by(() => this.table.question)
  step: Step | null = $derived(this.question ? stepAt(this.question, this.path) : null)
  /** What can be picked in this step, in the order of the screen: the hand, then base by base; then what is on neither. */
  choices: Choice[] = $derived.by(() => {
    const choices = this.step?.choices ?? []
    const shown = new Map(this.table.shownIds.map((id, at) => [id, at]))
    const rank = (choice: Choice): number => shown.get(choice.spot ?? -1) ?? shown.size
    return choices.toSorted((a, b) => rank(a) - rank(b))
  })
  /** Choices between equal cards on a pile share a number: picking it takes the next one. */
  piles: Choice[][] = $derived.by(() => {
    const piles = new Map<number | string, Choice[]>()
    for (const choice of this.choices) {
      const key =
        this.question?.kind === 'arrange' ? choice.id : (this.table.pileOf.get(choice.spot ?? -1) ?? choice.id)
      const pile = piles.get(key)
      if (pile) pile.push(choice)
      else piles.set(key, [choice])
    }
    return [...piles.values()]
  })
  /** The cards and bases that can be picked, and the choice that each stands for. */
  targets: Map<number, Choice> = $derived.by(() => {
    const targets = new Map<number, Choice>()
    for (const choice of this.choices)
      if (choice.spot !== null && !targets.has(choice.spot)) targets.set(choice.spot, choice)
    return targets
  })
  targetPlayers: Map<number, Choice> = $derived(
    new Map(this.choices.flatMap((choice) => (choice.player === null ? [] : [[choice.player, choice]]))),
  )
  isMultiple = $derived(this.question !== null && isMultiple(this.question))
  /** The option that ends the turn. */
  end: OptionView | null = $derived(this.question ? endOption(this.question) : null)
  /** Totals by base after the choice in focus. */
  outcome: Record<string, number[]> = $derived.by(() => {
    const choice = this.choices.find((other) => other.id === this.hovered)
    return choice ? (this.preview(choice)?.totals ?? {}) : {}
  })

  /** Forgets what was picked: the question has changed. */
  reset(): void {
    this.typed = ''
    this.path = START
    this.picked = []
    this.placed = []
    this.hovered = null
    this.confirming = null
  }

  /** The answer is on its way. */
  sent(): void {
    this.hovered = null
    this.confirming = null
  }

  /** The number to type for a choice. */
  key(choice: Choice): string {
    const index = this.piles.findIndex((pile) => pile.includes(choice))
    return index >= 0 ? String(index + 1) : ''
  }

  /** The number to type for a card or base. */
  keyOf(id: number): string {
    const choice = this.targets.get(id)
    return choice ? this.key(choice) : ''
  }

  /** All choices that are equal to this one. */
  alike(choice: Choice): Choice[] {
    return this.piles.find((pile) => pile.includes(choice)) ?? [choice]
  }

  /** How many of a pile are picked. */
  countPicked(choice: Choice): number {
    return this.alike(choice).filter((other) => this.isPicked(other)).length
  }

  isPicked(choice: Choice): boolean {
    const { index } = choice.options[0]!
    return (this.question?.kind === 'arrange' ? this.placed : this.picked).includes(index)
  }

  preview(choice: Choice): OptionPreview | null {
    return choice.isFinal ? (this.table.previews[String(choice.options[0]!.index)] ?? null) : null
  }

  /** Whether a play is known to change nothing. */
  changesNothing(choice: Choice): boolean {
    return this.preview(choice)?.idle ?? false
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
      if (this.changesNothing(choice) && this.confirming !== choice) this.confirming = choice
      else this.table.answer(result.picks)
    } else {
      this.path = result.path
      this.hovered = null
    }
  }

  /** Picks one more of a pile; once all are picked, or no more may be, puts them back. */
  chooseAlike(choice: Choice): void {
    const pile = this.alike(choice)
    const next = pile.find((other) => !this.isPicked(other))
    const isFull = this.picked.length >= (this.question?.high ?? 0)
    if (next && !(isFull && next !== choice && this.isMultiple)) this.choose(next)
    else {
      const indexes = new Set(pile.map((other) => other.options[0]!.index))
      this.picked = this.picked.filter((index) => !indexes.has(index))
    }
  }

  /** Picks a card or base. Returns whether it could be picked. */
  chooseSpot(id: number): boolean {
    const choice = this.targets.get(id)
    if (choice) this.chooseAlike(choice)
    return choice !== undefined
  }

  /** Picking cards one by one puts them in that order; picking one again moves it back behind them. */
  private placeNext(index: number): void {
    this.placed = toggle(this.placed, index, this.picked.length)
    this.picked = [...this.placed, ...this.picked.filter((other) => !this.placed.includes(other))]
  }

  /** Takes a digit of a choice's number. If a second digit could follow, waits for it a moment. */
  typeDigit(digit: string): void {
    clearTimeout(this.typing)
    const number = Number(this.typed + digit)
    this.typed = ''
    if (number * 10 <= this.piles.length && number > 0) {
      this.typed = String(number)
      this.typing = setTimeout(() => this.endTyping(), SECOND_DIGIT_MS)
      return
    }
    this.chooseNumber(number)
  }

  /** Stops waiting for a second digit. Returns whether there was a first one. */
  endTyping(): boolean {
    clearTimeout(this.typing)
    const number = Number(this.typed)
    this.typed = ''
    if (number > 0) this.chooseNumber(number)
    return number > 0
  }

  private chooseNumber(number: number): void {
    const choice = this.piles[number - 1]?.[0]
    if (choice) this.chooseAlike(choice)
  }

  playAnyway(): void {
    if (this.confirming) this.table.answer([this.confirming.options[0]!.index])
  }

  get canConfirm(): boolean {
    if (!this.question || !this.isMultiple) return false
    return this.picked.length >= this.question.low && this.picked.length <= this.question.high
  }

  confirm(): void {
    if (!this.canConfirm) return
    // Where the order does not matter, the answer is in ascending order.
    const isOrder = this.question?.kind === 'arrange'
    this.table.answer(isOrder ? this.picked : this.picked.toSorted((a, b) => a - b))
  }

  get canDecline(): boolean {
    return this.question?.low === 0
  }

  decline(): void {
    if (this.canDecline) this.table.answer([])
  }

  private get canUnpick(): boolean {
    return this.picked.length > 0 && this.question?.kind !== 'arrange'
  }

  /** Whether something has been picked that can be put back. */
  get canStepBack(): boolean {
    return this.confirming !== null || (this.step?.trail.length ?? 0) > 0 || this.canUnpick
  }

  /** Esc: puts back what was picked last, or else passes where that is allowed. */
  stepBack(): void {
    const path = back(this.path)
    if (this.confirming) this.confirming = null
    else if (path && this.step && this.step.trail.length > 0) this.path = path
    else if (this.canUnpick) this.picked = []
    else this.decline()
  }

  endTurn(): void {
    if (this.end) this.table.answer([this.end.index])
  }
}
