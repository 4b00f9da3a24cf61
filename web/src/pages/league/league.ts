/** What the pages of a league read out of it. */
import type { League, LeagueGame } from '@/protocol/types'

/** The game, or bye, of the viewer in the current round. */
export function ownGame(league: League): LeagueGame | null {
  const { you } = league
  if (you === null || you === undefined) return null
  const now = league.games.find(({ number }) => number === league.round)
  return now?.games.find(({ one, two }) => one === you || two === you) ?? null
}

/** What a member got for a game: 1, ½ or 0. */
export function pointsText(points: number): string {
  const whole = Math.floor(points)
  return points === whole ? String(whole) : `${whole || ''}½`
}
