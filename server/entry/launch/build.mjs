import { pathToFileURL } from 'node:url';

import { explainAndExit, readPackage, ROOT, runNpm } from './steps.mjs';

/**
 * `npm run build`: the members' app through the script that its vite configuration belongs to, then the server as one file,
 * which starts in a fifth of the time that its hundreds of modules take, and the process of the development chain as another.
 */
export async function build() {
  if (readPackage().scripts['build:client'] !== undefined) {
    await runNpm(['run', 'build:client'], 'The app could not be built');
  }
  await buildServer();
}

async function buildServer() {
  const { build: bundle } = await import('esbuild');
  await bundle({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: 'server/entry/main.ts', out: 'main' },
      { in: 'server/domain/chain/development/process.ts', out: 'development-chain' },
    ],
    outdir: 'dist/server',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    // Native code and WebAssembly are read from files beside their modules; pg-native is optional and not installed.
    external: ['@node-rs/argon2', '@electric-sql/pglite', 'pg-native'],
    // CommonJS packages inside an ES module still call `require` for what comes with Node.
    // Under a name that no module of ours uses.
    banner: { js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);" },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { ensureInstalled } = await import('./installed.mjs');
  const { buildAnew } = await import('./built.mjs');
  await ensureInstalled().then(() => buildAnew()).catch(explainAndExit);
}
