/** The chat of a table: its messages, and how many of them are unread. */
import type { ChatLine } from '@/protocol/types'
import { notify } from '@/effects/notifications'
import { toasts } from '@/effects/toasts.svelte'
import { TEXT } from '@/strings/common'

const MAX_LINES = 200

/** What the chat needs to know of the table. */
export interface ChatContext {
  readonly me: number | null
  readonly tableId: string
  /** The chat is on screen. */
  readonly isChatOpen: boolean
}

export class Chat {
  lines = $state.raw<ChatLine[]>([])
  unread = $state(0)
  /** The seats whose own words are not shown on this device. */
  muted = $state.raw<ReadonlySet<number>>(new Set())

  constructor(private readonly table: ChatContext) {}

  /** Hides or shows what a player says in their own words. */
  toggleMuted(seat: number): void {
    const muted = new Set(this.muted)
    if (!muted.delete(seat)) muted.add(seat)
    this.muted = muted
  }

  /** Adds a message, and shows it briefly over the table if the chat is not open. */
  receive(line: ChatLine): void {
    this.lines = [...this.lines.slice(1 - MAX_LINES), line]
    const { me, tableId } = this.table
    const isNudge = line.kind === 'nudge' && line.seat === me
    if (isNudge) notify(line.text, `/t/${tableId}`, tableId)
    // Whoever nudges sees that it was done; the one who is meant is told in other words below.
    if (line.kind === 'nudge' && !isNudge) toasts.say(line.text)
    if (this.table.isChatOpen || (line.kind === 'talk' && this.muted.has(line.seat))) return
    if (line.kind === 'talk' || line.kind === 'phrase' || line.kind === undefined) {
      if (line.seat === me) return
      this.unread++
      toasts.say(`${line.name}: ${line.text}`)
    } else if (line.kind === 'notice' || isNudge) toasts.say(isNudge ? TEXT.nudge : line.text)
  }
}
