/** What we say about factions beside what is printed. */
import about from '@/data/factions.json'
import { slug } from '@/strings/names'
import type { Catalogue, FactionEntry } from '@/protocol/types'

/** How hard it is to play, from 1 to 5, and which of five words say what it does. */
const ABOUT: Record<string, { level: number; does: string[] }> = about

export const LEVELS = ['Easy', 'Light', 'Middle', 'Tricky', 'Expert']
/** What a faction does, in five words, each with its icon. */
export const DOES: Record<string, string> = {
  smash: 'punch-blast',
  grow: 'muscle-up',
  swarm: 'meeple-group',
  move: 'move',
  draw: 'card-draw',
}

export function difficulty(faction: string): number {
  return ABOUT[slug(faction)]?.level ?? 3
}

export function does(faction: string): string[] {
  return ABOUT[slug(faction)]?.does ?? []
}

export interface Wish {
  text: string
  levels: number[]
  does: string[]
  sets: string[]
}

/** Whether a faction is among those looked for: within a group the words add up, between groups they narrow. */
export function fits(catalogue: Catalogue, faction: FactionEntry, wish: Wish): boolean {
  const words = wish.text.trim().toLowerCase()
  const named = [faction.name, ...faction.cards, ...faction.bases, ...faction.titans]
  if (words && !named.some((name) => name.toLowerCase().includes(words))) return false
  if (wish.levels.length > 0 && !wish.levels.includes(difficulty(faction.name))) return false
  if (wish.does.length > 0 && !wish.does.some((word) => does(faction.name).includes(word))) return false
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
