/** Space, a right click or a long press opens a card, even where a click picks it. */
import type { Action } from 'svelte/action'

const LONG = 480

export const openKeys: Action<HTMLElement, () => void> = (node, open) => {
  let call = open
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasLong = false
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
    if (event.pointerType === 'mouse') return
    timer = setTimeout(() => {
      wasLong = true
      call()
    }, LONG)
  }
  const stop = (): void => clearTimeout(timer)
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
  for (const name of ['pointerup', 'pointercancel', 'pointermove'] as const) node.addEventListener(name, stop)
  node.addEventListener('click', click, { capture: true })
  return {
    update: (next) => {
      call = next
    },
    destroy: stop,
  }
}
