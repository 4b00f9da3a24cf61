/** What a press on a card means: a click, a long press, or the start of something else. */
import type { Action } from 'svelte/action'

const LONG = 480
/** How many pixels a resting finger may move. */
const SLIP = 10

/**
 * The browser clicks where a finger or the mouse comes up, also after a gesture that was no click. Gives back what says
 * that this press was one: then its click does not happen.
 */
export function swallowClick(node: HTMLElement): () => void {
  let wasGesture = false
  node.addEventListener('pointerdown', () => (wasGesture = false), { capture: true })
  node.addEventListener(
    'click',
    (event) => {
      if (!wasGesture) return
      wasGesture = false
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
  return () => (wasGesture = true)
}

/** Space, a right click or a long press opens a card, even where a click picks it. */
export const openKeys: Action<HTMLElement, () => void> = (node, open) => {
  let call = open
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasLong = false
  let start = { x: 0, y: 0 }
  const noClick = swallowClick(node)
  const keydown = (event: KeyboardEvent): void => {
    if (event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    call()
  }
  // The browser clicks a button when Space comes up again.
  const keyup = (event: KeyboardEvent): void => {
    if (event.key === ' ') event.preventDefault()
  }
  const menu = (event: MouseEvent): void => {
    event.preventDefault()
    clearTimeout(timer)
    if (!wasLong) call()
  }
  const down = (event: PointerEvent): void => {
    wasLong = false
    start = { x: event.clientX, y: event.clientY }
    if (event.pointerType === 'mouse') return
    timer = setTimeout(() => {
      wasLong = true
      noClick()
      call()
    }, LONG)
  }
  const stop = (): void => clearTimeout(timer)
  const move = (event: PointerEvent): void => {
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLIP) stop()
  }
  node.addEventListener('keydown', keydown)
  node.addEventListener('keyup', keyup)
  node.addEventListener('contextmenu', menu)
  node.addEventListener('pointerdown', down)
  for (const name of ['pointerup', 'pointercancel'] as const) node.addEventListener(name, stop)
  node.addEventListener('pointermove', move)
  return {
    update: (next) => {
      call = next
    },
    destroy: stop,
  }
}
