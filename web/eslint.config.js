import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['node_modules', 'src/generated', 'src/protocol/types.ts'] },
  js.configs.recommended,
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'prefer-template': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // With noUncheckedIndexedAccess every index needs one, also where the entry is known to exist.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Reactive collections here are replaced as a whole ($state.raw, $derived), never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      // {' '} keeps a space that Svelte would remove at the edge of a block.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    files: ['*.config.*', 'scripts/**', 'tests/**'],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
  // Runs before it is known whether the browser is recent enough: plain old JavaScript.
  {
    files: ['public/theme.js'],
    rules: {
      'prefer-template': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/prefer-for-of': 'off',
    },
  },
  { files: ['public/sw.js', 'site/sw.js'], languageOptions: { globals: globals.serviceworker } },
)
