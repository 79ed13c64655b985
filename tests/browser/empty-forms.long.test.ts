// Every form of every flow on a 360×740 phone: sent empty, the first wrong entry has the focus and is seen with its
// message, clear of the bars of the page.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Lanes } from '#fixtures/browser/lanes.ts';
import { walkBrowser } from '#walk/browser/driver.ts';
import { flows } from '#walk/paths/flows.ts';
import { formsOf } from '#walk/paths/screens.ts';
import { walksInTurns } from '#walk/paths/turns.ts';
import { launchBrowser } from './engines/engine.ts';

const PHONE = { width: 360, height: 740 };
const TIMEOUT_MS = 120_000;
/** Everything in them is optional (tests/components/walk/empty-forms). */
const NOTHING_NEEDED: readonly string[] = ['notice-settings notice-settings-form'];

let lanes: Lanes;
beforeAll(async () => {
  lanes = await Lanes.open(launchBrowser);
});
afterAll(() => lanes.close());

/** Empties what can be emptied and presses the main button. */
async function sendEmpty(page: Page, flow: string): Promise<void> {
  const form = page.locator(`[data-flow="${flow}"] form`).first();
  for (const entry of await form.locator('input:not([type="radio"]):not([type="checkbox"]), textarea').all())
    if (await entry.isEditable()) await entry.fill('');
  await form.locator('button[type="submit"]').click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

/** What the member does not see of the first wrong entry, once the page has come to rest. */
async function unseen(page: Page): Promise<readonly string[]> {
  await page.waitForFunction(() => document.activeElement === document.querySelector('[aria-invalid="true"]'));
  // The page may scroll for a moment.
  await page.evaluate(
    () =>
      new Promise<void>((rest) => {
        let last = NaN;
        const look = () => {
          if (window.scrollY === last) return rest();
          last = window.scrollY;
          setTimeout(look, 100);
        };
        look();
      }),
  );
  return page.evaluate(() => {
    const entry = document.activeElement as HTMLElement;
    const ids = (entry.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => /-error$/.test(id));
    const parts = [entry, ...ids.map((id) => document.getElementById(id))];
    return parts.flatMap((part) => {
      if (part === null) return ['a message is not there'];
      const { left, top, width, height } = part.getBoundingClientRect();
      // Of a tall group, the beginning is seen.
      const shown = Math.min(height, 48);
      const at = document.elementFromPoint(left + Math.min(width, 40) / 2, top + shown / 2);
      const isClear = top >= 0 && top + shown <= window.innerHeight && at !== null;
      return isClear && (part.contains(at) || at.contains(part)) ? [] : [`${part.outerHTML.slice(0, 80)} at ${top}`];
    });
  });
}

const forms = flows.flatMap((cases) => formsOf(cases).map((view) => ({ ...view, id: cases.machine.id })));

describe.concurrent('an empty form on a phone', () => {
  it.each(walksInTurns(forms.filter(({ id, screen }) => !NOTHING_NEEDED.includes(`${id} ${screen}`))))(
    'shows what is missing: $walk.id, $walk.screen in $culture',
    { timeout: TIMEOUT_MS },
    async ({ walk: { id, path }, culture }) => {
      const last = path.edges.at(-1);
      let found: readonly string[] | null = null;
      const failure = await lanes.use((lane) =>
        walkBrowser(path, {
          ...lane,
          culture,
          onStep: async ({ page }, { flow, edge }, _, checked) => {
            if (!checked || flow !== id || edge !== last) return;
            await page.setViewportSize(PHONE);
            await sendEmpty(page, id);
            found = await unseen(page);
          },
        }),
      );
      expect({ failure, found }).toEqual({ failure: null, found: [] });
    },
  );
});
