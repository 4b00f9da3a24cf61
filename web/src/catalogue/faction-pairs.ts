/** Two factions that make a deck: pairs for a first game, and what a pair is about in a sentence. */
import { cards } from './catalogue.svelte'
import { capital } from './factions'

export interface ReadyPair {
  factions: [string, string]
  together: string
  isFirst: boolean
}

/** The pairs that a faction proposes, those for beginners first: two easy factions, or an easy and a light one. */
export function readyPairs(): ReadyPair[] {
  const found = (cards.data?.factions ?? []).flatMap(({ name, difficulty, partner }): ReadyPair[] => {
    const other = partner && cards.faction(partner.faction)
    if (!partner || !other) return []
    const isFirst = difficulty + other.difficulty <= 3
    return [{ factions: [name, other.name], together: partner.together, isFirst }]
  })
  return found.toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))
}

/** One for each two words; the words in the order of the alphabet. */
const SENTENCES: Record<string, string> = {
  'draw draw': 'You see more of your deck than anybody else: find the one card that fits.',
  'draw grow': 'Dig for your best minion, then make it better still.',
  'draw move': 'Slip about until the right card has come.',
  'draw smash': 'A full hand, with a blow in it for every moment.',
  'draw swarm': 'Cards bring minions, and minions bring cards.',
  'grow grow': 'A few giants: guard them, for all your power is in them.',
  'grow move': 'Land something big where rivals are few, and go on when a base is lost.',
  'grow smash': 'Clear a base, then stand on it with something big.',
  'grow swarm': 'Many at one base, and what helps one helps them all.',
  'move move': 'You say last who stands where when a base scores.',
  'move smash': 'Strike where it hurts, and be gone before the answer.',
  'move swarm': 'A crowd that is always where the points are.',
  'smash smash': 'Little of theirs stays standing: take the bases that are left.',
  'smash swarm': 'Many small ones hold what your blows have emptied.',
  'swarm swarm': 'Fill every base: nobody can get rid of them all.',
}

function tags(faction: string): string[] {
  return cards.faction(faction)?.tags ?? []
}

/** What two factions are about together: their first words, and a sentence. */
export function pairWords(one: string, other: string): { title: string; sentence: string } | null {
  const [a] = tags(one)
  const [b] = tags(other)
  if (!a || !b) return null
  const sentence = SENTENCES[[a, b].sort().join(' ')] ?? ''
  return { title: a === b ? `${capital(a)} twice` : `${capital(a)} and ${capital(b)}`, sentence }
}

/** How strongly a faction does each of the five things: its words come in order. */
export function strengths(faction: string): Record<string, number> {
  return Object.fromEntries(tags(faction).map((word, at) => [word, Math.max(1, 3 - at)]))
}
