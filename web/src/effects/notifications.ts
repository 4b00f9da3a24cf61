/** Notices of the browser, for those who asked for them, and only while the page is not looked at. */
import { file, href } from '@/address'
import { settings } from '@/settings/settings.svelte'

export const canNotify = 'Notification' in globalThis

/** Asks the browser. Whether notices will come. */
export async function allowNotices(): Promise<boolean> {
  if (!canNotify) return false
  const said = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission
  settings.notices = said === 'granted'
  return settings.notices
}

/** Tells something; a click leads to the path. Notices of the same table replace one another. */
export function notify(text: string, path: string, tag: string): void {
  if (!settings.notices || !canNotify || Notification.permission !== 'granted' || !document.hidden) return
  const options = { tag, icon: file('icon-192.png'), data: { path } }
  const plain = (): void => {
    const notice = new Notification(text, options)
    notice.onclick = () => {
      focus()
      location.assign(href(path))
    }
  }
  // Phones only take them from the service worker, which also opens the page if it has been closed meanwhile.
  const ready = navigator.serviceWorker?.controller ? navigator.serviceWorker.ready : null
  if (ready) ready.then((worker) => worker.showNotification(text, options)).catch(plain)
  else plain()
}
