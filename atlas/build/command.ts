import { existsSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { keyOf } from '#atlas/model/model.ts';
import { UsageError } from '#tests/walk/nearest.ts';
import { collect, ROOT, versionAt, type Collected } from './collect.ts';
import { sessionCoverage, walkCoverage } from './coverage.ts';
import { help, parseOptions, type Options } from './options.ts';
import { serve } from './serve.ts';
import { rewriteChart, writeSite } from './site.ts';

/** Runs the command and returns its exit code; while the atlas is served, the process goes on. Throws a `UsageError` for what it doesn't understand. */
export async function run(parameters: readonly string[], print: (text: string) => void): Promise<number> {
  const options = parseOptions(parameters);
  if (options.help) {
    print(help);
    return 0;
  }
  if (options.screens !== null) {
    const { takeScreens } = await import('./screens.ts');
    return takeScreens(options.screens, print);
  }
  const folder = options.build === null ? join(ROOT, '.atlas', 'site') : resolve(options.build);
  refuseForeign(folder);
  const began = performance.now();
  const collected = await collectedBy(options);
  await writeSite(collected, { folder, at: new Date().toISOString(), served: options.build === null, screens: !options.withoutScreens });
  print(`${collected.length} charts in ${((performance.now() - began) / 1000).toFixed(1)} s, in ${folder}`);
  if (options.build === null) await open(collected, folder, options.port, print);
  return 0;
}

/** A folder that holds anything but an atlas is not emptied. */
function refuseForeign(folder: string): void {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  if (files.length > 0 && !files.includes('atlas.js')) throw new UsageError(`${folder} holds something else than an atlas; name a new folder.`);
}

async function collectedBy({ log, since, withoutScreens }: Options): Promise<readonly Collected[]> {
  const session = log === null ? [] : sessionCoverage(log, new Date().toISOString());
  return collect({ coverage: [...walkCoverage(ROOT), ...session], since, screens: !withoutScreens });
}

async function open(collected: readonly Collected[], folder: string, port: number, print: (text: string) => void): Promise<void> {
  const charts = new Map(collected.map(({ chart }) => [keyOf(chart), chart]));
  const server = await serve(
    {
      folder,
      root: ROOT,
      charts: [...charts.values()],
      versionAt,
      onNotes: (noted, notes) => {
        const chart = charts.get(keyOf(noted));
        if (chart !== undefined) rewriteChart({ ...chart, notes }, folder);
        if (chart !== undefined) charts.set(keyOf(noted), { ...chart, notes });
      },
    },
    port,
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new UsageError(`Port ${port} is taken; name another with --port.`) : error;
  });
  print(`The atlas is open at http://localhost:${(server.address() as AddressInfo).port}; Ctrl+C ends it.`);
}
