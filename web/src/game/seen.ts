/** How much of each table's log was on screen in this browser: after a reload only the rest is news. */
import { load, save } from '@/settings/storage'

const KEPT = 60

type Seen = Record<string, number>

export function linesSeen(table: string, seat: number | null): number {
  return load<Seen>('seen', {})[`${table}/${seat ?? ''}`] ?? 0
}

export function noteSeen(table: string, seat: number | null, lines: number): void {
  const key = `${table}/${seat ?? ''}`
  const others = Object.entries(load<Seen>('seen', {})).filter(([other]) => other !== key)
  save('seen', Object.fromEntries([...others, [key, lines]].slice(-KEPT)))
}
