import tseslint from 'typescript-eslint';

import { exactAmounts } from './tests/style/exact-amounts.mjs';

/**
 * The one rule of the short list that Oxlint can't check: it asks what is a text, and rules of our own get no types
 * there. All others are in `.oxlintrc.json`.
 */
export default tseslint.config(
  { ignores: ['dist/', 'data/', '.atlas/', '.prove/', 'test-results/'] },
  {
    files: ['money/**/*.ts', 'server/domain/{ledger,rates}/**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: 'tests/style/money.tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    // The lines that take back a rule of the other linter are its own.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    plugins: { perch: { rules: { 'exact-amounts': exactAmounts } } },
    rules: { 'perch/exact-amounts': 'error' },
  },
);
