/** What a card or base does on the table when something happens: it arrives, acts, leaves or breaks. */
import { mount, unmount } from 'svelte'
import CardFace from '@/components/CardFace.svelte'
import type { GameEvent } from '@/protocol/types'
import { arrowBetween } from './arrows'

export const MOVE = 260
const EASE = 'cubic-bezier(.2, .8, .3, 1)'
/** A card that comes: lifted, in flight, landing. */
const [LIFT, FLIGHT, LANDING] = [60, 240, 100]
const LIFT_PX = 8
/** How high a card that moves from base to base rises on its way. */
const ARC_PX = 26
/** How a card lands: its size as it comes down, how long what it lands on shakes, how often and how far. */
const LANDINGS = {
  light: { size: 1.06, shake: 0, times: 0, px: 0 },
  heavy: { size: 1.06, shake: 120, times: 2, px: 3 },
  titan: { size: 1.24, shake: 320, times: 4, px: 6 },
}
export type Weight = keyof typeof LANDINGS
const [ARROW_DRAWN, ARROW_STAYS] = [180, 420]
/** What is destroyed cracks, then its halves part and fade. */
const [CRACK, PART] = [140, 200]
const PART_PX = 6
const BASE_PART_PX = 22
/** Both halves of a card along one zigzag. */
const HALVES = [
  'polygon(0 0, 54% 0, 46% 33%, 56% 64%, 47% 100%, 0 100%)',
  'polygon(54% 0, 100% 0, 100% 100%, 47% 100%, 56% 64%, 46% 33%)',
]
const POP_MS = 180

export interface Seen {
  rect: DOMRect
  area: string
  /** What it slides along with. */
  frame: string
  element: HTMLElement
}

export function rectOf(...selectors: string[]): DOMRect | null {
  for (const selector of selectors) {
    const rect = document.querySelector(selector)?.getBoundingClientRect()
    if (rect && rect.width > 0) return rect
  }
  return null
}

export function copyOf(element: HTMLElement): HTMLElement {
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
export class Scene {
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
 * until it is there. A heavy one shakes what it lands on. `isArc`: it was in play before, and moves over in an arc.
 */
export function arrive(scene: Scene, now: Seen, from: DOMRect, delay: number, weight: Weight, isArc: boolean): void {
  const { rect, element } = now
  const landing = LANDINGS[weight]
  const scale = Math.min(1.3, Math.max(0.25, from.width / rect.width))
  const lifted = shift(rect, new DOMRect(from.left, from.top - LIFT_PX, from.width, from.height), scale)
  const middle = new DOMRect(
    (from.left + rect.left) / 2,
    Math.min(from.top, rect.top) - ARC_PX,
    (from.width + rect.width) / 2,
    (from.height + rect.height) / 2,
  )
  const duration = LIFT + FLIGHT + LANDING
  scene.over(
    copyOf(element),
    rect,
    [
      { transform: shift(rect, from, scale), opacity: isArc ? 1 : 0.5, offset: 0 },
      {
        transform: lifted,
        opacity: 1,
        offset: LIFT / duration,
        easing: isArc ? 'ease-out' : 'cubic-bezier(.5, 0, .4, 1)',
      },
      ...(isArc
        ? [{ transform: shift(rect, middle, 1.06), offset: (LIFT + FLIGHT / 2) / duration, easing: 'ease-in' }]
        : []),
      { transform: `scale(${landing.size})`, opacity: 1, offset: (LIFT + FLIGHT) / duration, easing: 'ease-out' },
      { transform: 'none', opacity: 1, offset: 1 },
    ],
    { duration, delay },
  )
  scene.animate(element, [{ opacity: 0 }, { opacity: 0 }], { duration, delay })
  const base = element.closest<HTMLElement>('.base')
  if (landing.shake === 0 || !base) return
  const shake = Array.from({ length: 2 * landing.times + 1 }, (_, i) => ({
    transform: `translateY(${i % 2 === 1 ? landing.px : 0}px)`,
  }))
  scene.animate(base, shake, { duration: landing.shake, delay: delay + LIFT + FLIGHT })
}

/** A number that has changed jumps. */
export function pop(scene: Scene, card: Seen, delay: number): void {
  const number = card.element.querySelector('.m-num, .t-pow')
  const frames = [{ transform: 'none' }, { transform: 'scale(1.3)' }, { transform: 'none' }]
  if (number) scene.animate(number, frames, { duration: POP_MS, delay })
}

/** What is destroyed cracks along a zigzag; then the halves part. */
function crack(scene: Scene, whole: HTMLElement, rect: DOMRect, apart: number, delay: number): void {
  const duration = CRACK + PART
  for (const [side, half] of HALVES.entries()) {
    const piece = side === 0 ? whole : (whole.cloneNode(true) as HTMLElement)
    piece.style.clipPath = half
    const by = side === 0 ? -apart : apart
    const frames = [
      { transform: 'none', opacity: 1, offset: 0 },
      { transform: `translateX(${by / 3}px)`, opacity: 1, offset: CRACK / duration, easing: 'ease-in' },
      { transform: `translate(${by}px, ${apart / 2}px) rotate(${side === 0 ? -2 : 2}deg)`, opacity: 0, offset: 1 },
    ]
    scene.over(piece, rect, frames, { duration, delay })
  }
}

/** An arrow from what acts to what it acts on, which stays until the effect is over. */
export function point(scene: Scene, from: DOMRect, to: DOMRect, delay: number): void {
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

/** A card that has left flies off to its player; one that is destroyed breaks, once the arrow has reached it. */
export function depart(
  scene: Scene,
  was: Seen,
  copy: HTMLElement,
  event: GameEvent,
  target: DOMRect | null,
  delay: number,
): void {
  if (event.kind === 'destroy' || !target) {
    crack(scene, copy, was.rect, PART_PX, delay + (event.cards.length > 1 ? ARROW_DRAWN : 0))
    return
  }
  const end = { transform: shift(was.rect, target, 0.2), opacity: 0.2 }
  scene.over(copy, was.rect, [{ transform: 'none', opacity: 1 }, end], { duration: MOVE * 1.3, delay })
}

/** A card that goes straight to the discard pile is held up, for everybody to read. */
export function showUp(scene: Scene, name: string, from: DOMRect, to: DOMRect, hold: number, delay: number): void {
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
export function burst(scene: Scene, rect: DOMRect, base: HTMLElement | null, delay: number): void {
  if (base) crack(scene, base, rect, BASE_PART_PX, delay)
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
export function slideIn(scene: Scene, base: HTMLElement | undefined): void {
  if (!base) return
  const from = { transform: 'translateY(-28px)', opacity: 0 }
  scene.animate(base, [from, { transform: 'none', opacity: 1 }], { duration: 360 })
  const rule = base.querySelector<HTMLElement>('.b-rule')
  if (rule) scene.animate(rule, [{ opacity: 0 }, { opacity: 1 }], { duration: 160, delay: 360 })
}
