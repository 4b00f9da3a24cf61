/** Moves shown on the board without being played: what a bot would have done, and what was played instead. */
import type { AnalysisMoment, BotMove, GameView, OptionView } from '@/protocol/types'
import { spots } from './view'

export interface Suggestion {
  player: number
  isBest: boolean
  isPlayed: boolean
  /** The card, and what is done with it. */
  card: string
  name: string
  base: number
  /** How much power it adds for its player there, if that is known. */
  gain: number | null
}

/** The base at which a move is made or whose card it is about. */
function baseOf(view: GameView, option: OptionView): number | null {
  const at = spots(view)
  for (const id of [option.target, option.card]) {
    if (id === undefined) continue
    if (view.bases.some((base) => base.id === id)) return id
    const spot = at.get(id)
    if (spot) return spot.base.id
  }
  return null
}

function gainAt(view: GameView, base: number, player: number, move: BotMove): number | null {
  const here = view.bases.find((other) => other.id === base)!
  const after = move.totals?.[String(base)]?.[player]
  return after === undefined ? null : after - (here.totals[player] ?? 0)
}

/** The best move and the one that was played, as far as the board can show them; one ghost if they are the same. */
export function suggestionsOf(moment: AnalysisMoment, view: GameView): Suggestion[] {
  const options = view.question?.options ?? []
  const shown = moment.moves.filter((move: BotMove, i) => i === 0 || move.played)
  return shown.flatMap((move, i) => {
    const option = move.picks.length === 1 ? options.find((other) => other.index === move.picks[0]) : undefined
    const base = option && option.kind !== 'end' ? baseOf(view, option) : null
    if (!option || base === null) return []
    // Where the base itself is the target it is under the ghost, and need not be named.
    const card = option.name || option.text
    const name = option.target === base ? card : option.text
    return [
      {
        player: moment.player,
        isBest: i === 0,
        isPlayed: move.played ?? false,
        card,
        name,
        base,
        gain: gainAt(view, base, moment.player, move),
      },
    ]
  })
}
