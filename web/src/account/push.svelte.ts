/** Web push: this device is told that it is the player's turn, even if the page is closed. Off unless wanted. */
import { accountApi } from './account-api'
import { profile } from './profile.svelte'
import { load, save } from '@/settings/storage'

/** `asked`: the player did not want it when it was offered. */
type Wish = 'on' | 'asked' | ''

const isPossible = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

class Push {
  private wish = $state(load<Wish>('push', ''))

  get isOn(): boolean {
    return this.wish === 'on'
  }

  /** Whether this browser can do it, and has not been told not to. */
  get isPossible(): boolean {
    return isPossible && profile.isKnown && Notification.permission !== 'denied'
  }

  /** Whether to offer it: once. */
  get isOffered(): boolean {
    return this.isPossible && this.wish === ''
  }

  decline(): void {
    this.keep('asked')
  }

  /** Asks the browser's permission, and subscribes. */
  async turnOn(): Promise<void> {
    this.keep('asked')
    if ((await Notification.requestPermission()) !== 'granted') return
    const [{ pushManager }, { key }] = await Promise.all([navigator.serviceWorker.ready, accountApi.pushKey()])
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    const { endpoint = '', keys = {} } = made.toJSON()
    await accountApi.subscribe({ endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' })
    this.keep('on')
  }

  async turnOff(): Promise<void> {
    await accountApi.unsubscribe()
    const { pushManager } = await navigator.serviceWorker.ready
    await (await pushManager.getSubscription())?.unsubscribe()
    this.keep('asked')
  }

  private keep(wish: Wish): void {
    this.wish = wish
    save('push', wish)
  }
}

export const push = new Push()
