export default {
  extends: ['stylelint-config-standard'],
  overrides: [{ files: ['**/*.svelte'], customSyntax: 'postcss-html' }],
  rules: {
    // Rules follow the page from top to bottom, and what differs on other screens comes last.
    'no-descending-specificity': null,
    'no-duplicate-selectors': null,
    // Svelte's
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    'number-max-precision': 5,
    'property-no-vendor-prefix': [true, { ignoreProperties: [/text-size-adjust/] }],
  },
}
