/**
 * The service worker of a site downloads a new version in the background. The page that is opened next begins with it, so
 * no game is interrupted.
 */
export async function keepSite(): Promise<void> {
  const workers = navigator.serviceWorker
  const newest = (await workers.getRegistration())?.waiting
  if (newest) {
    workers.addEventListener('controllerchange', () => location.reload(), { once: true })
    newest.postMessage('activate')
  }
  await workers.register('sw.js')
}
