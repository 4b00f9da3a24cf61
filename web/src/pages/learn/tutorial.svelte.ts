/** The guided first game: states that the engine has played (see scripts/tutorial.py), one lesson after the other. */
import type { ClientMessage, Explanation, OptionPreview, QuestionView, State } from '@/protocol/types'
import { START } from '@/game/options'
import { TableModel } from '@/game/table.svelte'
import { toasts } from '@/effects/toasts.svelte'
import { FORMAT } from '@/strings/learn'

export interface Note {
  look: string
  title: string
  text: string
}

export interface Lesson {
  frames: State[]
  /** The answers that complete the lesson: nothing else can be picked. */
  allowed: number[]
  notes: Note[]
  previews: Record<string, OptionPreview>
  why: Record<string, Explanation>
}

export class Tutorial {
  at = $state(0)
  note = $state(0)
  readonly model: TableModel
  private readonly lessons: Lesson[]

  constructor(lessons: Lesson[]) {
    this.lessons = lessons
    this.model = new TableModel((message) => this.hear(message))
    this.model.filter = (question) => this.only(question)
    this.show()
  }

  get lesson(): Lesson {
    return this.lessons[this.at]!
  }

  get shown(): Note {
    return this.lesson.notes[this.note]!
  }

  get isTask(): boolean {
    return this.note === this.lesson.notes.length - 1 && this.lesson.allowed.length > 0
  }

  get isOver(): boolean {
    return this.at === this.lessons.length - 1
  }

  get count(): number {
    return this.lessons.length
  }

  next(): void {
    if (this.note < this.lesson.notes.length - 1) this.note++
  }

  again(): void {
    this.model.log = []
    this.model.history.moments = []
    this.at = 0
    this.note = 0
    this.show()
  }

  private show(): void {
    for (const frame of this.lesson.frames) this.model.receive(frame)
  }

  /** Nothing can be picked while something is being explained; then only what the lesson is about. */
  private only(question: QuestionView): QuestionView {
    const options = this.isTask ? question.options.filter((option) => this.lesson.allowed.includes(option.index)) : []
    return { ...question, options }
  }

  private hear(message: ClientMessage): void {
    if (message.type === 'answer') {
      if (message.picks.length === 0) {
        this.model.isSent = false
        this.model.choosing.path = START
        const wanted = this.model.asked?.options.find((option) => this.lesson.allowed.includes(option.index))
        toasts.say(FORMAT.another(wanted?.text ?? this.shown.title))
        return
      }
      this.at++
      this.note = 0
      this.show()
    } else if (message.type === 'preview')
      this.model.receive({ type: 'preview', number: message.number, options: this.lesson.previews })
    else if (message.type === 'explain') {
      const known = this.lesson.why[`${message.what} ${message.card} ${message.player ?? ''}`]
      if (known) this.model.receive(known)
    }
  }
}
