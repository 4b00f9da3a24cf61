/** What a player can ask of the server besides answering a question. */
import type { PhraseName } from '@/strings/phrases'
import type { ClientMessage, TableSettings } from '@/protocol/types'

const MAX_MESSAGE_LENGTH = 300

export class Requests {
  constructor(private readonly send: (message: ClientMessage) => void) {}

  start(): void {
    this.send({ type: 'start' })
  }

  resign(): void {
    this.send({ type: 'resign' })
  }

  rematch(factions: 'again' | 'same' | 'other'): void {
    this.send({ type: 'rematch', factions })
  }

  changeSettings(settings: TableSettings): void {
    this.send({ type: 'change', settings })
  }

  /** Picks two factions before the start, for the own seat or for a bot. */
  pick(factions: readonly string[], seat: number | null = null): void {
    this.send({ type: 'pick', factions: [...factions], seat })
  }

  /** Says which sets somebody has; none stands for all. */
  collect(collection: readonly string[]): void {
    this.send({ type: 'collect', collection: [...collection] })
  }

  /** Agrees to another player's undo, or refuses it. */
  consent(yes: boolean): void {
    this.send({ type: 'consent', yes })
  }

  /** Decides what happens to a game that was played by other rules. */
  settleHalt(way: 'go_on' | 'keep' | 'older'): void {
    this.send({ type: 'settle', way })
  }

  /** Lets a bot play for a seat, or takes your own seat back. */
  standIn(seat: number, yes: boolean): void {
    this.send({ type: 'stand_in', seat, yes })
  }

  nudge(seat: number): void {
    this.send({ type: 'nudge', seat })
  }

  say(text: string): void {
    const message = text.trim().slice(0, MAX_MESSAGE_LENGTH)
    if (message) this.send({ type: 'chat', text: message })
  }

  /** Reports a message to whoever runs the server. */
  report(line: number): void {
    this.send({ type: 'report', number: line })
  }

  sayPhrase(phrase: PhraseName): void {
    this.send({ type: 'phrase', phrase })
  }
}
