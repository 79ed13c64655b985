// The processes of experiments as bundles: each of nine would otherwise read and compile hundreds of modules, which
// takes longer than some of the experiments.
import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { BUNDLING, OUTSIDE } from '#server/entry/launch/build.mjs';
import { removeAbandoned, temporaryFolder } from '#tests/provision/folders.mjs';
import type { Programs } from './experiment.ts';

/** Below the packages, which programs find from here, and as deep below the root as the modules they are made of. */
const CACHE = join(process.cwd(), 'node_modules/.cache');

export interface MadePrograms extends Programs {
  /** An experiment. */
  readonly process: string;
  remove(): void;
}

/** Makes them in a folder of this run. */
export async function makePrograms(): Promise<MadePrograms> {
  mkdirSync(CACHE, { recursive: true });
  removeAbandoned([CACHE]);
  const folder = temporaryFolder('prove', CACHE);
  const withoutLocks = join(folder, 'without-locks.mjs');
  const entryPoints = [
    { in: 'tests/prove/process.ts', out: 'process' },
    { in: 'tests/prove/away/disk-process.ts', out: 'disk-process' },
  ];
  const apart = { splitting: true, outdir: folder, outExtension: { '.js': '.mjs' } };
  await Promise.all([build({ ...COMMON, ...apart, entryPoints }), makeWithoutLocks(withoutLocks)]);
  return {
    process: join(folder, 'process.mjs'),
    disk: join(folder, 'disk-process.mjs'),
    withoutLocks,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** As the server's own programs; esbuild is what makes them. */
const COMMON: BuildOptions = { ...BUNDLING, external: [...OUTSIDE, 'esbuild'] };

const LOCK = /\.for(NoKey)?Update\(\)(?!\s*\.skipLocked)/g;

/** A server that is to lose money: the locks of rows are taken out of its sources. */
async function makeWithoutLocks(outfile: string): Promise<void> {
  let taken = 0;
  const takeLocks: Plugin = {
    name: 'without-locks',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/server\/domain\/.*\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        taken += source.match(LOCK)?.length ?? 0;
        return { contents: source.replaceAll(LOCK, ''), loader: 'ts' };
      }),
  };
  await build({ ...COMMON, entryPoints: ['server/entry/main.ts'], plugins: [takeLocks], outfile });
  if (taken === 0) throw new Error('no lock was found in the sources of the server');
}
