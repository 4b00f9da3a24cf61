/** Reading a view: where a card is, who stands where. No rules of the game in here. */
import type { BaseInPlay, CardInPlay, GameView, LogLineView, PlayRight, QuestionView } from '@/protocol/types'

export interface Spot {
  card: CardInPlay
  base: BaseInPlay
  host: CardInPlay | null
}

function walk(
  base: BaseInPlay,
  cards: readonly CardInPlay[],
  host: CardInPlay | null,
  visit: (spot: Spot) => void,
): void {
  for (const card of cards) {
    visit({ card, base, host })
    walk(base, card.cards, card, visit)
  }
}

/** Every card on every base, those on minions included. */
export function spots(view: GameView): Map<number, Spot> {
  const found = new Map<number, Spot>()
  for (const base of view.bases) walk(base, base.cards, null, (spot) => found.set(spot.card.id, spot))
  return found
}

/** What every id that this viewer has met is called. */
export function learnNames(known: Map<number, string>, view: GameView | null, log: readonly LogLineView[]): void {
  for (const line of log) {
    for (const part of line.parts) {
      if (typeof part === 'string') continue
      const id = part.card ?? part.base
      if (id !== undefined) known.set(id, part.name)
    }
  }
  if (!view) return
  for (const base of view.bases) known.set(base.id, base.name)
  for (const [id, spot] of spots(view)) known.set(id, spot.card.name)
  for (const player of view.players) {
    for (const card of [...player.titans, ...player.stasis]) {
      known.set(card.id, card.name)
      for (const on of [...(card.cards ?? []), ...card.held])
        if (on.id !== undefined && on.name !== undefined) known.set(on.id, on.name)
    }
    for (const card of [...(player.hand ?? []), ...player.known_hand, ...player.known_deck, ...player.discard]) {
      known.set(card.id, card.name)
    }
  }
  const held = [
    ...view.bases.flatMap((base) => base.buried),
    ...[...spots(view).values()].flatMap((spot) => spot.card.held ?? []),
  ]
  for (const card of held) if (card.id !== undefined && card.name !== undefined) known.set(card.id, card.name)
  for (const card of [...view.box, ...Object.values(view.supplies).flatMap((supply) => supply.discard)])
    known.set(card.id, card.name)
  for (const base of view.base_discard) known.set(base.id, base.name)
  if (view.base_deck_top) known.set(view.base_deck_top.id, view.base_deck_top.name)
  learnFromQuestion(known, view.question)
}

function learnFromQuestion(known: Map<number, string>, question: QuestionView | null): void {
  for (const option of question?.options ?? []) {
    if (option.card !== undefined && option.name) known.set(option.card, option.name)
  }
}

/** Whether it is one of the plays that everybody has in their turn, instead of an extra one. */
export function isRegular(right: PlayRight): boolean {
  return right.free && right.unrestricted
}

export interface Standing {
  player: number
  total: number
  place: number
  minions: CardInPlay[]
  titans: CardInPlay[]
}

/** The sum of the powers that count: a card's ability may keep its host's power from counting. */
export function powerThatCounts(cards: readonly CardInPlay[]): number {
  return cards.reduce((sum, card) => sum + (card.counts === false ? 0 : card.power), 0)
}

/** Minions and monsters; a card that is both minion and action is a minion while it is in play. */
export function isMinion(card: CardInPlay): boolean {
  return card.kind === 'minion' || card.kind === 'card'
}

/** Monsters that nobody controls, strongest first. */
export function monsters(base: BaseInPlay): CardInPlay[] {
  return base.cards.filter((card) => isMinion(card) && card.controller < 0).sort((a, b) => b.power - a.power)
}

/** Who is at a base, strongest first: everyone with a minion, a titan or power there. */
export function standings(base: BaseInPlay): Standing[] {
  return base.totals
    .map((total, player) => ({
      player,
      total,
      place: base.places[player] ?? 0,
      minions: base.cards
        .filter((card) => isMinion(card) && card.controller === player)
        .sort((a, b) => b.power - a.power || a.name.localeCompare(b.name)),
      titans: base.cards.filter((card) => card.kind === 'titan' && card.controller === player),
    }))
    .filter((row) => row.total > 0 || row.minions.length > 0 || row.titans.length > 0)
    .sort((a, b) => b.total - a.total || a.player - b.player)
}

/** The power that counts towards the breakpoint. */
export function totalPower(base: BaseInPlay): number {
  return base.pressure
}

export interface Prize {
  place: number
  vp: number
  players: number[]
  /** A tie above has used this prize up. */
  isVoid: boolean
}

/** The prizes as seats: who would sit in them if the base scored now, by the places the server gives. */
export function podium(base: BaseInPlay): Prize[] {
  const sitting = base.places.filter((place) => place > 0).length
  return base.vp.map((vp, index) => {
    const place = index + 1
    const players = base.places.flatMap((taken, player) => (taken === place ? [player] : []))
    const ahead = base.places.filter((taken) => taken > 0 && taken < place).length
    return { place, vp, players, isVoid: players.length === 0 && ahead >= place && sitting >= place }
  })
}

/** Whether the places alone decide what a base pays now; some bases pay otherwise, and some cards pay on top. */
export function paysByPlace(base: BaseInPlay): boolean {
  return (
    base.vp.some((vp) => vp > 0) &&
    base.gains.every((gain, player) => gain === (base.vp[(base.places[player] ?? 0) - 1] ?? 0))
  )
}

/** Minions that are alike in everything share a row on a crowded base, unless one of them can be picked. */
export function stackAlike(
  minions: readonly CardInPlay[],
  isSpecial: (id: number) => boolean,
): { card: CardInPlay; ids: number[] }[] {
  const stacks: { card: CardInPlay; ids: number[]; key: string }[] = []
  for (const card of minions) {
    const { id, ...rest } = card
    const key = isSpecial(id) || card.cards.length > 0 ? `one ${id}` : JSON.stringify(rest)
    const same = stacks.find((stack) => stack.key === key)
    if (same) same.ids.push(id)
    else stacks.push({ card, ids: [id], key })
  }
  return stacks
}

/** Past about ten minions a base gets a double column. */
export function isCrowded(base: BaseInPlay): boolean {
  return base.cards.filter(isMinion).length > 10
}

/** How much of the board's width a base needs, by what stands on it. */
export function shareOf(base: BaseInPlay): number {
  const rows = base.cards.reduce((sum, card) => sum + 1 + card.cards.length * 0.5, 0)
  if (rows === 0) return 0.62
  if (isCrowded(base)) return 1.9
  return rows <= 3 ? 0.95 : rows <= 6 ? 1.05 : 1.2
}

/** Bases, and the cards at each, as they follow each other on the board: actions, monsters, then lane by lane. */
export function boardOrder(view: GameView): number[] {
  const withCards = (card: CardInPlay): number[] => [card.id, ...card.cards.flatMap(withCards)]
  return view.bases.flatMap((base) => {
    const lanes = standings(base).flatMap((row) => [...row.titans, ...row.minions])
    const actions = base.cards.filter((card) => card.kind === 'action')
    return [base.id, ...[...actions, ...monsters(base), ...lanes].flatMap(withCards)]
  })
}
