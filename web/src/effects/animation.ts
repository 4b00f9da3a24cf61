/** What happened, shown in order: cards fly where they go, rows re-rank, a base that has scored bursts. */
import { mount, tick, unmount } from 'svelte'
import CardFace from '@/components/CardFace.svelte'
import type { GameEvent, GameView } from '@/protocol/types'
import type { Animator } from '@/game/playback.svelte'
import { scoringsIn, type Scored } from '@/game/scoring'
import type { ScoringScene } from '@/game/scoring.svelte'
import { spots } from '@/game/view'
import { actsOn, arrowBetween } from './arrows'
import { AGAIN, playScoring } from './scoring'

const MOVE = 260
const EASE = 'cubic-bezier(.2, .8, .3, 1)'
/** How long a card that goes straight to the discard pile is held up: the own one, and somebody else's. */
const SHOWN_MINE = 260
const SHOWN = 900
/** A card that is played: lifted, in flight, landing. From this power on it shakes its base. */
const [LIFT, FLIGHT, LANDING, SHAKE] = [60, 240, 100, 120]
const LIFT_PX = 8
const SHAKE_PX = 3
const BIG = 5
const [ARROW_DRAWN, ARROW_STAYS] = [180, 420]
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

interface Seen {
  rect: DOMRect
  area: string
  element: HTMLElement
}

/** Every element that represents a card, and the part of the table it is in. */
function look(): Map<string, Seen> {
  const found = new Map<string, Seen>()
  for (const element of document.querySelectorAll<HTMLElement>('.page-table [data-card]')) {
    const rect = element.getBoundingClientRect()
    const home = element.parentElement?.closest<HTMLElement>('.hand, .open-hands, .base')
    if (rect.width > 0)
      found.set(element.dataset.card!, { rect, element, area: home?.dataset.card ?? home?.className ?? '' })
  }
  return found
}

function rectOf(...selectors: string[]): DOMRect | null {
  for (const selector of selectors) {
    const rect = document.querySelector(selector)?.getBoundingClientRect()
    if (rect && rect.width > 0) return rect
  }
  return null
}

/** Where a player's hidden cards come from and discarded ones go: the viewer's piles, or a badge in the race. */
function pileOf(player: number, me: number | null, pile: 'deck' | 'discard'): DOMRect | null {
  const badge = `[data-player="${player}"] .badge`
  return player === me ? rectOf(`.piles .pile:nth-child(${pile === 'deck' ? 1 : 2})`, badge) : rectOf(badge, '.race')
}

function copyOf(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement
  for (const node of [copy, ...copy.querySelectorAll<HTMLElement>('[data-card], [id]')]) {
    node.removeAttribute('data-card')
    node.removeAttribute('id')
  }
  return copy
}

/** From one place to another, as a transform of what is drawn at the first. */
function shift(from: DOMRect, to: DOMRect, scale: number): string {
  const dx = to.left + to.width / 2 - from.left - from.width / 2
  const dy = to.top + to.height / 2 - from.top - from.height / 2
  return `translate(${dx}px, ${dy}px) scale(${scale})`
}

/** What a transition lasts, and after how long it starts, at the usual pace. */
interface Timing {
  duration: number
  delay?: number
}

/** The animations in progress: they end by themselves, or all at once. `tempo`: the share of the usual time. */
class Scene {
  private readonly running: Animation[] = []

  constructor(private readonly tempo: number) {}

  animate(element: Element, frames: Keyframe[], { duration, delay = 0 }: Timing, then?: () => void): void {
    const timing = { duration: duration * this.tempo, delay: delay * this.tempo }
    const animation = element.animate(frames, { easing: EASE, fill: 'backwards', ...timing })
    animation.onfinish = animation.oncancel = () => then?.()
    this.running.push(animation)
  }

  /** Something above everything else, at a place on the screen. */
  over(element: HTMLElement, rect: DOMRect, frames: Keyframe[], timing: Timing, then?: () => void): void {
    element.classList.add('flying')
    Object.assign(element.style, {
      left: `${rect.left}px`,
      top: `${rect.top}px`,
      width: `${rect.width}px`,
      height: `${rect.height}px`,
    })
    element.setAttribute('aria-hidden', 'true')
    element.inert = true
    document.body.append(element)
    this.animate(element, frames, timing, () => {
      element.remove()
      then?.()
    })
  }

  end(): void {
    for (const animation of this.running) animation.finish()
  }
}

/**
 * A card that comes from elsewhere is lifted, flies above everything and lands a little too large; its place stays empty
 * until it is there. A big one shakes what it lands on.
 */
function arrive(scene: Scene, now: Seen, from: DOMRect, delay: number, isBig: boolean): void {
  const { rect, element } = now
  const scale = Math.min(1.3, Math.max(0.25, from.width / rect.width))
  const lifted = shift(rect, new DOMRect(from.left, from.top - LIFT_PX, from.width, from.height), scale)
  const duration = LIFT + FLIGHT + LANDING
  scene.over(
    copyOf(element),
    rect,
    [
      { transform: shift(rect, from, scale), opacity: 0.5, offset: 0 },
      { transform: lifted, opacity: 1, offset: LIFT / duration, easing: 'cubic-bezier(.5, 0, .4, 1)' },
      { transform: 'scale(1.06)', opacity: 1, offset: (LIFT + FLIGHT) / duration, easing: 'ease-out' },
      { transform: 'none', opacity: 1, offset: 1 },
    ],
    { duration, delay },
  )
  scene.animate(element, [{ opacity: 0 }, { opacity: 0 }], { duration, delay })
  const base = element.closest<HTMLElement>('.base')
  if (!isBig || !base) return
  const shake = [0, SHAKE_PX, 0, SHAKE_PX, 0].map((y) => ({ transform: `translateY(${y}px)` }))
  scene.animate(base, shake, { duration: SHAKE, delay: delay + LIFT + FLIGHT })
}

/** An arrow from what acts to what it acts on, which stays until the effect is over. */
function point(scene: Scene, from: DOMRect, to: DOMRect, delay: number): void {
  const { arrow, line } = arrowBetween(from, to)
  document.body.append(arrow)
  const duration = ARROW_DRAWN + ARROW_STAYS
  const drawn = ARROW_DRAWN / duration
  scene.animate(line, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0, offset: drawn }, { strokeDashoffset: 0 }], {
    duration,
    delay,
  })
  scene.animate(
    arrow,
    [{ opacity: 0 }, { opacity: 1, offset: drawn / 2 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }],
    { duration, delay },
    () => arrow.remove(),
  )
}

/** A card that has left flies off: destroyed it crumples, else it goes to its player. */
function depart(
  scene: Scene,
  was: Seen,
  copy: HTMLElement,
  event: GameEvent,
  target: DOMRect | null,
  delay: number,
): void {
  const end =
    event.kind === 'destroy' || !target
      ? { transform: 'scale(.5) rotate(-8deg)', opacity: 0 }
      : { transform: shift(was.rect, target, 0.2), opacity: 0.2 }
  scene.over(copy, was.rect, [{ transform: 'none', opacity: 1 }, end], { duration: MOVE * 1.3, delay })
}

/** A card that goes straight to the discard pile is held up, for everybody to read. */
function showUp(scene: Scene, name: string, from: DOMRect, to: DOMRect, hold: number, delay: number): void {
  const board = rectOf('.board')
  if (!board || !name) return
  const frame = document.createElement('div')
  frame.className = 'show-up'
  const face = mount(CardFace, { target: frame, props: { name } })
  const [width, height] = [190, 252]
  const rect = new DOMRect(
    board.left + (board.width - width) / 2,
    board.top + Math.max(8, (board.height - height) / 2),
    width,
    height,
  )
  const duration = hold + 2 * MOVE
  const frames = [
    { transform: shift(rect, from, Math.min(1, Math.max(0.15, from.width / width))), opacity: 0.2, offset: 0 },
    { transform: 'none', opacity: 1, offset: MOVE / duration },
    { transform: 'none', opacity: 1, offset: 1 - MOVE / duration },
    { transform: shift(rect, to, 0.12), opacity: 0.2, offset: 1 },
  ]
  scene.over(frame, rect, frames, { duration, delay }, () => void unmount(face))
}

/** The star of a base that begins to score, or the base that goes away in a burst. */
function burst(scene: Scene, rect: DOMRect, base: HTMLElement | null, delay: number): void {
  if (base)
    scene.over(
      base,
      rect,
      [
        { transform: 'none', opacity: 1 },
        { transform: 'scale(1.07)', opacity: 0 },
      ],
      { duration: MOVE * 1.6, delay },
    )
  const star = document.createElement('span')
  star.className = 'burst flash'
  const size = 120
  const middle = new DOMRect(
    rect.left + (rect.width - size) / 2,
    rect.top + Math.min(rect.height / 2, 260) - size / 2,
    size,
    size,
  )
  scene.over(
    star,
    middle,
    [
      { transform: 'scale(.2) rotate(-20deg)', opacity: 1 },
      { transform: `scale(${base ? 3.4 : 1.8}) rotate(12deg)`, opacity: 0 },
    ],
    { duration: base ? 720 : 520, delay },
  )
}

/** A new base comes from above, its rule last. */
function slideIn(scene: Scene, base: HTMLElement | undefined): void {
  if (!base) return
  const from = { transform: 'translateY(-28px)', opacity: 0 }
  scene.animate(base, [from, { transform: 'none', opacity: 1 }], { duration: 360 })
  const rule = base.querySelector<HTMLElement>('.b-rule')
  if (rule) scene.animate(rule, [{ opacity: 0 }, { opacity: 1 }], { duration: 160, delay: 360 })
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
      for (const id of event.cards.map(String)) {
        if (delays.has(id)) continue
        delays.set(id, start)
        const [was, now] = [before.get(id), after.get(id)]
        const copy = copies.get(id)
        if (now && now.area !== was?.area) {
          const from = was?.rect ?? pileOf(event.player, me(), 'deck')
          const isBig = event.kind === 'play' && (there.get(Number(id))?.card.power ?? 0) >= BIG
          if (from) arrive(scene, now, from, start, isBig)
        } else if (event.kind === 'play' && !now) {
          const from = was?.rect ?? own
          if (from && own) showUp(scene, table.nameOf(Number(id)), from, own, isMine ? SHOWN_MINE : SHOWN, start)
          at += isMine ? SHOWN_MINE : SHOWN
        } else if (was && !now && copy) depart(scene, was, copy, event, own, start)
      }
      const stage = event.base === null ? undefined : before.get(String(event.base))
      if (stage && event.kind === 'score' && !isTold) burst(scene, stage.rect, null, start)
      if (stage && BREAKS.has(event.kind) && !isTold && !after.has(String(event.base)))
        burst(scene, stage.rect, copies.get(String(event.base)) ?? null, start)
      if (SEEN.has(event.kind) && !isTold) at = Math.min(at + NEXT, LONGEST)
    }

    // What only changed its place within its column or the hand slides there; a column takes its cards along.
    for (const [id, now] of after) {
      const was = before.get(id)
      if (!was || was.area !== now.area) continue
      const [column, columnNow] = [before.get(now.area), after.get(now.area)]
      const dx = was.rect.left - now.rect.left - (column && columnNow ? column.rect.left - columnNow.rect.left : 0)
      const dy = was.rect.top - now.rect.top - (column && columnNow ? column.rect.top - columnNow.rect.top : 0)
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
