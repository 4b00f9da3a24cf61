/** Plays the scene of a base that scores: the stage steps through it, stars fly to the race, cards to their owners. */
import { tick } from 'svelte'
import type { Scored } from '@/game/scoring'
import type { ScoringScene, StagePlace, Step } from '@/game/scoring.svelte'

/** How long each step stays, in milliseconds at the usual pace. */
const STEP_MS: Record<Exclude<Step, 'base'>, number> = { breaks: 700, places: 900, points: 900, discards: 800 }
/** A second base in the same turn is shown in this share of the time. */
export const AGAIN = 0.6
const STAR_MS = 520
const STAR_APART_MS = 90
const CARD_MS = 360
const CARD_APART_MS = 40
const STAGE_WIDTH = 400
const STAGE_HEIGHT = 460
const STAR_PX = 58

/** Waits for a part of a scene; resolves early if it is cut short. */
export type Wait = (milliseconds: number) => Promise<void>

/** Where the stage goes: over the base and its neighbour, at least 400 px wide; null where it fills the board. */
export function placeOf(base: number): StagePlace | null {
  const board = document.querySelector<HTMLElement>('.page-table .board')
  const column = document.querySelector<HTMLElement>(`.page-table .base[data-card="${base}"]`)
  if (!board || !column || board.closest('[data-shape="narrow"], [data-shape="side"]')) return null
  const room = board.getBoundingClientRect()
  const rect = column.getBoundingClientRect()
  const width = Math.min(room.width, Math.max(STAGE_WIDTH, 2 * rect.width + 10))
  const height = Math.min(room.height, Math.max(STAGE_HEIGHT, rect.height))
  // The first columns open to the right, the last ones to the left, one in the middle to both sides.
  const share = room.width > rect.width ? (rect.left - room.left) / (room.width - rect.width) : 0
  return {
    left: rect.left - share * (width - rect.width),
    top: Math.min(rect.top, room.bottom - height),
    width,
    height,
  }
}

function rectOf(selector: string): DOMRect | null {
  const rect = document.querySelector(selector)?.getBoundingClientRect()
  return rect && rect.width > 0 ? rect : null
}

/** Flies something from the middle of one place to the middle of another, in an arc. */
function fly(
  element: HTMLElement,
  from: DOMRect,
  to: DOMRect,
  size: number,
  { duration, delay }: { duration: number; delay: number },
): Animation {
  Object.assign(element.style, {
    position: 'fixed',
    left: `${from.left + (from.width - size) / 2}px`,
    top: `${from.top + (from.height - size) / 2}px`,
    width: `${size}px`,
    height: `${size}px`,
  })
  element.classList.add('flying')
  element.setAttribute('aria-hidden', 'true')
  element.inert = true
  document.body.append(element)
  const dx = to.left + to.width / 2 - from.left - from.width / 2
  const dy = to.top + to.height / 2 - from.top - from.height / 2
  const lift = Math.min(90, 30 + Math.abs(dx) / 8)
  const animation = element.animate(
    [
      { transform: 'scale(.3)', opacity: 0, offset: 0 },
      { transform: 'scale(1.12)', opacity: 1, offset: 0.18 },
      { transform: `translate(${dx / 2}px, ${dy / 2 - lift}px) scale(1)`, opacity: 1, offset: 0.6 },
      { transform: `translate(${dx}px, ${dy}px) scale(.5)`, opacity: 0.9, offset: 1 },
    ],
    { duration, delay, easing: 'cubic-bezier(.4, 0, .3, 1)', fill: 'both' },
  )
  return animation
}

/** Where a player's points and cards go: their row of the race. */
function rowOf(player: number, part = ''): DOMRect | null {
  return rectOf(`.race [data-player="${player}"] ${part}`) ?? rectOf(`.race [data-player="${player}"]`)
}

async function points(scene: ScoringScene, scored: Scored, flights: Animation[]): Promise<void> {
  await tick()
  const flying: Promise<void>[] = []
  for (const [at, { player, vp }] of scored.awards.filter((award) => award.vp !== 0).entries()) {
    const from = rectOf(`.stage [data-award="${player}"]`) ?? rectOf('.stage')
    const to = rowOf(player, '.p-vp')
    if (!from || !to) {
      scene.pay(player, vp)
      continue
    }
    const star = document.createElement('span')
    star.className = 'burst star'
    star.dataset.seat = String(player + 1)
    star.textContent = vp > 0 ? `+${vp}` : `−${-vp}`
    const flight = fly(star, from, to, STAR_PX, {
      duration: STAR_MS * scene.tempo,
      delay: at * STAR_APART_MS * scene.tempo,
    })
    flights.push(flight)
    flying.push(
      flight.finished.then(
        () => {
          star.remove()
          scene.pay(player, vp)
        },
        () => star.remove(),
      ),
    )
  }
  await Promise.all(flying)
}

async function discards(scene: ScoringScene, scored: Scored, flights: Animation[]): Promise<void> {
  await tick()
  let at = 0
  for (const { player } of scored.piles) {
    const to = rowOf(player, '.p-2') ?? rowOf(player)
    for (const crest of document.querySelectorAll<HTMLElement>(`.stage [data-pile="${player}"] .crest`)) {
      const from = crest.getBoundingClientRect()
      if (!to || from.width === 0) continue
      const copy = crest.cloneNode(true) as HTMLElement
      const flight = fly(copy, from, to, from.width, {
        duration: CARD_MS * scene.tempo,
        delay: (240 + at++ * CARD_APART_MS) * scene.tempo,
      })
      flights.push(flight)
      flight.onfinish = flight.oncancel = () => copy.remove()
    }
  }
}

/** Plays the scene up to the moment at which the position after it may be shown. `isLast`: the game is decided. */
export async function playScoring(scene: ScoringScene, scored: Scored, wait: Wait, isLast: boolean): Promise<void> {
  const flights: Animation[] = []
  const show = async (step: keyof typeof STEP_MS, shows = (): Promise<void> => Promise.resolve()): Promise<void> => {
    if (scene.isCut) return
    scene.step = step
    const shown = shows()
    await wait(STEP_MS[step] * scene.tempo)
    if (!scene.isCut) await Promise.race([shown, wait(2 * STAR_MS)])
  }
  if (scored.isBreaking) await show('breaks')
  if (scored.isPaying) {
    await show('places')
    await show('points', () => points(scene, scored, flights))
    scene.payAll(scored)
  }
  if (scored.isClearing && !isLast) await show('discards', () => discards(scene, scored, flights))
  for (const flight of flights) flight.finish()
}
