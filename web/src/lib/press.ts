/** Space, a right click or a long press opens a card, even where a click picks it. */
import type { Action } from 'svelte/action'

const LONG = 480
/** A finger that rests still moves a little: so many pixels. */
const SLIP = 10

export const openKeys: Action<HTMLElement, () => void> = (node, open) => {
  let call = open
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasLong = false
  let start = { x: 0, y: 0 }
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
      call()
    }, LONG)
  }
  const stop = (): void => clearTimeout(timer)
  const move = (event: PointerEvent): void => {
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLIP) stop()
  }
  const click = (event: MouseEvent): void => {
    if (!wasLong) return
    wasLong = false
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  node.addEventListener('keydown', keydown)
  node.addEventListener('keyup', keyup)
  node.addEventListener('contextmenu', menu)
  node.addEventListener('pointerdown', down)
  for (const name of ['pointerup', 'pointercancel'] as const) node.addEventListener(name, stop)
  node.addEventListener('pointermove', move)
  node.addEventListener('click', click, { capture: true })
  return {
    update: (next) => {
      call = next
    },
    destroy: stop,
  }
}
