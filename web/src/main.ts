import '@fontsource/lilita-one/latin-400.css'
import '@fontsource/lilita-one/latin-ext-400.css'
import '@fontsource/atkinson-hyperlegible-next/latin-400.css'
import '@fontsource/atkinson-hyperlegible-next/latin-600.css'
import '@fontsource/atkinson-hyperlegible-next/latin-700.css'
import '@fontsource/atkinson-hyperlegible-next/latin-ext-400.css'
import '@fontsource/atkinson-hyperlegible-next/latin-ext-600.css'
import '@fontsource/atkinson-hyperlegible-next/latin-ext-700.css'
import '@/styles/tokens.css'
import '@/styles/reset.css'
import '@/styles/utilities.css'
// Also first, whichever pages are loaded later; the build lets their rules win against a component's of the same weight.
import '@/pages/table/shared.css'
import '@/pages/lobby/shared.css'
import '@/pages/learn/shared.css'
import '@/pages/story/shared.css'
import '@/pages/profile/shared.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { loadPage } from './pages'
import { keepPage } from '@/protocol/server-status.svelte'
import { router } from './router.svelte'

/** The set-up and the table are at hand when they are wanted, whichever page came first. */
async function loadAhead(): Promise<void> {
  await import('@/pages/lobby/SetupPage.svelte')
  await import('@/pages/table/TablePage.svelte')
}

async function begin(): Promise<void> {
  const first = await loadPage(router.route).catch(() => null)
  const target = document.getElementById('app')!
  // The landing page comes as HTML (prerender.ts); the same page takes its place at once.
  target.replaceChildren()
  mount(App, { target, props: { first } })
  performance.mark('live')
  // Safari has no idle callbacks.
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout
  whenIdle(() => void loadAhead().catch(() => undefined))
}

keepPage()
// theme.js has looked whether this browser can draw it.
if (!document.documentElement.classList.contains('too-old')) void begin()
