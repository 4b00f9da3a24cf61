/** Looking for factions by a word: in names first, then in the texts of their cards, then among similar names. */
import type { Catalogue, FactionEntry } from '@/protocol/types'
import { fits, type Wish } from './factions'

export interface Found {
  names: ReadonlySet<string>
  /** Where the words were found; `all` without any words. */
  by: 'all' | 'name' | 'text' | 'similar' | 'nothing'
}

export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase()
}

/** How many typing errors a word may have. */
function errorsIn(word: string): number {
  return word.length < 4 ? 0 : word.length < 8 ? 1 : 2
}

/** The least number of letters to add, drop, replace or swap with their neighbour. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const now = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      now[j] = Math.min(last[j]! + 1, now[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) now[j] = Math.min(now[j]!, before[j - 2]! + 1)
    }
    before = last
    last = now
  }
  return last[b.length]!
}

/** Whether some word of the text, or its beginning, is the word but for a few errors. */
function isSimilar(text: string, word: string): boolean {
  const most = errorsIn(word)
  return text
    .split(/[^\p{L}\p{N}']+/u)
    .some((other) => distance(word, other) <= most || distance(word, other.slice(0, word.length)) <= most)
}

/** The factions that fit the wish, and where its words were found. */
export function findFactions(catalogue: Catalogue, factions: readonly FactionEntry[], wish: Wish): Found {
  const allowed = factions.filter((faction) => fits(catalogue, faction, wish))
  const whole = fold(wish.text.trim())
  if (whole === '') return { names: namesOf(allowed), by: 'all' }
  const words = whole.split(/\s+/)
  const named = (faction: FactionEntry): string[] =>
    [faction.name, ...faction.cards, ...faction.bases, ...faction.titans].map(fold)
  const textOf = (faction: FactionEntry): string =>
    fold([...faction.cards, ...faction.titans].map((name) => catalogue.cards[name]?.text ?? '').join(' '))
  const ways: [Found['by'], (faction: FactionEntry) => boolean][] = [
    ['name', (faction) => named(faction).some((name) => name.includes(whole))],
    ['text', (faction) => words.every((word) => textOf(faction).includes(word))],
    ['similar', (faction) => named(faction).some((name) => words.every((word) => isSimilar(name, word)))],
  ]
  for (const [by, isFound] of ways) {
    const found = allowed.filter(isFound)
    if (found.length > 0) return { names: namesOf(found), by }
  }
  return { names: new Set(), by: 'nothing' }
}

function namesOf(factions: readonly FactionEntry[]): ReadonlySet<string> {
  return new Set(factions.map(({ name }) => name))
}
