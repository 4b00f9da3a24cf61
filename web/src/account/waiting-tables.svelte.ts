/** The player's tables, and which of them wait for an answer. Polled while a page is open. */
import { ApiError, api } from '@/protocol/api'
import { list } from '@/strings/names'
import { notify } from '@/effects/notifications'
import { toasts } from '@/effects/toasts.svelte'
import { profile } from './profile.svelte'
import type { TableEntry } from '@/protocol/types'
import { session } from './session.svelte'
import { FORMAT, TEXT } from '@/strings/common'

const EVERY = 15_000
const MOST = 24
/** How often it looks for tables that are new to this device too, such as those of a league's next round. */
const NEW_EVERY = 4

/** The label of the button of a waiting table. */
export function wantsOf(entry: TableEntry | null | undefined): string {
  return entry?.wants === 'turn' ? TEXT.yourTurn : TEXT.answer
}

/** What is urgent about a waiting table: a base that scores, and the time left. */
export function urgencyOf(entry: TableEntry | null | undefined): string {
  const left = entry?.seconds_left ?? null
  return list([...(entry?.wants === 'score' ? [TEXT.aboutToScore] : []), ...(left === null ? [] : [FORMAT.left(left)])])
}

/** Orders tables: those that wait for me first, then by the time that is left. */
export function byUrgency(
  one: { isMine: boolean; entry: TableEntry | null | undefined },
  other: { isMine: boolean; entry: TableEntry | null | undefined },
): number {
  const left = ({ entry }: typeof one): number => entry?.seconds_left ?? Number.MAX_SAFE_INTEGER
  return Number(other.isMine) - Number(one.isMine) || left(one) - left(other)
}

class Waiting {
  /** The table on screen: it shows its own state. */
  here = $state('')
  entries = $state.raw<Record<string, TableEntry | null>>({})
  private timer: ReturnType<typeof setInterval> | undefined
  private watchers = 0
  private looks = 0

  /** Tables of mine that are not over, and ask me. */
  tables = $derived(session.tables.filter((mine) => !mine.over && mine.table !== this.here && this.isMine(mine.table)))
  count = $derived(this.tables.length)

  /** Whether a table waits for me. */
  isMine(table: string): boolean {
    const asked = this.entries[table]?.asked
    return asked !== null && asked !== undefined && session.seatsAt(table).some(({ seat }) => seat === asked)
  }

  /** Looks as long as somebody wants to know. */
  watch(): () => void {
    if (this.watchers++ === 0) {
      void this.look()
      this.timer = setInterval(() => void this.look(), EVERY)
    }
    return () => {
      if (--this.watchers === 0) clearInterval(this.timer)
    }
  }

  async look(): Promise<void> {
    const before = new Set(this.tables.map(({ table }) => table))
    const isFirst = Object.keys(this.entries).length === 0
    // Seats taken on another device, or for me, are seats here too.
    if (this.looks++ % NEW_EVERY === 0) {
      const known = new Set(session.tables.map(({ table }) => table))
      await profile.refresh().catch(() => undefined)
      for (const { table, name, over } of session.tables)
        if (!isFirst && !over && !known.has(table)) toasts.say(FORMAT.newTable(name))
    }
    const mine = session.tables
      .filter(({ table, over }) => !this.here || (table !== this.here && !over))
      .toSorted((a, b) => Number(a.over) - Number(b.over))
      .slice(0, MOST)
    const found = await Promise.all(
      mine.map(async ({ table }) => {
        try {
          return [table, await api.table(table)] as const
        } catch (error) {
          return [
            table,
            error instanceof ApiError && error.status === 0 ? (this.entries[table] ?? undefined) : null,
          ] as const
        }
      }),
    )
    this.entries = Object.fromEntries(found.filter(([, entry]) => entry !== undefined)) as Record<
      string,
      TableEntry | null
    >
    for (const { table, name } of this.tables) {
      if (!isFirst && !before.has(table)) notify(`${name || 'A table'}: your turn`, `/t/${table}`, table)
    }
    this.badge()
  }

  /** Sets the number on the installed app's icon. */
  private badge(): void {
    const told = this.count > 0 ? navigator.setAppBadge?.(this.count) : navigator.clearAppBadge?.()
    told?.catch(() => undefined)
  }
}

export const waiting = new Waiting()
