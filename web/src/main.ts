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
import { mount } from 'svelte'
import App from './App.svelte'
import { keepPage } from '@/protocol/server-status.svelte'
// After the components: where a page's shared rules and a component's own weigh the same, the page decides.
import '@/pages/table/shared.css'
import '@/pages/lobby/shared.css'
import '@/pages/learn/shared.css'
import '@/pages/story/shared.css'
import '@/pages/profile/shared.css'

keepPage()
// theme.js has looked whether this browser can draw it.
if (!document.documentElement.classList.contains('too-old')) mount(App, { target: document.getElementById('app')! })
