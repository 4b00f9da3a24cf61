/** What the question bar says at each step of a base that scores. */
import { seatsOf, powersOf } from './scoring'
import type { TableModel } from './table.svelte'
import { SCORING } from '@/strings/moments'

/** Names as they come in a sentence: "You" begins one, and is "you" inside it. */
function named(table: TableModel, players: readonly number[]): string[] {
  return players.map((player, at) =>
    at > 0 && player === table.me ? table.who(player).toLowerCase() : table.who(player),
  )
}

/** Names, each with a number. */
function numbered(table: TableModel, rows: readonly (readonly [player: number, amount: number])[]): [string, number][] {
  const names = named(
    table,
    rows.map(([player]) => player),
  )
  return rows.map(([, amount], at) => [names[at]!, amount])
}

/** A headline and what goes below it. */
export function scoringWords(table: TableModel): { title: string; detail: string } | null {
  const { shown, step, isStill } = table.scoring
  if (!shown || isStill) return null
  const { base } = shown
  const powers = powersOf(shown)
  const rows = shown.awards.filter(({ vp }) => vp !== 0).toSorted((a, b) => b.vp - a.vp)
  switch (step) {
    case 'breaks': {
      const total = powers.reduce((sum, { power }) => sum + power, 0)
      return { title: SCORING.baseBreaks(base.name), detail: SCORING.total(total, base.breakpoint) }
    }
    case 'places': {
      const first = seatsOf(shown).find((seat) => seat.players.length > 0)?.players ?? []
      return {
        title: SCORING.first(named(table, first), first[0] === table.me),
        detail: SCORING.powers(
          numbered(
            table,
            powers.map(({ player, power }) => [player, power]),
          ),
        ),
      }
    }
    case 'points': {
      const vpNow = (player: number): number => table.view?.players[player]?.vp ?? 0
      return {
        title: SCORING.points(
          numbered(
            table,
            rows.map(({ player, vp }) => [player, vp]),
          ),
        ),
        detail: SCORING.standing(
          numbered(
            table,
            rows.map(({ player, vp }) => [player, vpNow(player) + vp]),
          ),
        ),
      }
    }
    case 'discards':
      return {
        title: SCORING.torn(base.name),
        detail: SCORING.discarded(shown.piles.reduce((sum, pile) => sum + pile.cards.length, 0)),
      }
    case 'base':
      return { title: SCORING.next(shown.next), detail: '' }
  }
}
