// The service worker of a site without a server: after the first visit the game opens offline. A new version is downloaded
// in the background, and used when the page is opened next, so a game is never interrupted. `make site` fills this in.
const VERSION = ''
const SHELL = []
const PYTHON = []

/** The page of this version, and what may change under the same name. */
const PAGE = `page-${VERSION}`
/** Files whose names change with what is in them. The game's workers keep theirs here too. */
const FILES = 'files'

const at = (name) => new URL(name, self.registration.scope).href
const isHashed = (name) => name.startsWith('assets/')

self.addEventListener('install', (event) => event.waitUntil(install()))

async function install() {
  const [page, files] = await Promise.all([caches.open(PAGE), caches.open(FILES)])
  await Promise.all(SHELL.filter(isHashed).map(async (name) => (await files.match(at(name))) ?? files.add(at(name))))
  // Python itself comes with the first game. Afterwards a new version brings what has changed of it.
  const isPlayed = (await files.keys()).some(({ url }) => url.includes('/assets/pyodide.asm-'))
  if (isPlayed) for (const name of PYTHON) if (!(await files.match(at(name)))) await files.add(at(name))
  const fresh = ['./', ...SHELL.filter((name) => !isHashed(name))]
  await Promise.all(fresh.map((name) => page.add(new Request(at(name), { cache: 'no-cache' }))))
}

self.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate() {
  await self.clients.claim()
  for (const name of await caches.keys()) if (name !== PAGE && name !== FILES) await caches.delete(name)
  const current = new Set([...SHELL, ...PYTHON].map(at))
  const files = await caches.open(FILES)
  for (const request of await files.keys()) if (!current.has(request.url)) await files.delete(request)
}

// The page asks for it before it shows anything.
self.addEventListener('message', (event) => {
  if (event.data === 'activate') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return
  const isPage = request.mode === 'navigate' && new URL(request.url).pathname === new URL(at('./')).pathname
  const wanted = isPage ? at('./') : request.url.replace(/[?#].*/, '')
  const isOurs = isPage || [...SHELL, ...PYTHON].some((name) => at(name) === wanted)
  if (isOurs) event.respondWith(kept(wanted, request))
})

async function kept(wanted, request) {
  const found = (await caches.match(wanted, { cacheName: FILES })) ?? (await caches.match(wanted, { cacheName: PAGE }))
  return found ?? fetch(request)
}
