import { describe, expect, it } from 'vitest'
import { shapeOf } from '@/layout/shape'
import { spread } from '@/pages/table/hand/spread'

describe('the row of cards in hand', () => {
  it('is in the middle while nothing is open', () => {
    expect(spread(3, 400, 100, 10, -1, 0)).toEqual({ start: 40, widths: [100, 100, 100], lefts: [40, 150, 260] })
  })

  it('gets narrower with many cards', () => {
    const { widths, lefts } = spread(9, 700, 192, 7, -1, 0)
    expect(widths.every((width) => width < 78)).toBe(true)
    expect(lefts.at(-1)! + widths.at(-1)!).toBeCloseTo(700)
  })

  it('keeps the open card over the place it had, and everything inside the row', () => {
    for (const count of [1, 2, 5, 6, 9, 12]) {
      for (let open = 0; open < count; open++) {
        const closed = spread(count, 738, 192, 7, -1, 0)
        const opened = spread(count, 738, 192, 7, open, 330)
        expect(opened.lefts[open]).toBeLessThanOrEqual(closed.lefts[open]! + 0.01)
        expect(opened.lefts[open]! + opened.widths[open]!).toBeGreaterThanOrEqual(
          closed.lefts[open]! + closed.widths[open]! - 0.01,
        )
        for (let i = 0; i < count; i++) {
          expect(opened.lefts[i]).toBeGreaterThanOrEqual(0)
          expect(opened.lefts[i]! + opened.widths[i]!).toBeLessThanOrEqual(738.01)
        }
      }
    }
  })
})

describe('the row of cards in hand, from one open card to the next', () => {
  it('keeps the next one over the place it had beside the first', () => {
    for (let next = 0; next < 6; next++) {
      const first = spread(6, 900, 156, 8, 2, 320)
      const was = { left: first.lefts[next]!, width: first.widths[next]! }
      const second = spread(6, 900, 156, 8, next, 400, was)
      expect(second.lefts[next]).toBeLessThanOrEqual(was.left + 0.01)
      expect(second.lefts[next]! + second.widths[next]!).toBeGreaterThanOrEqual(was.left + was.width - 0.01)
    }
  })
})

describe('the shape of the table', () => {
  it.each([
    [1920, 1080, 'wide'],
    [1440, 900, 'wide'],
    [1366, 768, 'low'],
    [1366, 625, 'low'],
    [1280, 720, 'low'],
    [1024, 768, 'low'],
    [820, 1180, 'tall'],
    [844, 390, 'side'],
    [640, 400, 'side'],
    [960, 540, 'side'],
    [390, 844, 'narrow'],
    [320, 256, 'narrow'],
  ] as const)('at %i x %i is %s', (width, height, shape) => {
    expect(shapeOf(width, height)).toBe(shape)
  })
})
