import type { Always, Auto } from '@/game/automatic-answers'
import { load, save } from './storage'

export type Theme = 'auto' | 'light' | 'dark'
export type Motion = 'on' | 'off'
/** How long what others do stays on the screen; `step` waits for a key. */
export type Pace = 'slow' | 'normal' | 'fast' | 'step'

class Settings {
  theme = $state<Theme>('auto')
  motion = $state<Motion>('on')
  pace = $state<Pace>('normal')
  sounds = $state(false)
  /** Notices of the browser when a table waits. */
  notices = $state(false)
  auto = $state<Auto>('most')
  autoPass = $state(true)
  batch = $state(true)
  /** What happened since one's turn comes up by itself if one was away. */
  recap = $state(true)
  /** Titans, monsters and the like explain themselves the first time. */
  explain = $state(true)
  always = $state<Record<string, Always>>({})

  constructor() {
    Object.assign(this, load<Partial<Settings>>('settings', {}))
  }

  /** Writes everything down, and dresses the page. Called by an effect of the App, so it runs on every change. */
  apply(): void {
    const { theme, motion, pace, sounds, notices, auto, autoPass, batch, recap, explain } = this
    save('settings', {
      theme,
      motion,
      pace,
      sounds,
      notices,
      auto,
      autoPass,
      batch,
      recap,
      explain,
      always: { ...this.always },
    })
    const { classList } = document.documentElement
    classList.toggle('light', theme === 'light')
    classList.toggle('dark', theme === 'dark')
    classList.toggle('still', motion === 'off')
  }

  /** Whether things may move. */
  get moves(): boolean {
    return this.motion === 'on' && !matchMedia('(prefers-reduced-motion: reduce)').matches
  }
}

export const settings = new Settings()
