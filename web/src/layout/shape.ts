/** How much room there is for a table decides how it is laid out; which device it is does not matter. */
export type Shape = 'wide' | 'low' | 'tall' | 'side' | 'narrow'

/**
 * `wide`: everything at once. `low`: little height or no room for a rail. `tall`: bases in two rows. `side`: bases
 * left, question and hand right, for a phone held sideways and for 200 % zoom. `narrow`: one base at a time.
 */
export function shapeOf(width: number, height: number): Shape {
  if (height <= 600 && width >= 600) return 'side'
  if (width <= 760) return 'narrow'
  if (width <= 1000 && height >= 900) return 'tall'
  return width <= 1180 || height <= 820 ? 'low' : 'wide'
}
