/**
 * How a history of ten thousand loaded rows responds with a 4× slower processor (budgets: a key 50 ms, a press 100 ms,
 * a change of route 200 ms, each to the next paint), with blocks skipped while out of view and, as the reference, with
 * all of them drawn.
 */
import type { CDPSession, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openScripted, type Script } from '#tests/browser/support/scripted.ts';
import { example } from '#tests/components/support/examples.ts';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { inputToPaint, median, SLOW } from './input-to-paint.ts';
import { report } from './report.ts';

const ROWS = 10_000;
const NEXT = 50;
const ROUNDS = 5;

const item = (place: number) => ({
  id: `0f0cf7f9-0d0e-4a79-8c2b-${String(place).padStart(12, '0')}`,
  reference: `W-${place}`,
  kind: 'withdrawal',
  status: 'completed',
  at: '2026-11-21T04:00:00Z',
  asset: 'USDT',
  amount: '-400.123456',
  fee: '40',
  net: '360.123456',
  counterAsset: null,
  counterAmount: null,
  counterparty: null,
  counterpartyName: null,
  stage: null,
});
const items = (first: number, count: number) => Array.from({ length: count }, (_, place) => item(first + place));

const script: Script = {
  'GET /histories/withdrawal': (search) => {
    const first = Number(search.get('cursor') ?? '0');
    return first === 0
      ? { items: items(0, ROWS), days: [], nextCursor: String(ROWS) }
      : { items: items(first, NEXT), days: [], nextCursor: String(first + NEXT) };
  },
  ...Object.fromEntries([[`GET /receipts/${item(0).id}`, () => ({ ...example('GET', '/receipts/{id}') })]]),
};

/** The longest frame, in milliseconds, while the list is scrolled by 20 screens. */
function longestFrame(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let longest = 0;
    let last = performance.now();
    for (let step = 0; step < 60; step += 1) {
      window.scrollBy(0, window.innerHeight / 3);
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  });
}

async function measure(page: Page, session: CDPSession, drawAll: boolean): Promise<Record<string, number>> {
  if (drawAll) await page.addStyleTag({ content: '.rows-block { content-visibility: visible !important }' });
  await page.waitForTimeout(1_000);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  const rounds = async (once: () => Promise<number>) => {
    const values: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) values.push(await once());
    return median(values);
  };
  const key = await rounds(() => inputToPaint(page, () => page.keyboard.press('Tab')));
  const scroll = await rounds(() => longestFrame(page));
  const more = page.getByRole('button', { name: 'Show more' });
  await more.scrollIntoViewIfNeeded();
  const press = await rounds(() => inputToPaint(page, () => more.click()));
  await page.evaluate(() => window.scrollTo(0, 0));
  const route = await inputToPaint(page, () => page.locator('main [role="listitem"] a').first().click());
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { key, scroll, press, route };
}

const measured: Record<string, number>[] = [];
await ensureBuilt();
const browser = await launchChromium();
for (const drawAll of [false, true]) {
  const { context, page, goes } = await openScripted(browser, script, { width: 360 });
  const session = await context.newCDPSession(page);
  await goes('/History/Withdrawal');
  await page.getByText(`${ROWS} records loaded`).first().waitFor({ timeout: 120_000 });
  const figures = await measure(page, session, drawAll);
  measured.push(figures);
  const { key, scroll, press, route } = figures;
  console.log(
    `${ROWS} rows, ${drawAll ? 'all drawn (reference)' : 'out of view left out'}: key ${key} ms, longest frame of scrolling ${scroll?.toFixed(0)} ms, "Show more" ${press} ms, to a receipt ${route} ms`,
  );
  await context.close();
}
await browser.close();
const [ours = {}, allDrawn = {}] = measured;
for (const [name, budget] of Object.entries({ key: 50, press: 100, route: 200 }))
  report({
    work: `${name} in a history`,
    size: { count: ROWS, of: 'rows' },
    value: ours[name] ?? Number.NaN,
    unit: 'ms',
    reference: { name: 'all rows drawn', value: allDrawn[name] ?? Number.NaN },
    budget,
  });
