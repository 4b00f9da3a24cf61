// Writes landing.html: index.html with the landing page as HTML, as somebody sees it who comes for the first time. It is
// shown before any code has run; then main.ts puts the live page in its place.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const built = at('../../src/basebash/server/static')
const PAGE = 'src/pages/landing/LandingPage.svelte'
const FONTS = [
  /lilita-one-latin-400-normal-[\w-]+\.woff2/,
  /atkinson-hyperlegible-next-latin-(400|600)-normal-[\w-]+\.woff2/,
]

// What modules ask the browser for when they are loaded.
Object.assign(globalThis, {
  location: new URL('http://localhost/'),
  addEventListener: () => undefined,
  navigator: { onLine: true },
  innerWidth: 1440,
  innerHeight: 900,
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
})

const folder = mkdtempSync(join(tmpdir(), 'basebash-prerender-'))
try {
  await build({
    root: at('..'),
    logLevel: 'warn',
    ssr: { noExternal: true },
    // Files are named from the root, as in the page that they are written into.
    experimental: { renderBuiltUrl: () => undefined },
    build: { ssr: 'src/prerender.ts', outDir: folder, copyPublicDir: false, manifest: false },
  })
  const { landingPage } = await import(pathToFileURL(join(folder, 'prerender.js')))
  const body = landingPage()
  for (const [file] of body.matchAll(/(?<=["'(])\/assets\/[\w.-]+/g))
    if (!existsSync(join(built, file))) throw new Error(`The landing page refers to ${file}, which was not built.`)
  writeFileSync(join(built, 'landing.html'), page(body))
} finally {
  rmSync(folder, { recursive: true })
  rmSync(join(built, '.vite'), { recursive: true, force: true })
}

/** The page with its HTML, and with links to everything that it needs at once. */
function page(body) {
  const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'))
  const scripts = new Set()
  const styles = new Set()
  const collect = (name) => {
    const { file, css = [], imports = [], isEntry } = manifest[name]
    if (scripts.has(file)) return
    scripts.add(file)
    imports.forEach(collect)
    if (!isEntry) css.forEach((one) => styles.add(one))
  }
  collect(PAGE)
  const entry = manifest['index.html'].file
  const css = manifest['index.html'].css ?? []
  const fonts = Object.values(manifest).flatMap(({ assets = [] }) => assets)
  const links = [
    ...FONTS.map((font) => fonts.find((name) => font.test(name))).map(
      (name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${name}">`,
    ),
    ...[...styles]
      .filter((name) => !css.includes(name))
      .map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ...[...scripts]
      .filter((name) => name !== entry)
      .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
  ]
  return readFileSync(join(built, 'index.html'), 'utf8')
    .replace('</head>', () => `${links.join('\n    ')}\n  </head>`)
    .replace('<div id="app"></div>', () => `<div id="app">${body}</div>`)
}
