import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundledPackages } from './server/entry/launch/bundled-packages.plugin.ts';
import { staticShell } from './src/shell/static-shell.plugin.ts';

/** Changes only with its packages: kept apart, it stays in a visitor's cache over a release. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|xstate|@xstate|use-sync-external-store)\//;

/**
 * What every page needs. A group includes everything that its files import, so the app's own entry covers most of it.
 */
const EVERY_PAGE =
  /\/src\/(main\.tsx|ui\/(page-heading|notice|button)\.tsx|flow\/(flow-screen|problem-alert|use-flow-url)\.tsx?$|services\/use-flow-actor\.ts$)/;

/** What pages with a form need beyond that; the others must not pay for it. */
const FORMS =
  /node_modules\/formik\/|\/src\/ui\/(form|text-field|password-field|code-field|checkbox-field|validate-late)\.tsx?$|\/src\/flow\/(kept-entries|recovery-code-field)\.tsx$/;

/** What shows an amount or an address, as most pages of members do: in small files it weighs half as much again. */
const AMOUNTS = /\/src\/ui\/(address|amount|entry-worth|estimate|member-currency|member-hidden|whole-words)\.tsx?$/;

/**
 * What Formik asks of lodash and of three more packages weighs more than Formik itself; src/lean/ says what stands in.
 */
const lean = (name: string) => fileURLToPath(new URL(`./src/lean/${name}.ts`, import.meta.url));

export default defineConfig({
  // A build depends on nothing but what is in the repository: no settings are read from files beside it.
  envDir: false,
  publicDir: 'src/shell/public',
  plugins: [react(), tailwindcss(), staticShell(), bundledPackages()],
  resolve: {
    alias: {
      'lodash-es/clone': lean('clone'),
      'lodash-es/cloneDeep': lean('clone-deep'),
      'lodash-es/isPlainObject': lean('is-plain-object'),
      'lodash-es/toPath': lean('to-path'),
      'hoist-non-react-statics': lean('hoist-non-react-statics'),
      deepmerge: lean('deepmerge'),
      'react-fast-compare': lean('react-fast-compare'),
    },
  },
  // What tools write beside the source is no reason to load the page again.
  server: { watch: { ignored: ['**/{.atlas,.cache,data,dist,test-results}/**'] } },
  build: {
    outDir: 'dist/client',
    target: 'es2023',
    manifest: true,
    // The list of a page's chunks goes into its HTML; a preload script for them would be one more thing to run first.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        main: 'src/main.tsx',
        shell: 'src/styles/shell.css',
        'reload-when-online': 'src/shell/reload-when-online.ts',
        worker: 'src/shell/worker.ts',
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: FRAMEWORK, priority: 3 },
            { name: 'app', test: EVERY_PAGE, priority: 2 },
            { name: 'form', test: FORMS, priority: 1 },
            { name: 'amounts', test: AMOUNTS, priority: 0 },
          ],
        },
      },
    },
  },
});
