/** The puzzle of the day: by the date alone, so that everybody has the same without asking anybody. */
import type { PuzzleEntry } from '@/protocol/types'

/** The step from one day to the next, as a share of all puzzles: neighbours in the list are far apart in time. */
const STEP = 0.618
const DAY = 24 * 60 * 60 * 1000

/** The date in UTC, as 2026-11-16, so that it is the same for everyone. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

export function daysBefore(day: string, count: number): string {
  return dayOf(new Date(Date.parse(day) - count * DAY))
}

/** Every puzzle comes once before any repeats. */
export function puzzleOf(day: string, puzzles: readonly PuzzleEntry[]): PuzzleEntry | null {
  const number = Math.floor(Date.parse(day) / DAY)
  return puzzles[(number * strideOf(puzzles.length)) % Math.max(1, puzzles.length)] ?? null
}

/** The step in a list of this length: it has no divisor in common with the length, so that it visits everything. */
function strideOf(length: number): number {
  let stride = Math.max(1, Math.round(length * STEP))
  while (divisorOf(stride, length) > 1) stride++
  return stride
}

function divisorOf(one: number, other: number): number {
  return other === 0 ? one : divisorOf(other, one % other)
}

/** The days of the week that a day is in, Monday first. */
export function weekOf(day: string): string[] {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, i) => daysBefore(day, sinceMonday - i))
}

/** The current streak in days, up to today, or to yesterday while today's puzzle is open. */
export function inARow(day: string, done: readonly string[]): number {
  let count = 0
  for (let at = done.includes(day) ? day : daysBefore(day, 1); done.includes(at); at = daysBefore(at, 1)) count++
  return count
}
