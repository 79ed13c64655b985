import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundledPackages } from './server/entry/launch/bundled-packages.plugin.ts';
import { bareCharts } from './src/lean/charts.plugin.ts';
import { leanCuts } from './src/lean/cuts.plugin.ts';
import { ownForms } from './src/lean/forms.plugin.ts';
import { CHUNKS } from './src/shell/chunks.plugin.ts';
import { staticShell } from './src/shell/static-shell.plugin.ts';

/**
 * What Formik asks of lodash and of three more packages weighs more than Formik itself; src/lean/ says what stands in.
 */
const lean = (name: string) => fileURLToPath(new URL(`./src/lean/${name}.ts`, import.meta.url));

export default defineConfig({
  // A build depends on nothing but what is in the repository: no settings are read from files beside it.
  envDir: false,
  publicDir: 'src/shell/public',
  plugins: [react(), tailwindcss(), leanCuts(), bareCharts(), ownForms(), staticShell(), bundledPackages()],
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
        'frame-shell': 'src/styles/frame-shell.css',
        'reload-when-online': 'src/shell/reload-when-online.ts',
        worker: 'src/shell/worker.ts',
      },
      output: {
        // Each page carries the names of all files: one character less saves 0.1 KB, and the other seven are enough to
        // tell the versions of a file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // Declared by name alone: what belongs together depends on who loads it.
          groups: CHUNKS,
        },
      },
    },
  },
});
