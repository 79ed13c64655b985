// What is looked at on each screen of a flow, as a walk in a browser comes to it on a 360 px phone: what axe finds,
// what overflows, what is outside the window (at 320 and 390 px too), bare keys, English left in the other languages.
import type { Page } from 'playwright-core';
import type { Lane } from '#fixtures/browser/lanes.ts';
import { SPOILED } from '#walk/browser/answers.ts';
import type { BrowserWalk } from '#walk/browser/driver.ts';
import { graphs, walkBrowser } from '#walk/browser/driver.ts';
import { ownWords } from '#walk/browser/own-words.ts';
import type { Views } from '#walk/paths/screens.ts';
import type { Turn } from '#walk/paths/turns.ts';
import { engine } from '../engines/engine.ts';
import { englishOn } from './english.ts';
import { axeFindings, bareKeys, hiddenParts, scrollsSideways } from './look.ts';
import { hiddenAtOneWidth } from './said.ts';

/** Controls of the chart that no thumb can reach: beyond the window's edges, or without a size. */
function outOfReach(page: Page): Promise<string[]> {
  return page.locator('main [data-event]').evaluateAll((all) =>
    all.flatMap((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      const reached =
        !control.checkVisibility() || (width > 0 && left >= 0 && right <= document.documentElement.clientWidth);
      return reached ? [] : [`${control.getAttribute('data-event') ?? ''} lies from ${left} to ${right}`];
    }),
  );
}

/** A path of twenty screens, each checked, on a machine that has other work. */
export const PATH_MS = 240_000;

/** The smallest phone, and the widest common one; the walk itself runs at 360 px. */
const OTHER_WIDTHS = [320, 390];
const DESK_WIDTH = 1280;

/**
 * What does not fit at the other widths, and what is not seen on a phone or on a desk alone. The page stays as it is
 * but for its width.
 */
async function misfits(page: Page): Promise<string[]> {
  // Its window fills a screen of fixed size.
  if (engine === 'webkit') return [];
  const walked = page.viewportSize();
  if (walked === null) throw new Error('The page has no size.');
  const found: string[] = [];
  for (const width of OTHER_WIDTHS) {
    await page.setViewportSize({ ...walked, width });
    found.push(
      ...[...(await scrollsSideways(page)), ...(await outOfReach(page))].map((problem) => `${problem} at ${width} px`),
    );
  }
  await page.setViewportSize(walked);
  return [...found, ...(await hiddenAtOneWidth(page, [walked.width, DESK_WIDTH]))];
}

/** The session's screens are those of other pages, except the one that it shows in their place. */
const isLookedAt = (screen: string): boolean =>
  !screen.startsWith('session ') || screen === 'session session-unavailable';

/** What is wrong with a walk and on its screens, and which of them it did not come to. */
export interface Wrong {
  readonly failure: Awaited<ReturnType<typeof walkBrowser>>;
  readonly problems: readonly string[];
  readonly unseen: readonly string[];
}

/** A path on which everything is right. */
export const NOTHING: Wrong = { failure: null, problems: [], unseen: [] };

/** Walks a path in a language and looks at each of its screens once. */
export async function wrongOnScreens({ walk, culture }: Turn<Views>, lane: Lane): Promise<Wrong> {
  const unseen = new Set([...walk.screens].filter((screen) => isLookedAt(screen)));
  const problems: string[] = [];
  const onStep: BrowserWalk['onStep'] = async (stage, { flow, edge }, _, checked) => {
    const screen = `${flow} ${graphs.get(flow)?.nodes.get(edge.to)?.meta?.screen ?? ''}`;
    if (!checked || !unseen.delete(screen)) return;
    const { page } = stage;
    // A screen may wait for an answer by its nature, but not for its own code.
    await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
    // What a walk spoils a call with appears in the message of the refusal.
    // Each language has one of the themes: what differs in color differs in no words.
    await page.evaluate(
      (theme) => document.documentElement.setAttribute('data-theme', theme),
      culture === 'ja-JP' ? 'perch-dark' : 'perch-light',
    );
    const own = await ownWords(stage.club.db, page, [...stage.typed, SPOILED]);
    const found = [
      ...(await axeFindings(page)),
      ...(await scrollsSideways(page)),
      ...(await bareKeys(page, own)),
      ...(await outOfReach(page)),
      ...(await hiddenParts(page)),
      ...(await misfits(page)),
      ...(await englishOn(page, culture, own)),
    ];
    problems.push(...found.map((problem) => `${screen}: ${problem}`));
  };
  const failure = await walkBrowser(walk.path, { ...lane, culture, onStep });
  return { failure, problems, unseen: [...unseen] };
}
