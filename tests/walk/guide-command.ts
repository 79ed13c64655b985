// `npm run walk -- guide …`: opens browser and club, and guides through one path after the other.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { openClub } from '#tests/browser/support/club.ts';
import { launchChromium } from '#tests/provision/chromium.ts';
import { findChromium } from '#tests/provision/find-browsers.mjs';
import { guide, hasLeft } from './guide.ts';
import { isGood, runFolder } from './guide-report.ts';
import { ownTerminal, type Terminal } from './guide-terminal.ts';
import type { Culture, Walk } from './report.ts';
import { presentRevision } from './revisions.ts';

export interface GuideOptions {
  /** The paths, each with the command that walks it again by itself. */
  readonly walks: readonly (Walk & { readonly title: string; readonly again: string })[];
  readonly culture: Culture;
  /** No window: the guide does each act itself. */
  readonly headless: boolean;
  readonly slow: number;
  /** Folder for the reports: in it one for each run, and in that one for each path. */
  readonly into: string;
}

/** Guides a tester through paths; whether all was good. */
export async function guideInBrowser(options: GuideOptions, print: (text: string) => void): Promise<boolean> {
  print('Starting…');
  const run = runFolder(options.into, new Date());
  const terminal = ownTerminal(process.stdin, print);
  const stop = new AbortController();
  const onInterrupt = interruption(terminal, stop);
  process.on('SIGINT', onInterrupt);
  try {
    return await guideThroughAll(options, { run, terminal, stopped: stop.signal });
  } catch (error) {
    // What was interrupted may complain.
    if (!stop.signal.aborted) throw error;
    return false;
  } finally {
    terminal.close();
    process.off('SIGINT', onInterrupt);
    terminal.tell(existsSync(run) ? `Reports of this run: ${run}` : 'Nothing was walked, so there is no report.');
  }
}

interface Guided {
  readonly run: string;
  readonly terminal: Terminal;
  readonly stopped: AbortSignal;
}

async function guideThroughAll({ walks, culture, headless, slow }: GuideOptions, { run, terminal, stopped }: Guided): Promise<boolean> {
  const byHand = !headless && hasDisplay();
  await ensureBuilt();
  process.env['CHROMIUM_PATH'] ??= await findChromium(process.cwd());
  const browser = await launchChromium({ headed: byHand, outlivesInterrupt: true });
  const club = await openClub();
  const revision = presentRevision();
  let good = true;
  try {
    if (!byHand) terminal.tell(`${headless ? 'Without a window' : 'There is no display, so'} the guide does each act itself; look at the picture and judge it.`);
    for (const walk of walks) {
      if (stopped.aborted) return false;
      const folder = join(run, walk.path.id);
      const walked = await guide(walk, { browser, club, culture, terminal, byHand, slow, folder, title: walk.title, revision, again: walk.again, stopped });
      good &&= isGood(walked);
      terminal.tell(`Report: ${join(folder, 'report.html')} (and report.json)`);
      if (hasLeft(walked)) return false;
    }
  } finally {
    await browser.close();
    await club.close();
  }
  return good;
}

/** How long after the first Ctrl-C a second one is meant. A runner in between may pass the first one on twice. */
const MEANT_AGAIN_MS = 2000;
/** As a shell tells of a command that Ctrl-C has ended. */
const INTERRUPTED = 130;

/** Ctrl-C: the first ends the walk with a report, a later one everything. */
function interruption(terminal: Terminal, stop: AbortController): () => void {
  let first = 0;
  return () => {
    if (stop.signal.aborted && Date.now() - first > MEANT_AGAIN_MS) process.exit(INTERRUPTED);
    if (stop.signal.aborted) return;
    first = Date.now();
    terminal.tell('\nStopping; what there is will be in the report.');
    stop.abort();
  };
}

/** Whether a window can be opened here. */
function hasDisplay(): boolean {
  const { platform, env } = process;
  return platform !== 'linux' || (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
}
