/** What is printed on the cards, loaded once. */
import { api } from '@/protocol/api'
import { slug } from '@/strings/names'
import { cardIcon, factionIcon, loadCardIcons } from './icons'
import type { CardEntry, Catalogue, FactionEntry } from '@/protocol/types'

/** What most people know comes first. */
function coreFirst<T extends { set: string }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) => Number(b.set === 'Core Set') - Number(a.set === 'Core Set'))
}

/** An element that says data-faction paints with that faction's --ink and --pop. */
function paint(factions: readonly FactionEntry[]): void {
  const sheet = new CSSStyleSheet()
  for (const { name, ink, pop } of factions)
    sheet.insertRule(`[data-faction='${slug(name)}'] { --ink: ${ink}; --pop: ${pop} }`)
  document.adoptedStyleSheets = [sheet]
}

class Cards {
  data = $state.raw<Catalogue | null>(null)
  error = $state('')
  private loading: Promise<void> | null = null

  load(): Promise<void> {
    this.loading ??= Promise.all([api.catalogue(), loadCardIcons()]).then(
      ([data]) => {
        this.data = {
          ...data,
          factions: coreFirst(data.factions),
          sets: coreFirst(data.sets.map((set) => ({ set }))).map(({ set }) => set),
        }
        this.error = ''
        paint([...data.factions, ...data.supplies])
      },
      (error: Error) => {
        this.error = error.message
        this.loading = null
      },
    )
    return this.loading
  }

  /** The factions at the table that is looked at: of a card that was printed twice, theirs is meant. */
  private here: readonly string[] = []

  playedWith(factions: readonly string[]): void {
    this.here = factions
  }

  get(name: string): CardEntry | null {
    const first = this.data?.cards[name] ?? null
    if (!first || this.here.length === 0 || this.here.includes(first.faction)) return first
    const reprint = this.here.find((faction) => this.data?.cards[`${name} (${faction})`])
    return reprint ? this.data!.cards[`${name} (${reprint})`]! : first
  }

  /** A base: some share their name with a card. */
  base(name: string): CardEntry | null {
    return this.get(`${name} (base)`) ?? this.get(name)
  }

  faction(name: string): FactionEntry | null {
    return this.data?.factions.find((faction) => faction.name === name) ?? null
  }

  /** The icon of a faction or a supply. */
  factionIcon(name: string): string {
    const supply = this.data?.supplies.find((supply) => supply.name === name)
    return factionIcon(name, (supply ?? this.faction(name))?.icon ?? '')
  }

  /** The names and versions of the packs that these factions come from. */
  packsOf(factions: readonly string[]): string[] {
    return [...new Set(factions.map((name) => this.faction(name)?.pack ?? '').filter(Boolean))]
  }

  /** The packs that this server has, by name and version. */
  get packs(): string[] {
    return [...new Set((this.data?.factions ?? []).map((faction) => faction.pack).filter(Boolean))]
  }

  bySlug(id: string): FactionEntry | null {
    return this.data?.factions.find((faction) => slug(faction.name) === id) ?? null
  }

  icon(name: string): string {
    const card = this.get(name)
    return cardIcon(card?.name ?? name) || this.factionIcon(card?.faction ?? '')
  }

  ink(name: string): string {
    return slug(this.get(name)?.faction ?? '')
  }
}

export const cards = new Cards()
