import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Container, Plugin as CssPlugin } from 'postcss'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = process.env.BASEBASH_SERVER ?? 'http://127.0.0.1:8000'

/** The fonts go out with the text of their licences beside them. */
const licences: Plugin = {
  name: 'licences',
  generateBundle() {
    for (const font of ['atkinson-hyperlegible-next', 'lilita-one']) {
      const source = readFileSync(new URL(`./node_modules/@fontsource/${font}/LICENSE`, import.meta.url), 'utf8')
      this.emitFile({ type: 'asset', fileName: `assets/${font}-LICENSE.txt`, source })
    }
  },
}

/**
 * The rules that the components of a page share are loaded before the components. Where a rule of a component weighs the
 * same, the page decides: one more element in its selector, so that the order of loading does not matter.
 */
const pageDecides: CssPlugin = {
  postcssPlugin: 'page-decides',
  Once(root) {
    if (!root.source?.input.file?.endsWith('/shared.css')) return
    const strengthen = (container: Container): void => {
      container.each((node) => {
        if (node.type === 'rule') {
          node.selectors = node.selectors.map((one) => (one.startsWith(':root') ? one : `html ${one}`))
        } else if (node.type === 'atrule' && !node.name.endsWith('keyframes')) strengthen(node)
      })
    }
    strengthen(root)
  },
}

export default defineConfig({
  plugins: [svelte(), licences],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  css: { postcss: { plugins: [pageDecides] } },
  // The page may be at any path of a server, so it names its files from the root; a static site may be in any folder, so
  // everything else names them as seen from itself.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  worker: { format: 'es' },
  build: {
    outDir: '../src/basebash/server/static',
    emptyOutDir: true,
    // The content security policy allows files of our own only, no data: addresses.
    assetsInlineLimit: 0,
    // light-dark() must reach the browser as it is: a class on <html> overrules the theme.
    target: 'es2023',
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
    // For scripts/prerender.mjs, which removes it.
    manifest: true,
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: './tests/environment.ts' },
})
