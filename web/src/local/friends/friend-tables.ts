/** Which tables are in a friend's browser: their messages go there. */
import { load, save } from '@/settings/storage'

const KEPT = 60

export function isFriendTable(id: string): boolean {
  return load<string[]>('friend-tables', []).includes(id)
}

export function noteFriendTable(id: string): void {
  const known = load<string[]>('friend-tables', []).filter((other) => other !== id)
  save('friend-tables', [id, ...known].slice(0, KEPT))
}
