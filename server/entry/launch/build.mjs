import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { packagesOf } from './bundled-packages.mjs';
import { renewBuild } from './current-build.mjs';
import { explainAndExit, readPackage, ROOT, runNpm, SetUpError } from './steps.mjs';

/**
 * `npm run build`: the members' app through its own vite script, then the server's programs, each as a few files, which
 * start in a fifth of the time that hundreds of modules take.
 *
 * `npm run build -- --release [FILE]` packs the build into an archive that runs with nothing but Node.
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

/** Packages that stay beside the bundle. */
const BESIDE = ['@node-rs/argon2', '@electric-sql/pglite'];

/**
 * How a program of the server is bundled: it runs with Node alone, beside the packages that stay outside.
 *
 * @satisfies {import('esbuild').BuildOptions}
 */
export const BUNDLING = /** @type {const} */ ({
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  // Stack traces need the places alone.
  sourcesContent: false,
  logLevel: 'warning',
  // CommonJS packages inside an ES module still call `require` for Node's own modules.
  // A name that none of our modules uses.
  banner: {
    js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);",
  },
});

/** Native code and WebAssembly are read from files beside their modules; pg-native is optional and not installed. */
export const OUTSIDE = [...BESIDE, 'pg-native'];

/**
 * The server's programs, of which each is bundled.
 *
 * @satisfies {import('esbuild').BuildOptions}
 */
export const SERVER = /** @type {const} */ ({
  ...BUNDLING,
  external: OUTSIDE,
  absWorkingDir: ROOT,
  entryPoints: [
    { in: 'server/entry/launch/bundle-main.mjs', out: 'main' },
    { in: 'server/entry/launch/bundle-operator.mjs', out: 'operator' },
    { in: 'server/domain/chain/development/process.ts', out: 'development-chain' },
    { in: 'server/entry/backup/process.ts', out: 'backup' },
  ],
  // What the programs share is in files that both import; and what is imported late is not read before.
  splitting: true,
  chunkNames: '[name]-[hash]',
  outExtension: { '.js': '.mjs' },
});

async function buildServer(folder) {
  const { build: bundle } = await import('esbuild');
  const { outputFiles, metafile } = await bundle({
    ...SERVER,
    metafile: true,
    // In their final folder: their source maps contain relative paths to the sources.
    outdir: 'dist/server',
    write: false,
  });
  mkdirSync(folder);
  for (const { path, contents } of outputFiles) writeFileSync(join(folder, basename(path)), contents);
  writeFileSync(join(folder, 'packages.json'), `${JSON.stringify(packagesOf(Object.keys(metafile.inputs)))}\n`);
}

/** What is typed behind `npm run build --`. */
async function main([option, file, ...rest]) {
  if (option === undefined) return build();
  if (option !== '--release' || file?.startsWith('-') || rest.length > 0)
    throw new SetUpError('npm run build makes the build in dist/; npm run build -- --release [FILE] packs it as well.');
  await build({ evenIfBuilt: false });
  const { makeRelease } = await import('./release.mjs');
  await makeRelease({ file, beside: BESIDE });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { ensureInstalled } = await import('./installed.mjs');
  await ensureInstalled()
    .then(() => main(process.argv.slice(2)))
    .catch(explainAndExit);
}
