/** The player's profile. Instead of a password each device has its own secret; a code, phrase or passkey adds another device. */
import { ApiError, api } from '@/protocol/api'
import type { Device, Me, OwnDevice } from '@/protocol/types'
import { session } from './session.svelte'
import { load, save } from '@/settings/storage'

class Profile {
  me = $state.raw<Me | null>(null)
  private secret = $state(load<string>('device', ''))

  get isKnown(): boolean {
    return this.secret !== ''
  }

  /** Creates a profile when somebody starts to play; nobody else can see it. */
  async begin(name: string): Promise<void> {
    if (this.secret) return
    try {
      this.keep((await api.meet(name || 'Player')).secret)
    } catch {
      // Playing works without a profile.
    }
  }

  async refresh(): Promise<void> {
    if (!this.secret) return
    try {
      this.me = await api.me()
      if (this.me.name !== session.name) session.setName(this.me.name)
      for (const { table } of this.me.tables) await this.sitAt(table.table)
    } catch (error) {
      // Deleted on another device.
      if (error instanceof ApiError && error.status === 401) this.forget()
      else throw error
    }
  }

  async rename(name: string, isPublic: boolean): Promise<void> {
    session.setName(name)
    await this.begin(session.shownName)
    await api.changeMe(session.shownName, isPublic)
    await this.refresh()
  }

  /** Makes this browser a device of the player's, whoever it belonged to before. */
  async become(device: Device): Promise<void> {
    if (this.secret) session.clear()
    this.me = null
    this.keep(device.secret)
    await this.refresh()
  }

  /** Signs out one of my devices; here, that forgets the profile. */
  async signOut(device: OwnDevice): Promise<void> {
    await api.signOut(device.id)
    if (device.is_this) {
      session.clear()
      this.forget()
    }
  }

  /** Sits down, on this device, at a table where I sit on another. */
  async sitAt(table: string): Promise<void> {
    if (session.seatsAt(table).length > 0) return
    const { name, seats } = await api.mySeats(table)
    session.sit(
      table,
      name,
      seats.flatMap(({ seat, token }) => (token ? [{ seat, token }] : [])),
    )
  }

  async delete(name: string): Promise<void> {
    await api.deleteMe(name)
    session.clear()
    this.forget()
  }

  private keep(secret: string): void {
    this.secret = secret
    save('device', secret)
  }

  private forget(): void {
    this.keep('')
    this.me = null
  }
}

export const profile = new Profile()
