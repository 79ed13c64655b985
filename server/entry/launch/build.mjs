import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { renewBuild } from './current-build.mjs';
import { explainAndExit, readPackage, ROOT, runNpm } from './steps.mjs';

/**
 * `npm run build`: the members' app through its own vite script, then the server as one file, which starts in a fifth
 * of the time that hundreds of modules take, and the process of the development chain as another file.
 *
 * @param {{ evenIfBuilt?: boolean }} [options]
 */
export async function build({ evenIfBuilt = true } = {}) {
  await renewBuild(ROOT, makeBoth, { evenIfBuilt });
}

async function makeBoth(folder) {
  if (readPackage().scripts['build:client'] !== undefined) {
    const parameters = ['run', 'build:client', '--', '--outDir', join(folder, 'client')];
    await runNpm(parameters, 'The app could not be built', productionOf(process.env));
  }
  await buildServer(join(ROOT, folder, 'server'));
}

/** Without it, a shell may select React's development build, which is slow and prints messages for visitors. */
export function productionOf(env) {
  return { ...env, NODE_ENV: 'production' };
}

async function buildServer(folder) {
  const { build: bundle } = await import('esbuild');
  const { outputFiles } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: 'server/entry/main.ts', out: 'main' },
      { in: 'server/domain/chain/development/process.ts', out: 'development-chain' },
    ],
    // In their final folder: their source maps contain relative paths to the sources.
    outdir: 'dist/server',
    write: false,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    // Native code and WebAssembly are read from files beside their modules; pg-native is optional and not installed.
    external: ['@node-rs/argon2', '@electric-sql/pglite', 'pg-native'],
    // CommonJS packages inside an ES module still call `require` for Node's own modules.
    // A name that none of our modules uses.
    banner: {
      js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);",
    },
  });
  mkdirSync(folder);
  for (const { path, contents } of outputFiles) writeFileSync(join(folder, basename(path)), contents);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { ensureInstalled } = await import('./installed.mjs');
  await ensureInstalled()
    .then(() => build())
    .catch(explainAndExit);
}
