/** When a rematch begins. */
import { session } from '@/account/session.svelte'
import type { State } from '@/protocol/types'
import { router } from '@/router.svelte'
import { agreedRematch } from './rematch'

/**
 * Takes a player along to the next game as soon as everybody has agreed to it. Who opens the page of a game whose rematch
 * was agreed long ago stays there.
 */
export function goWhenAgreed(id: () => string, state: () => State | null): void {
  let isPending = false
  $effect(() => {
    const now = state()
    if (!now?.over) return
    const next = agreedRematch(now)
    if (next && isPending && session.seatsAt(id()).length > 0) router.go(`/t/${next}`)
    isPending = !next
  })
}
