// `npm run walk -- guide …`: opens browser and club, and guides through one path after the other.
import { join } from 'node:path';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { openClub } from '#fixtures/club/club.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { guide, hasLeft } from './guide.ts';
import { AGAIN, BEGUN_AGAIN, type Guiding } from './act.ts';
import { guideWordsIn } from './languages/languages.ts';
import { attemptFolders, isGoodInAll, isKept, runFolder, type GuidedWalk } from './report.ts';
import { ownTerminal, type Terminal } from './terminal.ts';
import type { Culture, Walk } from '#walk/paths/report.ts';
import { presentRevision } from '#walk/documents/revisions.ts';

export interface GuideOptions {
  /** The paths, each with the command that repeats it automatically. */
  readonly walks: readonly (Walk & { readonly title: string; readonly again: string })[];
  readonly culture: Culture;
  /** No window: the guide performs each act itself. */
  readonly headless: boolean;
  readonly slow: number;
  /** Folder for the reports: in it one per run, and in that one per path. */
  readonly into: string;
}

/** Guides a tester through paths; returns whether everything was good. */
export async function guideInBrowser(options: GuideOptions, print: (text: string) => void): Promise<boolean> {
  const run = runFolder(options.into, new Date());
  const terminal = ownTerminal(process.stdin, print);
  const words = guideWordsIn(options.culture).terminal;
  const stop = new AbortController();
  const onInterrupt = interruption(terminal, stop, words.stopping);
  process.on('SIGINT', onInterrupt);
  try {
    return await guideThroughAll(options, { run, terminal, stopped: stop.signal });
  } catch (error) {
    // Interrupted operations may throw.
    if (!stop.signal.aborted) throw error;
    return false;
  } finally {
    terminal.close();
    process.off('SIGINT', onInterrupt);
    terminal.tell(isKept(run) ? words.reports(run) : words.noReport);
  }
}

interface Guided {
  readonly run: string;
  readonly terminal: Terminal;
  readonly stopped: AbortSignal;
}

async function guideThroughAll(options: GuideOptions, place: Guided): Promise<boolean> {
  const { terminal } = place;
  const words = guideWordsIn(options.culture).terminal;
  const byHand = !options.headless && hasDisplay();
  terminal.tell(words.building);
  await ensureBuilt();
  terminal.tell(words.server);
  const club = await openClub();
  try {
    // After the server, so that no empty window is open while it starts.
    terminal.tell(byHand ? words.window : words.browser);
    const browser = await launchChromium({ headed: byHand, outlivesInterrupt: true });
    try {
      if (!byHand) terminal.tell(options.headless ? words.noWindow : words.noDisplay);
      return await guideThroughEach(options, { ...place, browser, club, byHand });
    } finally {
      await browser.close();
    }
  } finally {
    await club.close();
  }
}

/** One path after the other, until the tester has had enough. */
async function guideThroughEach(
  { walks, culture, slow }: GuideOptions,
  { run, ...place }: Guided & Pick<Guiding, 'browser' | 'club' | 'byHand'>,
): Promise<boolean> {
  const revision = presentRevision();
  const folderFor = attemptFolders(walks.map(({ path }) => path.id));
  let good = true;
  for (const walk of walks) {
    if (place.stopped.aborted) return false;
    const attempts = await begunUntilKept(async (attempt) => {
      const folder = join(run, folderFor(walk.path.id, attempt));
      const told = await guide(walk, {
        ...place,
        culture,
        slow,
        folder,
        title: walk.title,
        revision,
        again: walk.again,
      });
      place.terminal.tell(guideWordsIn(culture).terminal.report(join(folder, 'report.html')));
      return told;
    });
    good &&= isGoodInAll(attempts);
    if (attempts.some(hasLeft)) return false;
  }
  return good;
}

/** Walks a path until the tester no longer restarts it; returns every result. Each attempt has its own report. */
async function begunUntilKept(attempt: (number: number) => Promise<GuidedWalk>): Promise<readonly GuidedWalk[]> {
  const attempts: GuidedWalk[] = [];
  for (;;) {
    const walked = await attempt(attempts.length + 1);
    attempts.push(walked);
    if (walked.ending !== BEGUN_AGAIN && walked.ending !== AGAIN) return attempts;
  }
}

/**
 * How long after the first Ctrl-C a second one counts as intended. A runner in between may forward the first one twice.
 */
const MEANT_AGAIN_MS = 2000;
/** The exit code of a command that Ctrl-C ended, as in a shell. */
const INTERRUPTED = 130;

/** Ctrl-C: the first ends the walk with a report, a later one everything. */
function interruption(terminal: Terminal, stop: AbortController, stopping: string): () => void {
  let first = 0;
  return () => {
    // oxlint-disable-next-line eslint/no-restricted-properties -- everything is to end, output too
    if (stop.signal.aborted && Date.now() - first > MEANT_AGAIN_MS) process.exit(INTERRUPTED);
    if (stop.signal.aborted) return;
    first = Date.now();
    terminal.tell(`\n${stopping}`);
    stop.abort();
  };
}

/** Whether a window can be opened here. */
function hasDisplay(): boolean {
  const { platform, env } = process;
  return platform !== 'linux' || (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
}
