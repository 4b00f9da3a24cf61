/** The hand as a row of constant width, in which one card opens sideways. */

export interface Spread {
  /** What is left free before the first card. */
  start: number
  widths: number[]
  /** Where each card begins. Cards that have to be narrower than LEAST lie over each other. */
  lefts: number[]
}

/** Narrower than this a card shows nothing of use. */
const LEAST = 44

/**
 * Where `count` cards go in `room`, at most `most` wide each, if the one at `open` is `wide`.
 *
 * The open card always covers the place that it had before (`was`; by default when nothing was open): so the pointer
 * that opened it stays on it.
 */
export function spread(
  count: number,
  room: number,
  most: number,
  gap: number,
  open: number,
  wide: number,
  was?: { left: number; width: number } | null,
): Spread {
  if (count === 0) return { start: 0, widths: [], lefts: [] }
  const closed = Math.max(1, Math.min(most, (room - (count - 1) * gap) / count))
  const start = Math.max(0, (room - count * closed - (count - 1) * gap) / 2)
  const at = (i: number): number => start + i * (closed + gap)
  if (open < 0 || open >= count)
    return { start, widths: Array<number>(count).fill(closed), lefts: Array.from({ length: count }, (_, i) => at(i)) }

  const least = Math.min(LEAST, closed) + gap
  const opened = Math.max(closed, Math.min(wide, room - (count - 1) * least))
  const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)
  const fair = clamp(at(open) + (closed - opened) / 2, open * least, room - opened - (count - 1 - open) * least)
  const left = was ? clamp(fair, Math.max(0, was.left + was.width - opened), Math.min(room - opened, was.left)) : fair
  const widths: number[] = []
  const lefts: number[] = []
  // Cards before it end where it begins and cards after it begin where it ends; both shrink only if needed.
  const before = Math.min(closed, (left - open * gap) / Math.max(1, open))
  const after = Math.min(closed, (room - left - opened - (count - 1 - open) * gap) / Math.max(1, count - 1 - open))
  for (let i = 0; i < count; i++) {
    if (i === open) {
      widths.push(opened)
      lefts.push(left)
    } else if (i < open) {
      widths.push(Math.max(LEAST, before))
      lefts.push(Math.max(0, left - (open - i) * (before + gap)))
    } else {
      const begin = left + opened + gap + (i - open - 1) * (after + gap)
      widths.push(Math.max(LEAST, after))
      lefts.push(Math.min(begin, room - LEAST))
    }
  }
  return { start: lefts[0]!, widths, lefts }
}
