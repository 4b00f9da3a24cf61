/** The puzzle of the day: by the date alone, so that everybody has the same without asking anybody. */
import type { PuzzleEntry } from '@/protocol/types'

/** Every day goes on by so many: with twenty puzzles all of them come before one comes again. */
const STRIDE = 7
const DAY = 24 * 60 * 60 * 1000

/** The day everywhere on earth: by Greenwich, as 2026-11-16. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

export function daysBefore(day: string, count: number): string {
  return dayOf(new Date(Date.parse(day) - count * DAY))
}

export function puzzleOf(day: string, puzzles: readonly PuzzleEntry[]): PuzzleEntry | null {
  const number = Math.floor(Date.parse(day) / DAY)
  return puzzles[(number * STRIDE) % Math.max(1, puzzles.length)] ?? null
}

/** The days of the week that a day is in, Monday first. */
export function weekOf(day: string): string[] {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, i) => daysBefore(day, sinceMonday - i))
}

/** How many days without a gap, up to today, or to yesterday while today's is open. */
export function inARow(day: string, done: readonly string[]): number {
  let count = 0
  for (let at = done.includes(day) ? day : daysBefore(day, 1); done.includes(at); at = daysBefore(at, 1)) count++
  return count
}
