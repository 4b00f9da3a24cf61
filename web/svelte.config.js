import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Short, and the same on every machine: it depends on the styles, not on the path of the file.
    cssHash: ({ hash, css }) => `s-${hash(css).slice(0, 4)}`,
  },
}
