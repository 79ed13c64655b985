/**
 * How soon the app answers what a member does on a phone with a four times slower processor: typing, submitting,
 * changing the page, opening a sheet, the keys of a chart (budget: 100 ms each, to the next paint). The reference is
 * typing into a bare page in the same run, so that a busy machine affects both.
 *
 *   npm run bench -- interaction
 *   RUNS=1 ACTS='choose a language by its key' npm run bench -- interaction     these acts, separated by semicolons
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { DAY_MS } from '#machines/chart/durations.ts';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { openScripted, type Script, type ScriptedLook } from '#tests/browser/support/scripted.ts';
import { MONEY } from '#tests/browser/support/scripted-money.ts';
import { inputToPaint, median, SLOW } from './input-to-paint.ts';
import { report } from './report.ts';

const ROUNDS = Number(process.env['RUNS'] ?? 5);
/** The names of the acts that are measured; all, if there are none. */
const WANTED = process.env['ACTS']?.split(';');
const BUDGET_MS = 100;
const LOADED_MS = 1_000;
const WIDTH = 360;

interface Act {
  readonly name: string;
  readonly at: string;
  readonly look?: ScriptedLook;
  /** What is answered otherwise than on the pages of money. */
  readonly script?: Script;
  /** What is done before the time is taken. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly act: (page: Page) => Promise<unknown>;
}

const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
const focus = (selector: string) => (page: Page) => page.locator(selector).first().focus();
const key = (name: string) => (page: Page) => page.keyboard.press(name);
const fill = (selector: string, text: string) => (page: Page) => page.locator(selector).first().fill(text);
const wait = (page: Page) => page.waitForTimeout(LOADED_MS);
const inTurn =
  (...steps: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
const DOCK = 'nav[data-covers="bar"]';
const MENU = 'header[data-covers="head"] button:last-of-type';

const ROWS = 1_000;
/** More than a busy member has on most days. */
const ROWS_A_DAY = 10;
const LAST_DAY = Date.parse('2026-11-20T12:00:00Z');
const item = (place: number) => ({
  ...(MONEY['GET /histories/depositWithdrawal']?.(new URLSearchParams()) as { readonly items: readonly object[] })
    .items[0],
  at: new Date(LAST_DAY - Math.floor(place / ROWS_A_DAY) * DAY_MS).toISOString(),
  id: `0f0cf7f9-0d0e-4a79-8c2b-${String(place).padStart(12, '0')}`,
});
const LONG_HISTORY: Script = {
  ...MONEY,
  'GET /histories/withdrawal': (search) => {
    const first = Number(search.get('cursor') ?? '0');
    const count = first === 0 ? ROWS : 50;
    const items = Array.from({ length: count }, (_, row) => item(first + row));
    return { items, days: [], nextCursor: String(first + count) };
  },
};

const ACTS: readonly Act[] = [
  { name: 'type an amount to withdraw', at: '/Withdraw', prepare: focus('input[name="amount"]'), act: key('5') },
  { name: 'type an address', at: '/Withdraw', prepare: focus('input[name="address"]'), act: key('x') },
  {
    name: 'ask for the review of a filled withdrawal',
    at: '/Withdraw',
    prepare: inTurn(
      fill('input[name="amount"]', '100'),
      fill('input[name="address"]', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'),
      wait,
    ),
    act: press('main button[type="submit"]'),
  },
  { name: 'type what is given in an exchange', at: '/Exchange', prepare: focus('main input'), act: key('5') },
  {
    name: 'choose the asset of a deposit',
    at: '/Deposit',
    prepare: focus('main input[name="asset"]:checked'),
    act: key('ArrowRight'),
  },
  { name: 'type a search', at: '/History', prepare: press('[data-opens="history-search"]'), act: key('w') },
  { name: 'from Home to Wallet', at: '/', act: press(`${DOCK} a:nth-of-type(2)`) },
  { name: 'from Wallet to Earn', at: '/Wallet', act: press(`${DOCK} a:nth-of-type(3)`) },
  { name: 'from Activity back to Home', at: '/History', act: press(`${DOCK} a:nth-of-type(1)`) },
  { name: 'open the sheet of acts', at: '/', act: press(`${DOCK} button`) },
  { name: 'open the menu', at: '/', act: press(MENU) },
  { name: 'read another day of the curve', at: '/', prepare: focus('input[type="range"]'), act: key('ArrowLeft') },
  {
    name: 'open a seat of the chart by its key',
    at: '/OrganizationChart',
    // The first seat is open already.
    prepare: inTurn(focus('[role="treeitem"][tabindex="0"]'), key('Home'), key('ArrowLeft'), wait, (page) =>
      page.locator('[role="treeitem"][tabindex="0"][aria-expanded="false"]').waitFor(),
    ),
    act: key('ArrowRight'),
  },
  {
    name: 'type a password',
    at: '/Signin',
    look: { isSignedIn: false },
    prepare: focus('input[name="password"]'),
    act: key('x'),
  },
  { name: 'type a recipient', at: '/Transfer', prepare: focus('main form input'), act: key('x') },
  {
    name: 'choose a period',
    at: '/History',
    prepare: press('[data-opens="history-filter"]'),
    act: press('#history-filter .chip'),
  },
  {
    name: 'choose a language by its key',
    at: '/',
    prepare: inTurn(press(MENU), wait, focus('dialog[open] select[name="culture"]')),
    act: key('ArrowDown'),
  },
  { name: 'hide the amounts', at: '/', act: press('main button[aria-pressed]:has(svg)') },
  { name: 'open the bell', at: '/', act: press('header[data-covers="head"] button:nth-last-of-type(2)') },
  {
    name: 'show more of 1,000 rows',
    at: '/History/Withdrawal',
    script: LONG_HISTORY,
    // A member has scrolled there before they press it.
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();
      await page.waitForTimeout(LOADED_MS);
    },
    act: (page) => page.getByRole('button', { name: 'Show more' }).click(),
  },
  {
    name: 'type into an inquiry',
    at: '/Contact?ticket=Q-7K2M-9QXD',
    prepare: focus('main textarea'),
    act: key('x'),
  },
];

const unknown = WANTED?.filter((name) => ACTS.every((act) => act.name !== name)) ?? [];
if (unknown.length > 0) throw new Error(`There is no act ${unknown.join(', ')}.`);

/** The median of an act's rounds, each on a page of its own. */
async function measured(browser: Browser, { at, look, script = MONEY, prepare, act }: Act): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, page, goes } = await openScripted(browser, script, { width: WIDTH, ...look });
    await goes(at);
    await page.locator('main h1').waitFor();
    await page.waitForTimeout(LOADED_MS);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
    await prepare?.(page);
    times.push(await inputToPaint(page, () => act(page)));
    await context.close();
  }
  return median(times);
}

async function bareKey(browser: Browser): Promise<number> {
  const times: number[] = [];
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 780 } });
  const page = await context.newPage();
  await page.setContent('<!doctype html><title>Amount</title><h1>Amount</h1><input>');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  await page.locator('input').focus();
  for (let round = 0; round < ROUNDS; round += 1) times.push(await inputToPaint(page, () => page.keyboard.press('5')));
  await context.close();
  return median(times);
}

await ensureBuilt();
const browser = await launchChromium();
const bare = await bareKey(browser);
console.log(`medians of ${ROUNDS}, ${SLOW} × CPU applied; a key on a bare page takes ${bare} ms`);
let kept = true;
for (const act of ACTS.filter(({ name }) => WANTED?.includes(name) ?? true)) {
  const time = await measured(browser, act);
  const reference = { name: 'a key on a bare page', value: bare };
  kept = report({ work: act.name, value: time, unit: 'ms', reference, budget: BUDGET_MS }) && kept;
  console.log(`${act.name.padEnd(40)} ${String(time).padStart(4)} ms, ${(time / bare).toFixed(1)} × the bare page`);
}
console.log(`budget ${BUDGET_MS} ms each: ${kept ? 'kept' : 'BROKEN'}`);
await browser.close();
