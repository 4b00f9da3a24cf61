import { describe, expect, it } from 'vitest'
import type { Catalogue, FactionEntry } from '@/protocol/types'
import { distance, findFactions } from '@/catalogue/faction-search'
import { bringsAlong } from '@/catalogue/factions'

const faction = (name: string, set: string, cards: string[], titans: string[] = []): FactionEntry =>
  ({ name, set, cards, titans, bases: [], tags: [], difficulty: 1 }) as unknown as FactionEntry
const FACTIONS = [
  faction('Dinosaurs', 'Core Set', ['Laseratops'], ['Fort Titanosaurus']),
  faction('Zombies', 'Core Set', ['Ténacious Z']),
  faction('Mages', 'Munchkin', ['Time Walk']),
]
const CATALOGUE = {
  factions: FACTIONS,
  sets: ['Core Set', 'Munchkin'],
  supplies: [faction('Monsters', 'Munchkin', []), faction('Treasures', 'Munchkin', [])],
  cards: {
    Laseratops: { text: 'Destroy a minion here with power 2 or less.' },
    'Ténacious Z': { text: 'Play this from your discard pile.' },
    'Time Walk': { text: 'Play an extra action.' },
  },
} as unknown as Catalogue
const search = (text: string, levels: number[] = []): [string, string[]] => {
  const { by, names } = findFactions(CATALOGUE, FACTIONS, { text, levels, does: [], sets: [] })
  return [by, [...names]]
}

describe('looking for factions', () => {
  it('finds names first, then texts, then similar names', () => {
    expect(search('')).toEqual(['all', ['Dinosaurs', 'Zombies', 'Mages']])
    expect(search('laser')).toEqual(['name', ['Dinosaurs']])
    expect(search('tenacious')).toEqual(['name', ['Zombies']])
    expect(search('discard pile')).toEqual(['text', ['Zombies']])
    expect(search('dinosuar')).toEqual(['similar', ['Dinosaurs']])
    expect(search('zomies')).toEqual(['similar', ['Zombies']])
    expect(search('time wlak')).toEqual(['similar', ['Mages']])
  })

  it('says when nothing matches, and takes no short word for a typing error', () => {
    expect(search('xyzzy')).toEqual(['nothing', []])
    expect(search('wak')).toEqual(['nothing', []])
    expect(search('zombies', [3])).toEqual(['nothing', []])
  })

  it('counts letters that were added, dropped, replaced or swapped', () => {
    expect(distance('pirates', 'pirates')).toBe(0)
    expect(distance('piraets', 'pirates')).toBe(1)
    expect(distance('pirtes', 'pirates')).toBe(1)
    expect(distance('parrots', 'pirates')).toBe(4)
  })

  it('knows what comes into a game with a faction', () => {
    expect(bringsAlong(CATALOGUE, FACTIONS[0]!)).toEqual(['Fort Titanosaurus'])
    expect(bringsAlong(CATALOGUE, FACTIONS[1]!)).toEqual([])
    expect(bringsAlong(CATALOGUE, FACTIONS[2]!)).toEqual(['Monsters', 'Treasures'])
  })
})
