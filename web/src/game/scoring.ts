/** What a state brings about bases that score: read from its events, and the positions before and after it. */
import type { BaseInPlay, CardInPlay, GameEvent, GameView } from '@/protocol/types'

/** What one player takes at a base. `place` is 0 and `power` unknown where they take VP without a place. */
export interface Award {
  player: number
  place: number
  power: number | null
  vp: number
}

/** The cards that go from the base to one player's discard pile. */
export interface Pile {
  player: number
  cards: string[]
}

/** One of the places at the base, or one of the players where it pays by another rule. */
export interface PlaceSeat {
  place: number
  vp: number
  players: number[]
  /** A tie above has used this place up. */
  isVoid: boolean
}

export interface Scored {
  base: BaseInPlay
  /** It begins to score in this state; it pays; its cards are discarded. */
  isBreaking: boolean
  isPaying: boolean
  isClearing: boolean
  awards: Award[]
  piles: Pile[]
  /** The name of the base that comes in its place. */
  next: string
  /** The events that the scene shows: from here, up to but not including there. */
  from: number
  to: number
}

/** What follows a base's cards being discarded, and is part of the same scene. */
const AFTERMATH = new Set(['scored', 'discard', 'new base', 'replace base'])

function cardsOn(cards: readonly CardInPlay[]): CardInPlay[] {
  return cards.flatMap((card) => [card, ...cardsOn(card.cards)])
}

/** Which of the cards that were on a base are in whose discard pile now. */
function pilesOf(base: BaseInPlay, after: GameView | null): Pile[] {
  const were = new Set(cardsOn(base.cards).map((card) => card.id))
  return (after?.players ?? []).flatMap(({ discard }, player) => {
    const cards = discard.filter((card) => were.has(card.id)).map((card) => card.name)
    return cards.length > 0 ? [{ player, cards }] : []
  })
}

/** The bases that score in a state, in order. */
export function scoringsIn(events: readonly GameEvent[], before: GameView | null, after: GameView | null): Scored[] {
  const found: Scored[] = []
  let open: Scored | null = null
  const award = (scored: Scored, player: number): Award => {
    const known = scored.awards.find((other) => other.player === player)
    if (known) return known
    const added = { player, place: 0, power: null, vp: 0 }
    scored.awards.push(added)
    return added
  }
  events.forEach((event, at) => {
    if (open?.isClearing && !AFTERMATH.has(event.kind)) open = null
    const isAbout = event.kind === 'score' || event.kind === 'award' || event.kind === 'scored'
    if (isAbout && event.base !== open?.base.id) {
      const base = before?.bases.find((other) => other.id === event.base)
      open = base
        ? {
            base,
            isBreaking: false,
            isPaying: false,
            isClearing: false,
            awards: [],
            piles: pilesOf(base, after),
            next: '',
            from: at,
            to: at,
          }
        : null
      if (open) found.push(open)
    }
    if (!open) return
    if (event.kind === 'score') open.isBreaking = true
    if (event.kind === 'award')
      Object.assign(award(open, event.player), { place: event.number, power: event.power ?? null })
    if (event.kind === 'vp' && event.player >= 0) award(open, event.player).vp += event.number
    if (event.kind === 'award' || event.kind === 'vp') open.isPaying = true
    if (event.kind === 'scored') open.isClearing = true
    if (event.kind === 'new base') open.next = after?.bases.find((other) => other.id === event.base)?.name ?? ''
    open.to = at + 1
  })
  return found
}

/** The places as seats, first place first; a seat for each player where the places alone do not decide. */
export function seatsOf({ base, awards }: Scored): PlaceSeat[] {
  const isByPlace =
    base.vp.some((vp) => vp > 0) && awards.every(({ place, vp }) => vp === (place > 0 ? (base.vp[place - 1] ?? 0) : 0))
  if (!isByPlace)
    return awards
      .filter(({ vp, place }) => vp !== 0 || place > 0)
      .toSorted((a, b) => b.vp - a.vp)
      .map(({ player, place, vp }) => ({ place, vp, players: [player], isVoid: false }))
  return base.vp.map((vp, index) => {
    const place = index + 1
    const players = awards.filter((award) => award.place === place).map((award) => award.player)
    const ahead = awards.filter((award) => award.place > 0 && award.place < place).length
    return { place, vp, players, isVoid: players.length === 0 && ahead >= place }
  })
}

/** Everybody's power at the base as it scores, strongest first. */
export function powersOf({ base, awards }: Scored): { player: number; power: number }[] {
  return base.totals
    .map((total, player) => ({ player, power: awards.find((award) => award.player === player)?.power ?? total }))
    .filter(({ power }) => power > 0)
    .sort((a, b) => b.power - a.power || a.player - b.player)
}
