/** Names turned into what style sheets and sentences need. */
import type { TableEntry } from '@/protocol/types'
import { FORMAT, TEXT } from './common'

/** The value of data-faction: lower case, hyphens between words, no dots and no apostrophes. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** A name with soft hyphens where it says |. */
export function softly(hyphenated: string): string {
  return hyphenated.replaceAll('|', '\u00ad').replace("'", '’')
}

const ORDINALS = ['0th', '1st', '2nd', '3rd', '4th']

export function ordinal(place: number): string {
  return ORDINALS[place] ?? `${place}th`
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** "a, b and c" */
export function list(items: readonly string[]): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`
}

export function signed(amount: number): string {
  return amount < 0 ? `−${-amount}` : `+${amount}`
}

/** The ranks of points in descending order: winners are first, and equal points share a rank. */
export function ranks(points: readonly number[], winners: number): number[] {
  const places: number[] = []
  for (const [i, vp] of points.entries())
    places.push(i < winners ? 1 : i > winners && vp === points[i - 1] ? places[i - 1]! : i + 1)
  return places
}

/** A day with its year, from seconds since 1970. */
export function longDay(at: number): string {
  return new Date(at * 1000).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
}

/** What is played at a table, in a few words each. */
export function rulesOf(table: TableEntry): string[] {
  return [
    plural(table.seats.length, 'player'),
    FORMAT.toWin(table.target_vp),
    FORMAT.editionRules(table.edition),
    TEXT.factionsBy[table.factions],
    ...(table.pool && table.factions !== 'chosen' ? [FORMAT.fromPool(table.pool)] : []),
    ...(table.clock ? [clockOf(table.clock)] : []),
    ...(table.hints ? [TEXT.hintsForAll] : []),
    ...(table.packs ?? []).map((pack) => FORMAT.withPack(pack)),
  ]
}

/** How much time there is: for an answer, or for a turn in a game over days. */
function clockOf(seconds: number): string {
  return seconds < 86_400 ? FORMAT.clockSeconds(seconds) : FORMAT.clockDays(Math.round(seconds / 86_400))
}

export function kindName(kind: string): string {
  return TEXT.kinds[kind] ?? TEXT.card
}
