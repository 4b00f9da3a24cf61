/** Names turned into what the style sheets and the icon sprite know. */
import icons from '../data/icons.json'

const factionIcons: Record<string, string> = icons.factions
const cardIcons: Record<string, string> = icons.cards

/** "Grimms' Fairy Tales" is data-faction="grimms-fairy-tales". */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

export function factionIcon(faction: string): string {
  return factionIcons[faction] ?? 'card-play'
}

export function cardIcon(name: string, faction = ''): string {
  return cardIcons[name] ?? factionIcon(faction)
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
