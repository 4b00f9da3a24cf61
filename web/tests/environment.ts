/** Compiles modules as for the browser, so that runes are reactive. Tests that need a document stub one. */
import type { Environment } from 'vitest/runtime'

export default {
  name: 'client',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment
