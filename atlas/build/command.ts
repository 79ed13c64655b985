import { join, resolve } from 'node:path';
import { Arriving } from './arriving.ts';
import { KEPT, makeAtlas, type Atlas, type AtlasOptions, type Part } from './atlas.ts';
import { sessionCoverage, walkCoverage } from './coverage.ts';
import { refuseForeign, writeSite } from './folder.ts';
import { Kept } from './kept.ts';
import { help, parseOptions, type Options } from './options.ts';
import { ROOT } from './root.ts';
import { addressOf, serve } from './serve.ts';
import { siteParts } from './site.ts';
import { WALKED_RELEASED } from './walk-record.ts';
import { release } from './walked.ts';

type Print = (text: string) => void;

/**
 * Runs the command and returns its exit code; while the atlas is served, the process keeps running. Throws a
 * `UsageError` for parameters that it does not know.
 */
export async function run(parameters: readonly string[], print: Print): Promise<number> {
  const options = parseOptions(parameters);
  if (options.help) {
    print(help);
    return 0;
  }
  if (options.screens !== null) {
    const { takeScreens } = await import('./screens.ts');
    return takeScreens(options.screens, print);
  }
  if (options.release) {
    const { walked } = release(ROOT);
    print(`The walk of ${walked.rev.slice(0, 7)} is in ${WALKED_RELEASED}, to be committed.`);
    return 0;
  }
  // Before anything is served: otherwise each chart would refuse it on its own.
  if (options.since !== null) (await import('#walk/documents/revisions.ts')).revisionOf(options.since);
  const kept = new Kept(join(ROOT, KEPT), options.fresh);
  if (options.build === null) await open(options, kept, print);
  else await build(resolve(options.build), options, kept, print);
  return 0;
}

async function build(folder: string, options: Options, kept: Kept, print: Print): Promise<void> {
  refuseForeign(folder);
  const began = performance.now();
  const atlas = await atlasFor(options);
  await writeSite(atlas, kept, folder, options.lang);
  await atlas.close();
  for (const text of atlas.index.walked.refused) print(text);
  print(`${atlas.charts.length} charts in ${secondsSince(began)} s, in ${folder}`);
}

async function atlasFor(
  { build, log, since, withoutScreens, fresh }: Options,
  meanwhile: Pick<AtlasOptions, 'arrived' | 'wanted'> = {},
): Promise<Atlas> {
  const at = new Date().toISOString();
  const refused: string[] = [];
  const byHand = walkCoverage(ROOT, (text) => refused.push(text));
  const session = log === null ? [] : await sessionCoverage(log, at);
  return makeAtlas({
    root: ROOT,
    at,
    served: build === null,
    coverage: [...byHand, ...session],
    refused,
    since,
    screens: !withoutScreens,
    fresh,
    ...meanwhile,
  });
}

/** The URL works at once; until all charts are made, it shows the overview, where charts appear one by one. */
async function open(options: Options, kept: Kept, print: Print): Promise<void> {
  const began = performance.now();
  let read: (atlas: Atlas) => void = () => {};
  const atlas = new Promise<Atlas>((done) => {
    read = done;
  });
  const arriving = new Arriving();
  const site = siteParts(kept);
  const server = await serve({ root: ROOT, site, arriving, atlas }, options.port);
  const opened = options.lang === null ? '' : `/?lang=${options.lang}`;
  print(`The atlas is open at ${addressOf(server)}${opened}; Ctrl+C ends it.`);
  // The bundler runs in a separate process and starts now, before the URL is opened.
  const bundled = site.get('atlas.js')?.();
  bundled?.catch(() => null);
  try {
    // Diagrams are drawn in a separate thread, so those of the first charts are drawn while the others are made.
    let drawing: Promise<unknown> = Promise.resolve();
    const arrived = (parts: ReadonlyMap<string, Part>): void => {
      arriving.offer(parts);
      drawing = drawing.then(() => drawAll({ parts })).catch(() => null);
    };
    const made = await atlasFor(options, { arrived, wanted: () => arriving.waitedFor() });
    // Without its script the page says forever that charts are being read.
    await bundled;
    read(made);
    for (const text of made.index.walked.refused) print(text);
    print(`${made.charts.length} charts read in ${secondsSince(began)} s; diagrams that are new are drawn meanwhile.`);
    await drawAll(made);
  } catch (error) {
    server.close();
    // A page that waits for its charts would keep the command from ending.
    server.closeAllConnections();
    throw error;
  }
}

/** Requested charts come first; the rest is drawn in the background, so that the cache is complete the next time. */
async function drawAll({ parts }: Pick<Atlas, 'parts'>): Promise<void> {
  for (const [file, make] of parts) if (file.endsWith('.thumb.js')) await make();
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
