/** Questions that answer themselves. Answers are always among those offered; in doubt the player is asked. */
import type { QuestionView } from '@/protocol/types'
import { FORMAT, TEXT } from '@/strings/common'

export type Auto = 'off' | 'most' | 'all'
export type Always = 'yes' | 'no'

export interface Comfort {
  auto: Auto
  /** Pass by itself in Me First windows where there is nothing to play. */
  autoPass: boolean
  /** One answer for several triggers that are alike. */
  batch: boolean
  always: Record<string, Always>
}

export interface Decision {
  picks: number[]
  reason: string
}

/** What "always" is remembered for: the card that asks, and the question without the names in it. */
export function triggerKey(question: QuestionView, source: string): string {
  return `${source || TEXT.rulesAsSource}: ${question.prompt}`
}

/** An optional question of a card, which may be asked again and again: it can be answered for good. */
export function isTrigger(question: QuestionView): boolean {
  return (
    question.source >= 0 &&
    question.low === 0 &&
    question.options.length === 1 &&
    question.kind !== 'special' &&
    question.kind !== 'main'
  )
}

function isForced(question: QuestionView): boolean {
  return (
    question.low > 0 &&
    question.options.length === question.low &&
    question.kind !== 'arrange' &&
    question.kind !== 'main'
  )
}

function isOnlyEnd(question: QuestionView): boolean {
  return question.kind === 'main' && question.options.length === 1 && question.options[0]?.kind === 'end'
}

export function decide(question: QuestionView, source: string, comfort: Comfort): Decision | null {
  if (question.kind === 'special' && question.options.length === 0) {
    return comfort.autoPass ? { picks: [], reason: '' } : null
  }
  // The server asks everyone, so that a pause reveals nothing about a hand.
  if (question.options.length === 0) return { picks: [], reason: '' }
  const always = isTrigger(question) ? comfort.always[triggerKey(question, source)] : undefined
  if (always === 'yes') return { picks: [question.options[0]!.index], reason: FORMAT.always(source, 'yes') }
  if (always === 'no') return { picks: [], reason: FORMAT.always(source, 'no') }
  if (comfort.batch && question.kind === 'order' && question.low === 1 && areAlike(question)) {
    return { picks: [question.options[0]!.index], reason: FORMAT.alike(question.options[0]!.text) }
  }
  if (comfort.auto === 'off') return null
  if (isForced(question)) {
    return {
      picks: question.options.map((option) => option.index),
      reason: FORMAT.onlyChoice(question.options.map((option) => option.text)),
    }
  }
  if (comfort.auto === 'most') return null
  if (isOnlyEnd(question)) return { picks: [question.options[0]!.index], reason: TEXT.turnEnded }
  if (isTrigger(question) && (question.kind === 'yes' || question.kind === 'card')) {
    return { picks: [question.options[0]!.index], reason: FORMAT.yesTo(question.prompt, question.options[0]!.text) }
  }
  return null
}

/** Whether nothing tells the options apart. */
export function areAlike(question: QuestionView): boolean {
  const [first] = question.options
  return (
    first !== undefined && question.options.every((option) => option.text === first.text && option.kind === first.kind)
  )
}
