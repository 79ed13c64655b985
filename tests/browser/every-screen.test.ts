// Every screen of every flow, once, on a 360 px phone, in the languages by turns: what axe finds, what overflows, what lies outside
// the window, bare keys, English left in the other languages. The long list walks all paths.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { SPOILT } from '#tests/walk/browser-answers.ts';
import type { BrowserWalk } from '#tests/walk/browser-driver.ts';
import { graphs, walkBrowser } from '#tests/walk/browser-driver.ts';
import { flows } from '#tests/walk/flows.ts';
import { pathsToEveryScreen } from '#tests/walk/screens.ts';
import { walksInTurns } from '#tests/walk/turns.ts';
import { Lanes } from './support/lanes.ts';
import { axeFindings, bareKeys, englishLeft, scrollsSideways } from './support/look.ts';

let lanes: Lanes;

beforeAll(async () => {
  lanes = await Lanes.open();
});
afterAll(() => lanes.close());

/** Controls of the chart that no thumb reaches: beyond the window's edges, or without a size. */
function outOfReach(page: Page): Promise<string[]> {
  return page.locator('main [data-event]').evaluateAll((all) =>
    all.flatMap((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      const reached = !control.checkVisibility() || (width > 0 && left >= 0 && right <= document.documentElement.clientWidth);
      return reached ? [] : [`${control.getAttribute('data-event') ?? ''} lies from ${left} to ${right}`];
    }),
  );
}

/** Names that members gave themselves, and what was typed, are in no language. */
const ownNames = (page: Page): Promise<string[]> => page.locator('input, [translate="no"]').evaluateAll((all) => all.flatMap((each) => [each instanceof HTMLInputElement ? each.value : (each.textContent ?? '')]).filter((text) => text !== ''));

describe.concurrent.each(flows)('$machine.id', (cases) => {
  const seen = new Set<string>();

  it.each(walksInTurns(pathsToEveryScreen(cases)))('shows what it should on $walk.id in $culture', async ({ walk, culture }) => {
    const problems: string[] = [];
    const onStep: BrowserWalk['onStep'] = async ({ page }, { flow, edge }, _, checked) => {
      const screen = graphs.get(flow)?.nodes.get(edge.to)?.meta?.screen;
      if (!checked || screen === undefined || seen.has(`${flow} ${screen}`)) return;
      seen.add(`${flow} ${screen}`);
      const names = [...(await ownNames(page)), SPOILT];
      const english = culture === 'en-US' ? [] : englishLeft(await page.locator('main').innerText(), names).map((word) => `English "${word}"`);
      const found = [...(await axeFindings(page)), ...(await scrollsSideways(page)), ...(await bareKeys(page, names)), ...(await outOfReach(page)), ...english];
      problems.push(...found.map((problem) => `${flow} ${screen}: ${problem}`));
    };
    expect(await lanes.use((lane) => walkBrowser(walk, { ...lane, culture, onStep }))).toBeNull();
    expect(problems).toEqual([]);
  });
});
