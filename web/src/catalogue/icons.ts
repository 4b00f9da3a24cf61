/** Which pictures there are, and which one stands for a card or a faction. */
import shown from '@/generated/common.json'

const common = new Set<string>(shown)
let cardIcons: Record<string, string> = {}
let known = common

/** The pictures of the cards are loaded beside the catalogue: pages that show no card need no list of a thousand. */
export async function loadCardIcons(): Promise<void> {
  const { cards } = await import('@/data/icons.json')
  cardIcons = cards
  known = new Set([...shown, ...Object.values(cards)])
}

/** Whether it is in the small sprite that every page loads. */
export function isCommon(icon: string): boolean {
  return common.has(icon)
}

/** What begins like this is no glyph but letters to draw. */
const LETTERS = '@'

/** The letters to draw instead of a glyph, or nothing for a glyph. */
export function letters(icon: string): string {
  return icon.startsWith(LETTERS) ? icon.slice(1) : ''
}

/** Whether it is not a glyph of ours but the address of a picture that a pack brings. */
export function isPicture(icon: string): boolean {
  return icon.startsWith('/') || icon.startsWith('data:')
}

/** The icon of a faction: its own glyph or picture, or its initials if it has none that we can draw. */
export function factionIcon(name: string, icon: string): string {
  if (known.has(icon) || isPicture(icon)) return icon
  const initials = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? ['?']
  return LETTERS + initials.slice(0, 2).join('').toUpperCase()
}

/** The picture of a card, or nothing if it has none of its own. */
export function cardIcon(name: string): string {
  return cardIcons[name] ?? ''
}
