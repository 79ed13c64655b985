// `npm run walk -- guide …`: opens browser and club, and guides through one path after the other.
import { join } from 'node:path';
import { ensureBuilt } from '#server/launch/built.mjs';
import { openClub } from '#tests/browser/support/club.ts';
import { launchChromium } from '#tests/provision/chromium.ts';
import { findChromium } from '#tests/provision/find-chromium.mjs';
import { guide } from './guide.ts';
import { isGood } from './guide-report.ts';
import { ownTerminal } from './guide-terminal.ts';
import type { Culture, Walk } from './report.ts';

export interface GuideOptions {
  readonly walks: readonly (Walk & { readonly title: string })[];
  readonly culture: Culture;
  /** No window: the guide does each act itself. */
  readonly headless: boolean;
  readonly slow: number;
  /** Folder for the reports, one folder in it for each path. */
  readonly into: string;
}

/** Guides a tester through paths; whether all was good. */
export async function guideInBrowser({ walks, culture, headless, slow, into }: GuideOptions, print: (text: string) => void): Promise<boolean> {
  const byHand = !headless && hasDisplay();
  await ensureBuilt();
  process.env['CHROMIUM_PATH'] ??= await findChromium(process.cwd());
  const terminal = ownTerminal(process.stdin, print);
  const browser = await launchChromium({ headed: byHand });
  const club = await openClub();
  let good = true;
  try {
    if (!byHand) terminal.tell(`${headless ? 'Without a window' : 'There is no display, so'} the guide does each act itself; look at the picture and judge it.`);
    for (const walk of walks) {
      const folder = join(into, walk.path.id);
      const walked = await guide(walk, { browser, club, culture, terminal, byHand, slow, folder, title: walk.title });
      good &&= isGood(walked);
      terminal.tell(`Report: ${join(folder, 'report.html')} (and report.json)`);
      if (walked.acts.at(-1)?.verdict === null) break;
    }
  } finally {
    terminal.close();
    await browser.close();
    await club.close();
  }
  return good;
}

/** Whether a window can be opened here. */
function hasDisplay(): boolean {
  const { platform, env } = process;
  return platform !== 'linux' || (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
}
