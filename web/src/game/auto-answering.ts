/** Answering without asking: by where a card was dropped, by an earlier answer, or by the player's settings. */
import type { QuestionView } from '@/protocol/types'
import { settings } from '@/settings/settings.svelte'
import { FORMAT } from '@/strings/common'
import { decide, isTrigger, triggerKey, type Always, type Decision } from './automatic-answers'
import { START, isMultiple, stepAt } from './options'

/** A card that was dropped on something: if the card then asks for just that, it has its answer. */
export interface Drop {
  card: number
  spots: number[]
  player: number | null
}

export class AutoAnswering {
  dropped: Drop | null = null
  /** An undo is under way: questions that would answer themselves are taken back too. */
  isUndoing = false
  /** The question that the player wants to answer themselves: they have just taken its answer back. */
  private askedAgain = ''
  private readonly repeated = new Map<string, { answer: Always; turn: number }>()

  /** Answers a trigger the same way for the rest of the turn. */
  repeat(trigger: string, answer: Always, turn: number): void {
    this.repeated.set(trigger, { answer, turn })
  }

  /** The answer to a card's question about where it goes, if it was dropped there. */
  takeDropped(question: QuestionView): number[] | null {
    const dropped = this.dropped
    this.dropped = null
    if (!dropped || question.source !== dropped.card || isMultiple(question) || this.isUndoing) return null
    const choices = stepAt(question, START).choices.filter((choice) => choice.isFinal)
    for (const spot of dropped.spots) {
      const choice = choices.find((other) => other.spot === spot)
      if (choice) return [choice.options[0]!.index]
    }
    const choice = dropped.player === null ? undefined : choices.find((other) => other.player === dropped.player)
    return choice ? [choice.options[0]!.index] : null
  }

  /** The answer that a question gives itself, with the reason to show. */
  decide(question: QuestionView, source: string, turn: number): Decision | null {
    return this.repeatedAnswer(question, source, turn) ?? decide(question, source, settings)
  }

  /** The undo has come to a question that needs the player. */
  stopUndoing(questionId: string): void {
    this.isUndoing = false
    this.askedAgain = questionId
  }

  mayAnswer(questionId: string): boolean {
    return this.askedAgain !== questionId
  }

  private repeatedAnswer(question: QuestionView, source: string, turn: number): Decision | null {
    if (!isTrigger(question)) return null
    const known = this.repeated.get(triggerKey(question, source))
    if (known?.turn !== turn) return null
    const picks = known.answer === 'yes' ? [question.options[0]!.index] : []
    return { picks, reason: FORMAT.again(source, known.answer) }
  }
}
