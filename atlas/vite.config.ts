import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

/**
 * The site's script and styles, as one classic script each: a browser loads no modules from a disk. The page around them and
 * the data beside them are written by atlas/build/site.ts.
 */
const config: InlineConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  // The same code wherever it is made: the plugin would write for development where a test makes it.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  build: {
    target: 'es2023',
    emptyOutDir: false,
    reportCompressedSize: false,
    cssCodeSplit: false,
    lib: { entry: fileURLToPath(new URL('app/main.tsx', import.meta.url)), formats: ['iife'], name: 'atlasSite', fileName: () => 'atlas.js', cssFileName: 'atlas' },
  },
};

export default config;
