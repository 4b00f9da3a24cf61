/** Which sets somebody has, remembered on this device; none means all. */
import { load, save } from './storage'

class Collection {
  sets = $state<string[]>(load<string[]>('collection', []))

  toggle(set: string): void {
    this.sets = this.sets.includes(set) ? this.sets.filter((other) => other !== set) : [...this.sets, set]
    save('collection', this.sets)
  }

  all(): void {
    this.sets = []
    save('collection', [])
  }
}

export const collection = new Collection()
