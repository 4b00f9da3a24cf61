/** What happened, shown in order: cards fly where they go, rows re-rank, points tick up, a scoring base bursts. */
import { tick } from 'svelte'
import type { GameEvent } from './protocol'
import type { Animator } from './table.svelte'

const MOVE = 260
const EASE = 'cubic-bezier(.2, .8, .3, 1)'
/** Kinds that are worth a moment of their own when somebody else does them. */
const SEEN = new Set(['play', 'talent', 'destroy', 'move', 'return', 'score', 'award', 'vp', 'power', 'counters', 'control', 'discard', 'replace base', 'destroy base', 'to bottom', 'to top', 'shuffle in'])

function rects(): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>()
  for (const element of document.querySelectorAll<HTMLElement>('[data-card]')) {
    const rect = element.getBoundingClientRect()
    if (rect.width > 0) found.set(element.dataset.card!, rect)
  }
  return found
}

function rectOf(selector: string): DOMRect | null {
  const rect = document.querySelector(selector)?.getBoundingClientRect()
  return rect && rect.width > 0 ? rect : null
}

/** Where something comes from that was not on the screen: its player, in the race. */
function origin(event: GameEvent): DOMRect | null {
  return event.player >= 0 ? rectOf(`[data-player="${event.player}"] .badge`) : null
}

function fly(element: HTMLElement, from: DOMRect, to: DOMRect, isNew: boolean): void {
  const [dx, dy] = [from.left - to.left, from.top - to.top]
  if (Math.abs(dx) < 2 && Math.abs(dy) < 2) return
  const shrink = isNew ? ` scale(${Math.min(1.6, Math.max(0.3, from.height / to.height))})` : ''
  element.style.zIndex = '5'
  const flight = element.animate([{ transform: `translate(${dx}px, ${dy}px)${shrink}`, opacity: isNew ? 0.35 : 1 }, { transform: 'none', opacity: 1 }], {
    duration: isNew ? MOVE * 1.4 : MOVE,
    easing: EASE,
  })
  flight.onfinish = flight.oncancel = () => element.style.removeProperty('z-index')
}

/** A card that left the board flies off as a copy. */
function leave(copies: { copy: HTMLElement; rect: DOMRect; id: string }[], event: GameEvent): void {
  const ids = new Set(event.cards.map(String))
  const target = rectOf(`[data-player="${event.player}"] .badge`) ?? rectOf('.race')
  for (const { copy, rect, id } of copies) {
    if (!ids.has(id)) continue
    Object.assign(copy.style, { position: 'fixed', left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px`, height: `${rect.height}px`, zIndex: '20', pointerEvents: 'none', margin: '0' })
    copy.setAttribute('aria-hidden', 'true')
    copy.inert = true
    document.body.append(copy)
    const end =
      event.kind === 'destroy' || !target
        ? { transform: 'scale(.6) rotate(-6deg)', opacity: 0 }
        : { transform: `translate(${target.left - rect.left}px, ${target.top - rect.top}px) scale(.2)`, opacity: 0.2 }
    const away = copy.animate([{ transform: 'none', opacity: 1 }, end], { duration: MOVE * 1.3, easing: EASE })
    away.onfinish = away.oncancel = () => copy.remove()
  }
}

function burst(event: GameEvent): void {
  if (event.base === null) return
  const rect = rectOf(`[data-card="${event.base}"]`)
  if (!rect) return
  const star = document.createElement('span')
  star.className = 'burst flash'
  star.setAttribute('aria-hidden', 'true')
  Object.assign(star.style, { position: 'fixed', left: `${rect.left + rect.width / 2 - 60}px`, top: `${rect.top + rect.height / 2 - 60}px`, zIndex: '20', pointerEvents: 'none' })
  document.body.append(star)
  const flash = star.animate([{ transform: 'scale(.2) rotate(-20deg)', opacity: 1 }, { transform: 'scale(2.6) rotate(12deg)', opacity: 0 }], { duration: 620, easing: EASE })
  flash.onfinish = flash.oncancel = () => star.remove()
}

const LEAVING = new Set(['destroy', 'return', 'to bottom', 'to top', 'shuffle in', 'to hand', 'discard'])

/** The animator of a table page. `isMine` says whether this viewer did it: then no pause is needed to follow. */
export function makeAnimator(me: () => number | null, isSkipped: () => boolean): Animator {
  return async (events, change) => {
    const before = rects()
    const gone = new Set(events.filter((event) => LEAVING.has(event.kind)).flatMap((event) => event.cards.map(String)))
    const copies = [...document.querySelectorAll<HTMLElement>('.minion[data-card]')]
      .filter((element) => gone.has(element.dataset.card!))
      .map((element) => ({ copy: element.cloneNode(true) as HTMLElement, rect: element.getBoundingClientRect(), id: element.dataset.card! }))
    await change()
    await tick()
    const first = new Map<string, GameEvent>()
    for (const event of events) for (const id of event.cards) if (!first.has(String(id))) first.set(String(id), event)
    const stillThere = new Set<string>()
    for (const element of document.querySelectorAll<HTMLElement>('[data-card]')) {
      const id = element.dataset.card!
      stillThere.add(id)
      const to = element.getBoundingClientRect()
      if (to.width === 0) continue
      const from = before.get(id)
      const event = first.get(id)
      if (from) fly(element, from, to, false)
      else if (event) {
        const start = origin(event)
        if (start) fly(element, start, to, true)
      }
    }
    const left = copies.filter(({ id }) => !stillThere.has(id))
    for (const event of events) {
      if (LEAVING.has(event.kind)) leave(left, event)
      if (event.kind === 'score') burst(event)
    }
    const seen = events.filter((event) => SEEN.has(event.kind))
    const isMine = seen.every((event) => event.player === me())
    const pause = seen.length === 0 ? 0 : isMine ? MOVE * 0.6 : seen.some((event) => event.kind === 'score' || event.kind === 'vp') ? 1100 : 650
    const until = performance.now() + pause
    while (performance.now() < until && !isSkipped()) await new Promise((done) => setTimeout(done, 40))
  }
}
