/** Arrows from what acts to what it acts on. */
import type { GameEvent } from '@/protocol/types'

/** What one card does to another: the first card of such an event acts on the second. */
const ACTS = new Set(['destroy', 'move', 'return', 'power', 'counters', 'control', 'cancel', 'to top', 'to bottom'])
const HEAD_PX = 15
const WIDTH_PX = 5
const NAMESPACE = 'http://www.w3.org/2000/svg'

/** The card that acts and the one that it acts on; null if it is the same, or nothing of the kind. */
export function actsOn({ kind, cards }: GameEvent): [source: string, target: string] | null {
  const [source, target] = cards
  return ACTS.has(kind) && source !== undefined && target !== undefined && source !== target
    ? [String(source), String(target)]
    : null
}

function part(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(NAMESPACE, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

/** Where a line between two places leaves the first and reaches the second: at the sides that face each other. */
function ends(from: DOMRect, to: DOMRect): [number, number, number, number] {
  const [fromY, toY] = [from.top + from.height / 2, to.top + to.height / 2]
  const isRight = to.left + to.width / 2 >= from.left + from.width / 2
  // In one column the arrow bends out to the side.
  if (Math.abs(from.left - to.left) < Math.min(from.width, to.width) / 2) return [from.right, fromY, to.right, toY]
  return isRight ? [from.right, fromY, to.left, toY] : [from.left, fromY, to.right, toY]
}

/** An arrow over everything, with the line that is drawn along it. */
export function arrowBetween(from: DOMRect, to: DOMRect): { arrow: SVGElement; line: SVGElement } {
  const [x1, y1, x2, y2] = ends(from, to)
  const isSameSide = x1 === from.right && x2 === to.right
  const bend = isSameSide ? Math.min(60, Math.abs(y2 - y1) / 2 + 20) : (x2 - x1) / 2
  const [c1, c2] = isSameSide ? [x1 + bend, x2 + bend] : [x1 + bend, x2 - bend]
  const pointing = isSameSide ? -1 : Math.sign(x2 - x1) || 1
  const tip = x2 - pointing * 2
  const neck = tip - pointing * HEAD_PX
  const arrow = part('svg', { class: 'arrow flying', 'aria-hidden': 'true' })
  const path = `M${x1} ${y1} C${c1} ${y1} ${isSameSide ? c2 : neck - (pointing * Math.abs(bend)) / 2} ${y2} ${neck} ${y2}`
  const line = part('path', { d: path, pathLength: 1, 'stroke-width': WIDTH_PX })
  const head = part('path', { class: 'head', d: `M${tip} ${y2} L${neck} ${y2 - 9} L${neck} ${y2 + 9}Z` })
  arrow.append(line, head)
  return { arrow, line }
}
