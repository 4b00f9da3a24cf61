/** The factions as the landing page shows them, before the catalogue has been loaded. */
import strip from '@/data/strip.json'

export interface Tile {
  name: string
  icon: string
  ink: string
  pop: string
}

export const TILES: readonly Tile[] = strip.tiles
const byName = new Map(TILES.map((tile) => [tile.name, tile]))

export function tileOf(name: string): Tile | undefined {
  return byName.get(name)
}

/** What the set-up against bots begins with: the pair played last, or a good first one. */
export function pairOf(last: readonly string[]): readonly string[] {
  return last.length === 2 ? last : strip.first_pair
}

/** The first tiles of the strip: the factions played last, then those that most people know. */
export function stripOf(last: readonly string[], count: number): Tile[] {
  const first = last.flatMap((name) => tileOf(name) ?? [])
  return [...first, ...TILES.filter((tile) => !first.includes(tile))].slice(0, count)
}
