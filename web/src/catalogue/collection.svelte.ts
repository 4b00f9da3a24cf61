/** Which sets somebody has, remembered on this device; none means all. */
import { load, save } from '@/settings/storage'

class Collection {
  sets = $state<string[]>(load<string[]>('collection', []))

  toggle(set: string): void {
    this.only(this.sets.includes(set) ? this.sets.filter((other) => other !== set) : [...this.sets, set])
  }

  only(sets: string[]): void {
    this.sets = sets
    save('collection', sets)
  }

  all(): void {
    this.sets = []
    save('collection', [])
  }
}

export const collection = new Collection()
