import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

import { perchRules } from './tests/style/lint-rules.mjs';

/**
 * Every rule here stands for a sentence of the project's style, or prevents a mistake that the compiler lets pass.
 * `tests/style/lint.test.ts` proves that each one of ours catches what it is there for. The rules that need the types of everything are
 * in `.oxlintrc.json`, whose linter works on version 7's compiler; those of React's compiler in `tests/style/react-compiler.eslint.config.js`.
 */

const CODE = ['**/*.{ts,tsx}'];
const SCRIPTS = ['**/*.{mjs,cjs,js}'];
const TESTS = ['tests/**/*.{ts,tsx,mjs}'];

/** Where amounts are worked with. */
const MONEY = ['money/**/*.ts', 'server/{ledger,rates}/**/*.ts'];

/** A chart is data: the same state gives the same step, in a test, in a browser and in a year. */
const NOT_IN_A_CHART = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'window',
  'document',
  'navigator',
  'location',
  'history',
  'performance',
  'crypto',
  'process',
  'setTimeout',
  'setInterval',
];

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'A default export has as many names as importers; export by name.',
};
const noBarrel = {
  selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
  message: 'No barrels: import a thing from the file that it is written in.',
};
const noRulesTakenBack = {
  selector: "CallExpression[callee.property.name='selectFrom'][arguments.0.value='rules']",
  message: 'A version that was taken back never held: begin with standingRules (server/rules/rules.ts).',
};
const noClock = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'The moment comes in through input or an event.',
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'data/', '.atlas/', 'test-results/', 'openapi/*.gen.*'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: CODE,
    extends: [tseslint.configs.recommended],
    plugins: { perch: perchRules },
    rules: {
      'perch/alias-across-layers': 'error',
      'perch/explicit-extension': 'error',
      'perch/reasoned-suppression': 'error',
      'no-restricted-syntax': ['error', noDefaultExport, noBarrel],
      'no-console': 'error',
      'no-constant-binary-expression': 'error',
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 70, skipComments: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  { files: ['{src,atlas}/**/*.{ts,tsx}'], plugins: { 'react-hooks': reactHooks }, rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' } },
  { files: ['{src,atlas}/**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 120, skipComments: true }] } },
  { files: ['machines/**/*.machine.ts'], rules: { 'max-lines': ['error', { max: 250 }] } },
  {
    files: ['machines/**/*.ts'],
    ignores: ['machines/graph/**'],
    rules: {
      'no-restricted-globals': ['error', ...NOT_IN_A_CHART.map((name) => ({ name, message: 'A chart reaches the world through its ports only.' }))],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: noClock.message },
        { object: 'Math', property: 'random', message: 'Randomness comes in through input.' },
      ],
      'no-restricted-syntax': ['error', noDefaultExport, noBarrel, noClock],
    },
  },
  { files: ['server/**/*.ts'], rules: { 'no-restricted-syntax': ['error', noDefaultExport, noBarrel, noRulesTakenBack] } },
  // It asks what is a text; a program of what works with amounts is a third of the whole.
  { files: MONEY, languageOptions: { parserOptions: { project: 'tests/style/money.tsconfig.json' } }, rules: { 'perch/exact-amounts': 'error' } },
  {
    files: SCRIPTS,
    plugins: { perch: perchRules },
    rules: {
      'perch/reasoned-suppression': 'error',
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 70, skipComments: true }],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
    },
  },
  // Tests read as stories; a story is one long function.
  { files: TESTS, rules: { 'max-lines-per-function': 'off' } },
  { files: ['**/*.config.{ts,js}'], rules: { 'no-restricted-syntax': 'off' } },
  // They speak to the person at the terminal.
  { files: ['server/main.ts', 'server/operator/**', 'server/launch/**', 'atlas/build/**', 'tests/walk/**', 'tests/bench/**'], rules: { 'no-console': 'off' } },
);
