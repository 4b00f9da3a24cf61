import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import icons from '@/data/icons.json'
import about from '@/data/factions.json'
import { slug } from '@/strings/names'

type Rgb = [number, number, number]
const css = readFileSync(join(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8')
const SUPPLIES = ['madness', 'monsters', 'treasures']
const colours = new Map(
  [...css.matchAll(/--f-([a-z0-9-]+)-ink: (#[0-9a-f]{3,6});\s+--f-\1-pop: (#[0-9a-f]{3,6})/g)].map(
    ([, name, ink, pop]) => [name!, { ink: rgb(ink!), pop: rgb(pop!) }],
  ),
)
const factions = Object.keys(about)

function rgb(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex
  return [1, 3, 5].map((at) => parseInt(digits.slice(at, at + 2), 16) / 255) as Rgb
}

function linear(colour: Rgb): Rgb {
  return colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Rgb
}

function luminance(colour: Rgb): number {
  const [r, g, b] = linear(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function oklab(colour: Rgb): Rgb {
  const [r, g, b] = linear(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function distance(one: Rgb, other: Rgb): number {
  const [a, b] = [oklab(one), oklab(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

describe('the colours of ninety factions', () => {
  it('are there for each', () => {
    expect(factions).toHaveLength(90)
    expect(factions.filter((name) => !colours.has(name))).toEqual([])
  })

  it.each(['ink', 'pop'] as const)('can be read: %s', (what) => {
    const white: Rgb = [1, 1, 1]
    const faint = [...factions, ...SUPPLIES].filter((name) => {
      const { ink, pop } = colours.get(name)!
      return what === 'ink' ? contrast(white, ink) < 4.5 : contrast(pop, ink) < 3
    })
    expect(faint).toEqual([])
  })

  it('are told apart: no two pairs of ink and pop are close', () => {
    const close = factions.flatMap((one, at) =>
      factions.slice(at + 1).flatMap((other) => {
        const [a, b] = [colours.get(one)!, colours.get(other)!]
        const apart = Math.hypot(1.6 * distance(a.ink, b.ink), distance(a.pop, b.pop))
        return apart < 0.06 ? [`${one} and ${other}: ${apart.toFixed(3)}`] : []
      }),
    )
    expect(close).toEqual([])
  })

  it('come with an icon of their own', () => {
    const named = Object.entries(icons.factions).filter(([name]) => factions.includes(slug(name)))
    expect(named).toHaveLength(90)
    expect(new Set(named.map(([, icon]) => icon)).size).toBe(90)
  })
})
