/** The static folder: a page, a script, styles, and the data as scripts, so that it opens from a disk as from a server. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { keyOf, type AtlasIndex, type ChartModel } from '#atlas/model/model.ts';
import config from '../vite.config.ts';
import { indexOf, ROOT, type Collected } from './collect.ts';
import { copyScreens } from './screen-files.ts';

export interface SiteOptions {
  readonly folder: string;
  readonly at: string;
  /** Whether the command that makes it serves it, and listens to notes. */
  readonly served: boolean;
  readonly screens: boolean;
}

/** Writes the whole site into a folder, which is emptied first. */
export async function writeSite(collected: readonly Collected[], { folder, at, served, screens }: SiteOptions): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'data'), { recursive: true });
  const index = indexOf(collected, { at, served });
  await build({ ...config, build: { ...config.build, outDir: folder } });
  copyFileSync(createRequire(import.meta.url).resolve('elkjs/lib/elk.bundled.js'), join(folder, 'elk.js'));
  writeData(collected, index, folder);
  if (screens) copyScreens(ROOT, folder);
  writeFileSync(join(folder, 'index.html'), page);
}

function writeData(collected: readonly Collected[], index: AtlasIndex, folder: string): void {
  writeFileSync(join(folder, 'data', 'index.js'), script('(index)', index));
  for (const { chart, versions } of collected) {
    const key = keyOf(chart);
    rewriteChart(chart, folder);
    writeFileSync(join(folder, 'data', `${key}.versions.js`), script(`${key}.versions`, versions));
  }
}

/** Writes the data of one chart, such as after a note. */
export function rewriteChart(chart: ChartModel, folder: string): void {
  const key = keyOf(chart);
  writeFileSync(join(folder, 'data', `${key}.js`), script(key, chart));
}

/** A file of data that hands itself over: nothing can be fetched from a disk. */
function script(key: string, value: unknown): string {
  return `(globalThis.atlasData ??= {})[${JSON.stringify(key)}] = ${JSON.stringify(value)};\n`;
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>Atlas of the flows</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="./atlas.css">
    <script defer src="./data/index.js"></script>
    <script defer src="./atlas.js"></script>
  </head>
  <body><div id="atlas"></div><noscript>The atlas needs JavaScript.</noscript></body>
</html>
`;
