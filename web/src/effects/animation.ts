/** What happened, shown in order: cards fly where they go, rows re-rank, a base that has scored bursts. */
import { tick } from 'svelte'
import type { CardInPlay, GameEvent, GameView } from '@/protocol/types'
import type { Animator } from '@/game/playback.svelte'
import { scoringsIn, type Scored } from '@/game/scoring'
import type { ScoringScene } from '@/game/scoring.svelte'
import { spots } from '@/game/view'
import { actsOn } from './arrows'
import {
  arrive,
  burst,
  copyOf,
  depart,
  MOVE,
  point,
  pop,
  rectOf,
  Scene,
  showUp,
  slideIn,
  type Seen,
  type Weight,
} from './motions'
import { AGAIN, playScoring } from './scoring'

/** How long a card that goes straight to the discard pile is held up: the own one, and somebody else's. */
const SHOWN_MINE = 260
const SHOWN = 900
/** From this power on a card lands heavily. */
const BIG = 5
/** From one card to the next, where several are drawn or discarded at once. */
const CARDS_APART = 60
/** From one event to the next. */
const NEXT = 170
const LONGEST = 3000
/** How long a new base is announced. */
const NEW_BASE_MS = 700

/** Kinds that take a moment of their own. */
const SEEN = new Set([
  'play',
  'talent',
  'destroy',
  'move',
  'return',
  'score',
  'scored',
  'award',
  'vp',
  'power',
  'counters',
  'control',
  'discard',
  'draw',
  'new base',
  'replace base',
  'destroy base',
  'to bottom',
  'to top',
  'to hand',
  'shuffle in',
])
const BREAKS = new Set(['scored', 'destroy base', 'replace base'])
const CHANGES = new Set(['power', 'counters', 'counters off'])
const IN_A_ROW = new Set(['draw', 'discard'])

/** What slides when something beside it comes or goes: bases, the lanes at them, and cards. */
const SLIDING = '.page-table :is([data-card], .base .lane, .base .mins)'

/** A card has its own number; a lane, and the minions in it, are named by base and seat. */
function keyOf(element: HTMLElement): string {
  if (element.dataset.card) return element.dataset.card
  const kind = element.classList.contains('mins') ? 'mins' : 'lane'
  const seat = element.closest<HTMLElement>('.lane')?.dataset.seat ?? ''
  return `${element.closest<HTMLElement>('.base')?.dataset.card ?? ''} ${kind} ${seat}`
}

/** Everything that may slide, the part of the table it is in, and what it slides along with. */
function look(): Map<string, Seen> {
  const found = new Map<string, Seen>()
  for (const element of document.querySelectorAll<HTMLElement>(SLIDING)) {
    const rect = element.getBoundingClientRect()
    const home = element.parentElement?.closest<HTMLElement>('.hand, .open-hands, .base')
    const frame = element.parentElement?.closest<HTMLElement>(SLIDING)
    if (rect.width === 0) continue
    found.set(keyOf(element), {
      rect,
      element,
      area: home?.dataset.card ?? home?.className ?? '',
      frame: frame ? keyOf(frame) : '',
    })
  }
  return found
}

/** Where a player's hidden cards come from and discarded ones go: the viewer's piles, or a badge in the race. */
function pileOf(player: number, me: number | null, pile: 'deck' | 'discard'): DOMRect | null {
  const badge = `[data-player="${player}"] .badge`
  return player === me ? rectOf(`.piles .pile:nth-child(${pile === 'deck' ? 1 : 2})`, badge) : rectOf(badge, '.race')
}

/** The pace at which a table page is shown. */
export interface Pacing {
  /** The share of their usual time that animations take. */
  readonly tempo: number
  /** Everything is to be shown at once. */
  readonly isSkipping: boolean
  /** The share of their usual time that scenes take; 0 leaves them out. */
  readonly sceneTempo: number
  /** Waits until other players' moves have been read; `shownMs` is for how long they have been shown. */
  hold(events: readonly GameEvent[], shownMs: number): Promise<void>
  /** Waits for a part of a scene. */
  beat(milliseconds: number, isCut: () => boolean): Promise<void>
}

/** The table whose moves are shown. */
interface Animated {
  readonly me: number | null
  readonly view: GameView | null
  readonly playback: Pacing
  readonly scoring: ScoringScene
  nameOf(id: number): string
  /** Brings what these events are about into view, where one base is shown at a time. */
  showing(events: readonly GameEvent[]): void
}

/** Plays the scenes of the bases that score; returns the events that they have shown. */
async function playScenes(table: Animated, scorings: readonly Scored[], isOver: boolean): Promise<Set<number>> {
  const { scoring, playback } = table
  const shown = new Set<number>()
  for (const [at, scored] of scorings.entries()) {
    const tempo = playback.sceneTempo * (at > 0 ? AGAIN : 1)
    if (tempo === 0) break
    for (let event = scored.from; event < scored.to; event++) shown.add(event)
    scoring.begin(scored, scoring.measure(scored.base.id), tempo)
    const wait = (milliseconds: number): Promise<void> => playback.beat(milliseconds, () => scoring.isCut)
    await playScoring(scoring, scored, wait, isOver && at === scorings.length - 1)
  }
  return shown
}

/** How a card lands: a titan and a strong card do so with weight, when they are played. */
function weigh(kind: string, card: CardInPlay | undefined): Weight {
  if (kind !== 'play' || !card) return 'light'
  return card.kind === 'titan' ? 'titan' : card.power >= BIG ? 'heavy' : 'light'
}

/** The animator of a table page. */
export function makeAnimator(table: Animated): Animator {
  const { playback: pacing } = table
  const me = (): number | null => table.me
  return async (next, change) => {
    const { events } = next
    const before = look()
    const named = new Set(
      events.flatMap((event) => [...event.cards, ...(event.base === null ? [] : [event.base])]).map(String),
    )
    const copies = new Map([...before].filter(([id]) => named.has(id)).map(([id, seen]) => [id, copyOf(seen.element)]))
    const scorings = scoringsIn(events, table.view, next.view)
    const told = await playScenes(table, scorings, next.over !== null)
    await change()
    const came = table.scoring.shown?.isClearing && !table.scoring.isCut && next.over === null
    if (came) {
      table.scoring.clear()
      table.showing(events.filter((event, number) => event.kind === 'new base' && told.has(number)))
    } else table.scoring.end()
    await tick()
    const after = look()
    const { tempo } = pacing
    const scene = new Scene(tempo)
    const there = next.view === null ? new Map<number, never>() : spots(next.view)
    const delays = new Map<string, number>()
    let at = 0

    for (const [number, event] of events.entries()) {
      const start = at
      const isTold = told.has(number)
      if (event.kind === 'new base' && isTold) slideIn(scene, after.get(String(event.base))?.element)
      const isMine = event.player === me()
      const own = pileOf(event.player, me(), 'discard')
      const acting = actsOn(event)
      const [source, target] = acting?.map((id) => before.get(id) ?? after.get(id)) ?? []
      if (source && target) point(scene, source.rect, target.rect, start)
      for (const [order, id] of event.cards.map(String).entries()) {
        const changed = CHANGES.has(event.kind) && (order > 0 || event.cards.length === 1) ? after.get(id) : undefined
        if (changed) pop(scene, changed, start)
        if (delays.has(id)) continue
        const delay = start + (IN_A_ROW.has(event.kind) ? order * CARDS_APART : 0)
        delays.set(id, delay)
        const [was, now] = [before.get(id), after.get(id)]
        const copy = copies.get(id)
        if (now && now.area !== was?.area) {
          const from = was?.rect ?? pileOf(event.player, me(), 'deck')
          if (from)
            arrive(scene, now, from, delay, weigh(event.kind, there.get(Number(id))?.card), event.kind === 'move')
        } else if (event.kind === 'play' && !now) {
          const from = was?.rect ?? own
          if (from && own) showUp(scene, table.nameOf(Number(id)), from, own, isMine ? SHOWN_MINE : SHOWN, start)
          at += isMine ? SHOWN_MINE : SHOWN
        } else if (was && !now && copy) depart(scene, was, copy, event, own, delay)
      }
      const stage = event.base === null ? undefined : before.get(String(event.base))
      if (stage && event.kind === 'score' && !isTold) burst(scene, stage.rect, null, start)
      if (stage && BREAKS.has(event.kind) && !isTold && !after.has(String(event.base)))
        burst(scene, stage.rect, copies.get(String(event.base)) ?? null, start)
      if (SEEN.has(event.kind) && !isTold) at = Math.min(at + NEXT, LONGEST)
    }

    // What only changed its place within its column or the hand slides there, and takes along what is in it.
    for (const [id, now] of after) {
      const was = before.get(id)
      if (!was || was.area !== now.area) continue
      const [frame, frameNow] = [before.get(now.frame), after.get(now.frame)]
      const dx = was.rect.left - now.rect.left - (frame && frameNow ? frame.rect.left - frameNow.rect.left : 0)
      const dy = was.rect.top - now.rect.top - (frame && frameNow ? frame.rect.top - frameNow.rect.top : 0)
      if (Math.abs(dx) < 2 && Math.abs(dy) < 2) continue
      scene.animate(now.element, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], {
        duration: MOVE,
        delay: delays.get(id) ?? 0,
      })
    }

    const seen = events.filter((event, number) => SEEN.has(event.kind) && !told.has(number))
    const others = seen.filter((event) => event.player !== me())
    if (came) await pacing.beat(NEW_BASE_MS * table.scoring.tempo, () => table.scoring.isCut)
    table.scoring.end()
    const until = performance.now() + (seen.length === 0 ? 0 : at * tempo)
    while (performance.now() < until && !pacing.isSkipping) await new Promise((resume) => setTimeout(resume, 40))
    if (pacing.isSkipping) scene.end()
    if (others.length > 0) await pacing.hold(others, at * tempo)
  }
}
