/** The room that the window has now. */
import { shapeOf } from './shape'

function rem(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1
}

class Room {
  width = $state(innerWidth)
  height = $state(innerHeight)
  /** How much larger than usual a rem is. */
  scale = $state(rem())
  shape = $derived(shapeOf(this.width, this.height))
  /** Whether race and log have a column of their own. */
  hasRail = $derived(this.width > 1180 && this.shape !== 'side')
  /** One base at a time, under a strip of all. */
  isOneBase = $derived(this.shape === 'side' || this.shape === 'narrow')

  constructor() {
    addEventListener('resize', () => {
      this.width = innerWidth
      this.height = innerHeight
      this.scale = rem()
    })
  }
}

export const room = new Room()
