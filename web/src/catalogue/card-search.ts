import type { CardEntry, Catalogue } from '@/protocol/types'
import { fold } from './faction-search'

export interface Filter {
  text: string
  faction: string
  set: string
  kind: '' | CardEntry['kind']
  has: '' | 'talent' | 'special' | 'ongoing' | 'rulings'
  power: string
}

export const NO_FILTER: Filter = { text: '', faction: '', set: '', kind: '', has: '', power: '' }

/** The cards that fit, faction by faction: minions by power, then actions, then bases. Every word must be found. */
export function search(catalogue: Catalogue, filter: Filter): CardEntry[] {
  const words = fold(filter.text).split(/\s+/).filter(Boolean)
  const order = new Map(catalogue.factions.map((faction, i) => [faction.name, i]))
  const kinds = ['minion', 'card', 'action', 'titan', 'base']
  return Object.values(catalogue.cards)
    .filter((card) => {
      if (filter.faction && card.faction !== filter.faction) return false
      if (filter.set && card.set !== filter.set) return false
      if (filter.kind && card.kind !== filter.kind) return false
      if (filter.has === 'rulings' ? card.rulings.length === 0 : filter.has && !card[filter.has]) return false
      if (filter.power && (card.kind !== 'minion' || card.power !== Number(filter.power))) return false
      const text = fold(`${card.name} ${card.text} ${card.faction}`)
      return words.every((word) => text.includes(word))
    })
    .sort(
      (a, b) =>
        (order.get(a.faction) ?? 0) - (order.get(b.faction) ?? 0) ||
        kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
        b.power - a.power ||
        a.name.localeCompare(b.name),
    )
}
