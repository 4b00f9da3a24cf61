/** Compiles modules as for the browser, so that runes are reactive in tests; there is no document unless a test stubs one. */
import type { Environment } from 'vitest/runtime'

export default {
  name: 'client',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment
