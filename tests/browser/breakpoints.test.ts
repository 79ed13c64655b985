// On each side of every width at which the style changes, a page has its main action, and a member's has its
// navigation, which can be pressed: two styles that end at different widths leave a gap in which there is neither.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { scrollsSideways } from './support/look.ts';
import { openScripted, type ScriptedPage } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';

const ASSETS = 'dist/client/assets';
const PX_PER_REM = 16;
const HEIGHT = 780;
const NARROWEST = 320;
/** By then whatever follows a change of the width has happened. */
const SETTLED_MS = 5_000;
/** Nothing follows what is planted, so nothing is waited for. */
const PLANTED_MS = 0;
const LOOK_EVERY_MS = 50;

/** Pages with what a member is there for. */
const PAGES = [
  { path: '/', action: 'main a[href]' },
  { path: '/Wallet', action: 'main [href="/Deposit"]' },
  { path: '/Withdraw', action: 'main .btn-primary' },
  { path: '/Exchange', action: 'main .btn-primary' },
  { path: '/Security', action: 'main .btn' },
  { path: '/OrganizationChart', action: 'main [role="treeitem"]' },
];

/** The same of pages that anybody opens, which have no navigation. */
const OPEN_PAGES = [
  { path: '/Signin', action: 'main .btn-primary' },
  { path: '/SignupInformation', action: 'main .btn-primary' },
  { path: '/ForgotPassword', action: 'main .btn-primary' },
];

/** The widths of the built sheets' conditions on the window, in pixels, each with the last one before it. */
function edges(css: string): readonly number[] {
  // A part that asks for its own width (`@container`) does so at any width of the window.
  const conditions = css
    .replaceAll(/@container[^{]*/g, '')
    .matchAll(/\((?:min-|max-)?width\s*(?::|[<>]=?)\s*([\d.]+)(rem|px)\)/g);
  const widths = [...conditions].map(([, figure, unit]) => Number(figure) * (unit === 'rem' ? PX_PER_REM : 1));
  // A condition `max-width: 22.4375rem` ends at 359 px, `width < 48rem` at 767.
  const sides = widths.flatMap((width) => [Math.ceil(width) - 1, Math.ceil(width)]);
  return [...new Set(sides)].filter((width) => width >= NARROWEST).toSorted((one, other) => one - other);
}

const sheets = () =>
  readdirSync(ASSETS)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(`${ASSETS}/${name}`, 'utf8'))
    .join('\n');

/** What is missing on the page at its present width, in sentences. */
async function missing({ page, isMember }: Seen, action: string): Promise<readonly string[]> {
  return page.evaluate(
    ([selector, navigations]) => {
      /** Whether something can be scrolled to and pressed. */
      const canBePressed = (element: Element) => {
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit !== null && (element.contains(hit) || hit.contains(element));
      };
      const main = [...document.querySelectorAll('nav')].filter(
        (nav) => nav.querySelector('[href="/Wallet"]') !== null,
      );
      const shown = main.filter((nav) => nav.checkVisibility());
      const links = shown.flatMap((nav) => ['/', '/Wallet'].map((href) => nav.querySelector(`[href="${href}"]`)));
      return [
        ...(shown.length === navigations ? [] : [`${shown.length} navigations of ${main.length} are seen`]),
        ...(links.every((link) => link !== null && canBePressed(link))
          ? []
          : ['a link of the navigation is out of reach']),
        ...([...document.querySelectorAll(selector)].some(canBePressed) ? [] : [`the main action is out of reach`]),
      ];
    },
    [action, isMember ? 1 : 0] as const,
  );
}

interface Seen extends ScriptedPage {
  readonly isMember: boolean;
}

let browser: Browser;
let member: Seen;
let visitor: Seen;
beforeAll(async () => {
  browser = await launchChromium();
  member = { ...(await openScripted(browser, MONEY)), isMember: true };
  visitor = { ...(await openScripted(browser, {}, { isSignedIn: false })), isMember: false };
});
afterAll(() => browser.close());

/** What is missing at any of the widths, in sentences. */
async function missingAt(
  seen: Seen,
  widths: readonly number[],
  { action, settledMs = SETTLED_MS }: { readonly action: string; readonly settledMs?: number },
): Promise<readonly string[]> {
  const { page } = seen;
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    const all = async () => [...(await missing(seen, action)), ...(await scrollsSideways(page))];
    // What the script places, such as the chart, follows the style a moment later.
    const end = Date.now() + settledMs;
    let last = await all();
    while (last.length > 0 && Date.now() < end) {
      await page.waitForTimeout(LOOK_EVERY_MS);
      last = await all();
    }
    found.push(...last.map((each) => `${width} px: ${each}`));
  }
  return found;
}

async function open({ page, goes }: Seen, path: string, action: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: HEIGHT });
  await goes(path);
  await page.locator(action).filter({ visible: true }).first().waitFor();
}

describe('on each side of every breakpoint', () => {
  it('the widths are those of the style', () => {
    const widths = edges(sheets());
    expect(widths).toEqual(expect.arrayContaining([639, 640, 767, 768, 1023, 1024]));
  });

  it.each(PAGES)('$path has its navigation and its main action', async ({ path, action }) => {
    await open(member, path, action);
    expect(await missingAt(member, edges(sheets()), { action })).toEqual([]);
  });

  it.each(OPEN_PAGES)('$path has its main action', async ({ path, action }) => {
    await open(visitor, path, action);
    expect(await missingAt(visitor, edges(sheets()), { action })).toEqual([]);
  });

  it.each([
    ['no navigation', '(width >= 40rem)', 'nav.bottom-bar { display: none }', '640 px: 0 navigations of 2 are seen'],
    [
      'a main action that is gone',
      '(width >= 64rem)',
      'main .btn-primary { display: none }',
      '1024 px: the main action',
    ],
    [
      'a main action that is covered',
      '(width < 40rem)',
      'main::after { content: ""; position: fixed; inset: 0; z-index: 99 }',
      '639 px: ',
    ],
  ])('finds %s', async (_, condition, rule, sentence) => {
    const action = 'main .btn-primary';
    await open(member, '/Withdraw', action);
    await member.page.addStyleTag({ content: `@media ${condition} { ${rule} }` });
    const widths = [639, 640, 767, 768, 1023, 1024];
    expect(await missingAt(member, widths, { action, settledMs: PLANTED_MS })).toContainEqual(
      expect.stringContaining(sentence),
    );
  });
});
