/** A few short tones made on the spot; off unless asked for. */
import { settings } from '@/settings/settings.svelte'

type Tone = [pitch: number, start: number, length: number]

const TONES: Record<string, Tone[]> = {
  play: [
    [330, 0, 0.08],
    [440, 0.06, 0.1],
  ],
  talent: [
    [520, 0, 0.06],
    [780, 0.05, 0.12],
  ],
  destroy: [
    [180, 0, 0.18],
    [120, 0.08, 0.2],
  ],
  score: [
    [392, 0, 0.12],
    [523, 0.1, 0.12],
    [659, 0.2, 0.24],
  ],
  vp: [[880, 0, 0.08]],
  turn: [
    [587, 0, 0.1],
    [784, 0.1, 0.16],
  ],
  win: [
    [523, 0, 0.16],
    [659, 0.14, 0.16],
    [784, 0.28, 0.16],
    [1047, 0.42, 0.4],
  ],
}

let context: AudioContext | null = null

export function hasSound(name: string): boolean {
  return name in TONES
}

/** Plays a tone after a delay in seconds. */
export function play(name: string, after = 0): void {
  const tones = TONES[name]
  if (!settings.sounds || !tones) return
  context ??= new AudioContext()
  // A browser may hold it back until something is pressed.
  if (context.state !== 'running') void context.resume()
  const start = context.currentTime + 0.01 + after
  for (const [pitch, offset, length] of tones) {
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    oscillator.type = 'triangle'
    oscillator.frequency.value = pitch
    gain.gain.setValueAtTime(0.0001, start + offset)
    gain.gain.exponentialRampToValueAtTime(0.12, start + offset + 0.015)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + offset + length)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start + offset)
    oscillator.stop(start + offset + length + 0.02)
  }
}

/** Sounds begin with the first press: some browsers let none be heard before. */
for (const name of ['pointerup', 'keydown'])
  addEventListener(name, () => void (context?.state === 'suspended' && context.resume()))
