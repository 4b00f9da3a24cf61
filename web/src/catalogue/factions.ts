/** Looking for factions, and what their cards add up to. */
import type { Catalogue, FactionEntry } from '@/protocol/types'

/** The icons of the tags that say what a faction does. */
export const DOES: Record<string, string> = {
  smash: 'punch-blast',
  grow: 'muscle-up',
  swarm: 'meeple-group',
  move: 'move',
  draw: 'card-draw',
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The name of a pack without its version. */
export function packName(label: string): string {
  return label.split(' ')[0] ?? ''
}

/** The list with the entry added, or removed if it was there. */
export function toggled<T>(list: readonly T[], entry: T): T[] {
  return list.includes(entry) ? list.filter((other) => other !== entry) : [...list, entry]
}

/** How hard it is to play, in a word. */
export function difficultyName(catalogue: Catalogue | null, faction: FactionEntry | null): string {
  return capital(catalogue?.difficulties[(faction?.difficulty ?? 0) - 1] ?? '')
}

export interface Wish {
  text: string
  levels: number[]
  does: string[]
  sets: string[]
}

/** Whether a faction has what is ticked: within a group the words add up, between groups they narrow. */
export function fits(catalogue: Catalogue, faction: FactionEntry, wish: Wish): boolean {
  if (wish.levels.length > 0 && !wish.levels.includes(faction.difficulty)) return false
  if (wish.does.length > 0 && !wish.does.some((word) => faction.tags.includes(word))) return false
  return wish.sets.length === 0 || wish.sets.includes(faction.set) || !catalogue.sets.includes(faction.set)
}

/** How many minions of each power a faction has, and how many cards of each kind. */
export function curve(catalogue: Catalogue, faction: string): { powers: number[]; minions: number; actions: number } {
  const powers = Array.from({ length: 8 }, () => 0)
  let minions = 0
  let actions = 0
  for (const name of catalogue.factions.find((entry) => entry.name === faction)?.cards ?? []) {
    const card = catalogue.cards[name]
    if (!card) continue
    if (card.kind === 'minion') {
      minions += card.copies
      powers[Math.min(card.power, 7)]! += card.copies
    } else actions += card.copies
  }
  return { powers, minions, actions }
}

/** What comes into a game with a faction: its titans, and the decks that belong to nobody and come with its set. */
export function bringsAlong(catalogue: Catalogue | null, faction: FactionEntry | null): string[] {
  if (!catalogue || !faction) return []
  const decks = catalogue.supplies.filter(({ set }) => set === faction.set)
  return [...faction.titans, ...decks.map(({ name }) => name)]
}
