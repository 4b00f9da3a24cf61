/** Why a number is what it is: explanations of the server, asked for once per position. */
import { SvelteMap } from 'svelte/reactivity'
import type { ClientMessage, Explanation } from '@/protocol/types'

export function explanationKey(what: string, card: number, player: number | null): string {
  return `${what} ${card} ${player ?? ''}`
}

export class Explanations {
  private readonly known = new SvelteMap<string, Explanation>()

  constructor(
    private readonly send: (message: ClientMessage) => void,
    private readonly table: { readonly isLookingBack: boolean },
  ) {}

  receive(message: Explanation): void {
    this.known.set(explanationKey(message.what, message.card, message.player), message)
  }

  request(what: Explanation['what'], card: number, player: number | null = null): void {
    // The server explains the present only.
    if (this.table.isLookingBack || this.known.has(explanationKey(what, card, player))) return
    this.send({ type: 'explain', what, card, player })
  }

  get(what: Explanation['what'], card: number, player: number | null = null): Explanation | null {
    return this.known.get(explanationKey(what, card, player)) ?? null
  }

  /** The position has changed. */
  clear(): void {
    this.known.clear()
  }
}
