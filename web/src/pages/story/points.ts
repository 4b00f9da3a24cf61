/** The story of a game in words and lines: how the points came, and how it was won. */
import type { Story } from '@/protocol/types'
import { STORY } from '@/strings/story'

export interface Course {
  player: number
  /** The points after each gain, turn by turn. */
  points: { turn: number; vp: number }[]
  last: number
}

/** Everybody's points by turn, with a point for each gain. */
export function coursesOf(story: Story): Course[] {
  return story.names.map((_, player) => {
    let vp = 0
    const points: Course['points'] = []
    for (const gain of story.gains) {
      if (gain.player !== player) continue
      vp += gain.vp
      if (points.at(-1)?.turn === gain.turn) points.at(-1)!.vp = vp
      else points.push({ turn: gain.turn, vp })
    }
    return { player, points, last: vp }
  })
}

/** Who won, also together. */
export function whoWon(story: Story): string {
  return STORY.wins(story.winners.map((seat) => story.names[seat] ?? ''))
}

/** How it was won, in one sentence. */
export function howWon(story: Story): string {
  const last = story.gains.findLast((gain) => gain.player === story.winners[0] && gain.vp > 0)
  if (!last) return STORY.after(story.turns)
  const [, vp] = story.standings[0] ?? [0, 0]
  const second = story.standings[story.winners.length]?.[1] ?? 0
  const lead = story.winners.length > 1 ? STORY.level : vp === second ? STORY.tieBreak : STORY.ahead(vp - second)
  return STORY.brought(last.source || STORY.lastScoring, last.vp, last.turn, lead)
}

/** The turns that are labelled under a chart, up to a maximum. */
export function turnTicks(turns: number, most = 8): number[] {
  const every = Math.max(1, Math.ceil((turns - 1) / (most - 1)))
  const ticks = Array.from({ length: Math.floor((turns - 1) / every) + 1 }, (_, i) => 1 + i * every)
  return turns - ticks.at(-1)! > every / 2 ? [...ticks, turns] : ticks
}
