/** Dragging a card from the hand: what a click would light lights up, and where it is let go is what is picked. */
import type { Action } from 'svelte/action'
import { START, type Choice } from '@/game/options'
import { swallowClick } from '@/components/press'
import { settings } from '@/settings/settings.svelte'
import type { TableModel } from '@/game/table.svelte'

/** How far the pointer must move before a click becomes a drag, in pixels. */
const SLIP = 8

class Drag {
  /** The card that follows the pointer. It stays where it was let go until the table has moved on. */
  card = $state.raw<{ id: number; name: string } | null>(null)
  x = $state(0)
  y = $state(0)
  isTouch = $state(false)
  isHeld = $state(false)
  /** A card without a target, to be let go anywhere on the board. */
  whole = $state.raw<Choice | null>(null)
  /** The pointer is over something that takes it. */
  isOver = $state(false)

  end(): void {
    this.card = this.whole = null
    this.isHeld = this.isOver = false
  }
}

export const drag = new Drag()

/** Picks the card up; false if it cannot be played now. */
function pickUp(table: TableModel, id: number): boolean {
  if (!table.question || table.choosing.isMultiple || table.isReadOnly) return false
  drag.whole = null
  if (table.choosing.step?.only?.spot === id) return true
  table.choosing.confirming = null
  table.choosing.path = START
  const choice = table.choosing.targets.get(id)
  if (!choice || !['play', 'special'].includes(choice.options[0]!.kind)) return false
  if (choice.isFinal && choice.options[0]!.target === undefined) drag.whole = choice
  else table.choosing.path = { card: choice.id, target: null, isAimed: true }
  return true
}

/** The cards, bases and player under a point, innermost first. */
function under(x: number, y: number): { spots: number[]; player: number | null; isTable: boolean; tab: number | null } {
  const spots: number[] = []
  let player: number | null = null
  let tab: number | null = null
  let isTable = false
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) {
    if (!(element instanceof HTMLElement)) continue
    const { card, player: seat, drop } = element.dataset
    if (card !== undefined) spots.push(Number(card))
    if (drop !== undefined) spots.push((tab = Number(drop)))
    if (seat !== undefined) player = Number(seat)
    if (element.matches('.board, .base-tabs, .race')) isTable = true
  }
  return { spots, player, isTable, tab }
}

/** Makes a slot of the hand one that can be dragged. */
export const draggable: Action<HTMLElement, { table: TableModel; id: number; name: string }> = (node, about) => {
  let { table, id, name } = about
  let start: { x: number; y: number; pointer: number } | null = null
  const noClick = swallowClick(node)

  const aim = (event: PointerEvent): { choice: Choice | null; spots: number[]; player: number | null } => {
    const { spots, player, isTable, tab } = under(event.clientX, event.clientY)
    // Where one base is shown at a time, its tab brings it to the front.
    if (tab !== null && table.screen.frontBase !== tab) table.screen.frontBase = tab
    const lit = drag.whole ? undefined : spots.find((spot) => spot !== id && table.choosing.targets.has(spot))
    const choice = drag.whole
      ? isTable
        ? drag.whole
        : null
      : lit === undefined
        ? null
        : table.choosing.targets.get(lit)!
    return { choice, spots, player }
  }

  const down = (event: PointerEvent): void => {
    if (event.button === 0 && event.isPrimary) start = { x: event.clientX, y: event.clientY, pointer: event.pointerId }
  }
  const move = (event: PointerEvent): void => {
    if (!start || event.pointerId !== start.pointer) return
    if (!drag.isHeld) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLIP) return
      if (!pickUp(table, id)) {
        start = null
        return
      }
      noClick()
      node.setPointerCapture(event.pointerId)
      drag.card = { id, name }
      drag.isHeld = true
      drag.isTouch = event.pointerType !== 'mouse'
    }
    event.preventDefault()
    drag.x = event.clientX
    drag.y = event.clientY
    const { choice } = aim(event)
    drag.isOver = choice !== null
    table.choosing.hovered = choice?.id ?? null
  }
  const up = (event: PointerEvent): void => {
    const isDrop = start !== null && drag.isHeld && event.type === 'pointerup'
    start = null
    if (!drag.isHeld || drag.card?.id !== id) return
    if (!isDrop) {
      putBack()
      return
    }
    const { choice, spots, player } = aim(event)
    if (!choice) {
      putBack()
      return
    }
    if (drag.whole) table.autoAnswering.dropped = { card: id, spots, player }
    drag.isHeld = false
    table.choosing.choose(choice)
    if (!table.isSent || !settings.moves) drag.end()
  }
  const putBack = (): void => {
    start = null
    drag.end()
    table.choosing.hovered = null
    table.choosing.path = START
  }
  const keydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !drag.isHeld || drag.card?.id !== id) return
    event.preventDefault()
    event.stopImmediatePropagation()
    putBack()
  }
  node.addEventListener('pointerdown', down)
  node.addEventListener('pointermove', move)
  for (const name of ['pointerup', 'pointercancel'] as const) node.addEventListener(name, up)
  addEventListener('keydown', keydown, { capture: true })
  return {
    update: (next) => ({ table, id, name } = next),
    destroy: () => {
      removeEventListener('keydown', keydown, { capture: true })
      if (drag.card?.id === id && drag.isHeld) drag.end()
    },
  }
}
