/** The picture to share, 1200 × 630, drawn here: nothing of it comes from another server. */
import common from '@/generated/icons.svg?url'
import { cards } from '@/catalogue/catalogue.svelte'
import { isPicture, letters } from '@/catalogue/icons'
import type { Story } from '@/protocol/types'
import { coursesOf, turnTicks, whoWon } from './points'
import { SHARE, STORY } from '@/strings/story'

export const WIDTH = 1200
export const HEIGHT = 630
/** The picture is always dark, whatever the page is. */
const SEATS = ['#3f78f0', '#f6922e', '#cd4290', '#32c8a9']
const ON_SEATS = ['#ffffff', '#1a1206', '#ffffff', '#06201a']
const TEXT = '#fff8e6'
const PALE = '#b3c0cb'

function colours(faction: string): { ink: string; pop: string } {
  const { ink = '#171e26', pop = TEXT } = cards.faction(faction) ?? {}
  return { ink, pop }
}

/** The picture that a pack brings, in one colour. */
async function tinted(path: string, colour: string): Promise<HTMLCanvasElement | null> {
  const image = new Image()
  image.src = path
  try {
    await image.decode()
  } catch {
    return null
  }
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 256
  const paint = canvas.getContext('2d')!
  paint.drawImage(image, 0, 0, 256, 256)
  paint.globalCompositeOperation = 'source-in'
  paint.fillStyle = colour
  paint.fillRect(0, 0, 256, 256)
  return canvas
}

/** An icon of the sprite, or of a pack, in one colour. */
async function icon(name: string, colour: string): Promise<HTMLImageElement | HTMLCanvasElement | null> {
  if (isPicture(name)) return tinted(name, colour)
  try {
    const sprite = new DOMParser().parseFromString(await (await fetch(common)).text(), 'image/svg+xml')
    const symbol = sprite.getElementById(name)
    if (!symbol) return null
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512" color="${colour}" fill="${colour}">${symbol.innerHTML}</svg>`
    const image = new Image()
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
    await image.decode()
    return image
  } catch {
    return null
  }
}

function shape(paint: CanvasRenderingContext2D, seat: number, x: number, y: number, r: number): void {
  paint.beginPath()
  if (seat === 0) paint.arc(x, y, r, 0, 7)
  else if (seat === 1) paint.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8)
  else if (seat === 2) {
    paint.moveTo(x, y - r)
    paint.lineTo(x + r, y + r * 0.8)
    paint.lineTo(x - r, y + r * 0.8)
    paint.closePath()
  } else {
    paint.moveTo(x, y - r)
    paint.lineTo(x + r, y)
    paint.lineTo(x, y + r)
    paint.lineTo(x - r, y)
    paint.closePath()
  }
  paint.fill()
}

function text(
  paint: CanvasRenderingContext2D,
  said: string,
  x: number,
  y: number,
  size: number,
  { font = 'Lilita One', colour = TEXT, align = 'left' as CanvasTextAlign, most = 0, weight = 400 } = {},
): void {
  paint.fillStyle = colour
  paint.textAlign = align
  let fitting = size
  do paint.font = `${weight} ${fitting}px "${font}", sans-serif`
  while (most > 0 && paint.measureText(said).width > most && fitting-- > 18)
  paint.fillText(said, x, y)
}

/** Draws it. Without names the seats' shapes stand for them. */
export async function draw(
  canvas: HTMLCanvasElement,
  story: Story,
  hasNames: boolean,
  marked: number | null,
): Promise<void> {
  await cards.load()
  canvas.width = WIDTH
  canvas.height = HEIGHT
  await Promise.all(
    ['400 20px "Lilita One"', '600 20px "Atkinson Hyperlegible Next"'].map((font) => document.fonts.load(font)),
  )
  const paint = canvas.getContext('2d')!
  const factions = story.factions[story.winners[0] ?? 0] ?? []
  const inks = factions.map(colours)
  const ground = paint.createLinearGradient(0, 0, WIDTH, HEIGHT)
  ground.addColorStop(0, inks[0]?.ink ?? '#171e26')
  ground.addColorStop(0.55, '#0e1318')
  ground.addColorStop(1, inks[1]?.ink ?? '#171e26')
  paint.fillStyle = ground
  paint.fillRect(0, 0, WIDTH, HEIGHT)
  paint.fillStyle = 'rgb(14 19 24 / .45)'
  paint.fillRect(0, 0, WIDTH, HEIGHT)

  text(paint, 'Basebash', 48, 84, 34)
  const winner = hasNames ? whoWon(story) : SHARE.won
  text(paint, winner, 48, 290, 68, { most: 470 })
  text(paint, story.standings.map(([, vp]) => vp).join(' : '), 48, 366, 68, { most: 470 })
  for (const [i, faction] of factions.entries()) {
    paint.fillStyle = inks[i]!.ink
    paint.fillRect(48 + i * 84, 520, 72, 72)
    const name = cards.factionIcon(faction)
    const initials = letters(name)
    if (initials) text(paint, initials, 84 + i * 84, 570, 38, { colour: inks[i]!.pop, align: 'center' })
    const image = initials ? null : await icon(name, inks[i]!.pop)
    if (image) paint.drawImage(image, 56 + i * 84, 528, 56, 56)
  }
  const plain = { font: 'Atkinson Hyperlegible Next', weight: 600 }
  text(paint, factions.join(' + '), 228, 552, 24, { ...plain, most: 300 })
  const packs = cards.packsOf(story.factions.flat())
  if (packs.length > 0) text(paint, SHARE.packs(packs), 228, 520, 20, { ...plain, colour: PALE, most: 330 })
  text(paint, SHARE.turns(story.turns, story.seconds), 228, 584, 24, { ...plain, colour: PALE })
  chart(paint, story, hasNames, marked)
}

function chart(paint: CanvasRenderingContext2D, story: Story, hasNames: boolean, marked: number | null): void {
  const [left, top, width, height] = [590, 120, 470, 380]
  const courses = coursesOf(story)
  const most = Math.max(story.target_vp, ...courses.map((course) => course.last)) + 1
  const x = (turn: number): number => left + (story.turns <= 1 ? 0 : ((turn - 1) / (story.turns - 1)) * width)
  const y = (vp: number): number => top + height - (vp / most) * height
  const label = { font: 'Atkinson Hyperlegible Next', colour: PALE }
  paint.lineWidth = 1.5
  for (let vp = 0; vp <= most; vp += 5) {
    paint.strokeStyle = 'rgb(255 255 255 / .16)'
    paint.beginPath()
    paint.moveTo(left, y(vp))
    paint.lineTo(left + width, y(vp))
    paint.stroke()
    text(paint, String(vp), left - 14, y(vp) + 7, 20, { ...label, align: 'right' })
  }
  paint.setLineDash([4, 6])
  paint.strokeStyle = TEXT
  paint.beginPath()
  paint.moveTo(left, y(story.target_vp))
  paint.lineTo(left + width, y(story.target_vp))
  paint.stroke()
  if (marked !== null) {
    paint.beginPath()
    paint.moveTo(x(marked), top)
    paint.lineTo(x(marked), top + height)
    paint.stroke()
    const isRight = x(marked) > left + width / 2
    text(paint, STORY.pointMark, x(marked) + (isRight ? -10 : 10), top + 14, 20, {
      ...label,
      colour: TEXT,
      align: isRight ? 'right' : 'left',
    })
  }
  paint.setLineDash([])
  for (const turn of turnTicks(story.turns, 7))
    text(paint, String(turn), x(turn), top + height + 34, 20, { ...label, align: 'center' })
  for (const course of courses) {
    paint.strokeStyle = paint.fillStyle = SEATS[course.player]!
    paint.lineWidth = 5
    paint.beginPath()
    paint.moveTo(left, y(0))
    let at = 0
    for (const point of course.points) {
      paint.lineTo(x(point.turn), y(at))
      paint.lineTo(x(point.turn), y(point.vp))
      at = point.vp
    }
    paint.lineTo(left + width, y(course.last))
    paint.stroke()
    for (const point of course.points) {
      paint.fillStyle = SEATS[course.player]!
      shape(paint, course.player, x(point.turn), y(point.vp), 9)
    }
  }
  let above = -Infinity
  for (const course of courses.toSorted((a, b) => b.last - a.last)) {
    above = Math.max(above + 42, y(course.last))
    paint.fillStyle = SEATS[course.player]!
    shape(paint, course.player, left + width + 34, above, 17)
    if (hasNames)
      text(
        paint,
        [...(story.names[course.player] ?? '')][0]?.toUpperCase() ?? '',
        left + width + 34,
        above + (course.player === 2 ? 10 : 7),
        19,
        { colour: ON_SEATS[course.player]!, align: 'center' },
      )
    text(paint, String(course.last), left + width + 62, above + 11, 32)
  }
}
