/** What we say about factions beside what is printed. */
import type { Catalogue } from './protocol'

const DIFFICULTY: Record<string, number> = {
  Aliens: 2,
  Dinosaurs: 1,
  Ninjas: 4,
  Pirates: 2,
  Robots: 1,
  Tricksters: 3,
  Wizards: 3,
  Zombies: 1,
  'Bear Cavalry': 3,
  Ghosts: 5,
  'Killer Plants': 2,
  Steampunks: 2,
  Astroknights: 2,
  Changerbots: 1,
  Ignobles: 5,
  'Star Roamers': 4,
  'Cyborg Apes': 2,
  Shapeshifters: 3,
  'Super Spies': 5,
  'Time Travelers': 3,
  'Anansi Tales': 5,
  'Ancient Incas': 3,
  "Grimms' Fairy Tales": 3,
  'Polynesian Voyagers': 4,
  'Russian Fairy Tales': 3,
}

export function difficulty(faction: string): number {
  return DIFFICULTY[faction] ?? 3
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
