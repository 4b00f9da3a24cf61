/** Groups the options of a question into steps. Every pick is one of the offered options. */
import type { OptionView, QuestionView } from '@/protocol/types'
import { TEXT } from '@/strings/common'

/** One thing to pick in a step: one option, or several that a further step tells apart. */
export interface Choice {
  id: string
  options: OptionView[]
  /** The card or base to light up, on the board or in the hand. */
  spot: number | null
  /** The player to light up. */
  player: number | null
  label: string
  /** More than one alike: picking it takes the first. */
  times: number
  isFinal: boolean
}

/** What has been picked of an option with several parts: its card, then where, then with which play. */
export interface Path {
  card: string | null
  target: string | null
  /** The card is being dragged: where it goes is said even if there is only one place. */
  isAimed?: boolean
}

export interface Step {
  stage: 'first' | 'target' | 'using'
  choices: Choice[]
  /** The choices of the steps before, latest last. */
  trail: Choice[]
  /** The card, if there was no choice of it. */
  only: Choice | null
}

export const START: Path = { card: null, target: null }

/** Options that end Play Cards; they are the End turn button, not one among the others. */
export function endOption(question: QuestionView): OptionView | null {
  return question.options.find((option) => option.kind === 'end') ?? null
}

/** Whether several options are picked at once, so that there are no steps. */
export function isMultiple(question: QuestionView): boolean {
  return question.high > 1
}

function collect(options: readonly OptionView[], key: (option: OptionView) => string): [string, OptionView[]][] {
  const groups = new Map<string, OptionView[]>()
  for (const option of options) {
    const group = groups.get(key(option))
    if (group) group.push(option)
    else groups.set(key(option), [option])
  }
  return [...groups]
}

/** "Walker on Tortuga (extra from X)": the name without where. */
function bareName(option: OptionView): string {
  return option.name || option.text
}

/** Which play is spent is said beside the question. */
function withoutExtra(text: string): string {
  return text.replace(/ \(extra from .+\)$/, '')
}

function isPlay(option: OptionView): boolean {
  return option.kind === 'play' || option.kind === 'special'
}

function firstChoices(question: QuestionView): Choice[] {
  const open = question.options.filter((option) => option.kind !== 'end')
  const key = (option: OptionView): string => {
    if (isPlay(option) && option.card !== undefined) return `${option.kind} ${option.card}`
    // The same trigger of the same card about the same thing: the order between them changes nothing.
    if (question.kind === 'order' && option.kind === 'trigger') return `trigger ${option.text}`
    return `option ${option.index}`
  }
  return collect(open, key).map(([id, options]) => {
    const [option] = options as [OptionView, ...OptionView[]]
    // A card that can go to one place only is picked and put there like every other.
    const isAimed = question.kind === 'main' && option.kind === 'play' && option.target !== undefined
    const several = isPlay(option) && (options.length > 1 || isAimed)
    return {
      id,
      options,
      spot: option.card ?? null,
      player: option.player ?? null,
      label: isPlay(option) ? (several ? bareName(option) : withoutExtra(option.text)) : option.text,
      times: option.kind === 'trigger' ? options.length : 1,
      isFinal: !several,
    }
  })
}

/** Whether a card can be played at a base, as a minion, and with no target, as an action: a fusion. */
export function isFusion(choices: readonly Choice[]): boolean {
  return choices.some((choice) => choice.spot === null) && choices.some((choice) => choice.spot !== null)
}

function targetChoices(from: Choice): Choice[] {
  return collect(from.options, (option) => `target ${option.target ?? -1}`).map(([id, options]) => {
    const [option] = options as [OptionView, ...OptionView[]]
    const where = / on (.+?)(?: \(extra from .+\))?$/.exec(option.text.slice(bareName(option).length))
    return {
      id,
      options,
      spot: option.target ?? null,
      player: null,
      label: where?.[1] ?? option.text,
      times: 1,
      isFinal: options.length === 1,
    }
  })
}

function usingChoices(from: Choice): Choice[] {
  return from.options.map((option) => ({
    id: `option ${option.index}`,
    options: [option],
    spot: option.using ?? null,
    player: null,
    label:
      /\((extra from .+)\)$/.exec(option.text)?.[1] ?? (option.using === undefined ? 'your regular play' : option.text),
    times: 1,
    isFinal: true,
  }))
}

/** The step that a path leads to. Steps with a single way on are walked through by themselves. */
export function stepAt(question: QuestionView, path: Path): Step {
  const choices = firstChoices(question)
  const only = choices.length === 1 && !choices[0]!.isFinal && question.kind !== 'main' ? choices[0]! : null
  const card = only ?? choices.find((choice) => choice.id === path.card && (!choice.isFinal || path.isAimed))
  if (!card) return { stage: 'first', choices, trail: [], only }
  const trail = only ? [] : [card]
  const targets = targetChoices(card)
  const target = targets.length === 1 ? targets[0]! : targets.find((choice) => choice.id === path.target)
  if (!target || target.isFinal || (path.isAimed && !path.target))
    return { stage: 'target', choices: targets, trail, only }
  return {
    stage: 'using',
    choices: usingChoices(target),
    trail: targets.length === 1 ? trail : [...trail, target],
    only,
  }
}

/** What picking a choice does: an answer, or the path to the next step. */
export function pick(path: Path, step: Step, choice: Choice): { picks: number[] } | { path: Path } {
  if (choice.isFinal) return { picks: [choice.options[0]!.index] }
  return { path: step.stage === 'first' ? { card: choice.id, target: null } : { card: path.card, target: choice.id } }
}

/** One step back; null at the beginning. */
export function back(path: Path): Path | null {
  if (path.target) return { card: path.card, target: null }
  if (path.card) return START
  return null
}

/** What the button for picking nothing says. */
export function declineLabel(question: QuestionView): string {
  return TEXT.decline[question.kind] ?? TEXT.none
}

/** Toggles a pick among several. The order of picking is kept: where it matters, it is the answer. */
export function toggle(picked: readonly number[], index: number, high: number): number[] {
  if (picked.includes(index)) return picked.filter((other) => other !== index)
  return picked.length < high ? [...picked, index] : [...picked]
}

/** Moves one entry of an order by one place. */
export function shift(order: readonly number[], from: number, by: -1 | 1): number[] {
  const to = from + by
  const moved = [...order]
  if (to < 0 || to >= moved.length || from < 0 || from >= moved.length) return moved
  const [entry] = moved.splice(from, 1)
  moved.splice(to, 0, entry!)
  return moved
}
