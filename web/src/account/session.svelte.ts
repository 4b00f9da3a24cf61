/** The player's name and the secret tokens of their seats, which are sent to their own table only. */
import { load, save } from '@/settings/storage'

export interface Seat {
  seat: number
  token: string
}

export interface MyTable {
  table: string
  name: string
  seats: Seat[]
  /** Milliseconds, for sorting and forgetting. */
  at: number
  over: boolean
}

const KEPT = 60

class Session {
  name = $state(load<string>('name', ''))
  tables = $state<MyTable[]>(load<MyTable[]>('tables', []))

  setName(name: string): void {
    this.name = name.trim().slice(0, 24)
    save('name', this.name)
  }

  get shownName(): string {
    return this.name || 'Player'
  }

  seatsAt(table: string): Seat[] {
    return this.tables.find((entry) => entry.table === table)?.seats ?? []
  }

  sit(table: string, name: string, seats: Seat[]): void {
    const others = this.tables.filter((entry) => entry.table !== table)
    this.tables = [{ table, name, seats, at: Date.now(), over: false }, ...others].slice(0, KEPT)
    save('tables', this.tables)
  }

  note(table: string, about: Partial<Pick<MyTable, 'name' | 'over'>>): void {
    const entry = this.tables.find((known) => known.table === table)
    if (!entry || Object.entries(about).every(([key, value]) => entry[key as 'name' | 'over'] === value)) return
    this.tables = this.tables.map((known) => (known.table === table ? { ...known, ...about } : known))
    save('tables', this.tables)
  }

  /** Forgets who sits here, and where. */
  clear(): void {
    this.name = ''
    this.tables = []
    save('name', '')
    save('tables', [])
  }
}

export const session = new Session()
