// The page opens at once, and opens even when the server is away. What the server says always comes first: the copy that
// is kept here is used only while there is no answer, so an old build never stays. Nothing of a game is kept.
const SHELL = 'shell'
const FILES = 'files'
/** What is kept: the landing page, and what every other address shows once the code runs. */
const LANDING = '/'
const PAGE = '/index.html'
/** How long the server may take for the page itself before the copy is shown, in milliseconds. */
const PATIENCE = 2500

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().catch(() => undefined))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
  else if (pathname === '/api/catalogue' || /^\/[^/]+\.(svg|png|js|webmanifest)$/.test(pathname))
    event.respondWith(newest(request))
})

// Sent by the server to a player who is away. Notices of the same table replace one another.
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data?.json() ?? {}
  if (title)
    event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? '/'))
})

async function page(event) {
  const asked = fetch(event.request)
  event.waitUntil(asked.then(keepShell).catch(() => undefined))
  const isLanding = new URL(event.request.url).pathname === LANDING
  const kept = await caches.match(isLanding ? LANDING : PAGE, { cacheName: SHELL })
  if (!kept) return asked
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE))
  // A page of the server that says what is wrong is better than a copy; no answer at all is not.
  return Promise.race([asked.catch(() => kept), late])
}

/** Keeps the page with all that it is made of, and lets go of what older ones were made of. */
async function keepShell() {
  const pages = await Promise.all([LANDING, PAGE].map(readPage))
  const [landing, page] = pages
  if (!landing || !page) return
  const names = pages.flatMap(({ text }) => [...text.matchAll(/\/assets\/[\w.-]+/g)].map(([name]) => name))
  const files = await caches.open(FILES)
  const before = await Promise.all([LANDING, PAGE].map((path) => caches.match(path, { cacheName: SHELL })))
  const texts = await Promise.all(before.map((kept) => kept?.clone().text()))
  if (texts.every((text, i) => text === pages[i].text)) return
  await Promise.all(names.map(async (name) => (await files.match(name)) ?? files.add(name)))
  const shell = await caches.open(SHELL)
  await shell.put(LANDING, new Response(landing.text, { headers: landing.headers }))
  await shell.put(PAGE, new Response(page.text, { headers: page.headers }))
  if (!before[1]) return
  for (const request of await files.keys())
    if (!names.includes(new URL(request.url).pathname)) await files.delete(request)
}

/** A page of ours as the server has it now, or null if it says something else. */
async function readPage(path) {
  const response = await fetch(path, { cache: 'no-cache' })
  if (!response.ok || !response.headers.get('content-type')?.includes('text/html')) return null
  return { text: await response.text(), headers: response.headers }
}

/** Files whose names change with what is in them. */
async function file(request) {
  const files = await caches.open(FILES)
  const kept = await files.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await files.put(request, response.clone())
  return response
}

/** What may change under the same name: as the server has it now, and as it was only if there is no answer. */
async function newest(request) {
  const shell = await caches.open(SHELL)
  try {
    const response = await fetch(request)
    if (response.ok) await shell.put(request, response.clone())
    return response
  } catch (error) {
    const kept = await shell.match(request)
    if (kept) return kept
    throw error
  }
}

/** Shows the page that is open already, or opens it. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((client) => new URL(client.url).pathname === path) ?? pages[0]
  if (!there) return self.clients.openWindow(path)
  await there.focus()
  if (new URL(there.url).pathname !== path) await there.navigate(path)
}
