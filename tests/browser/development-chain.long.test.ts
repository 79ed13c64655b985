import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { shownText } from '#walk/paths/texts.ts';
import { cleanEnvironment } from '#tests/provision/environment.ts';
import { perch } from '#tests/support/perch.ts';
import { temporaryFolder } from '../launch/folders.ts';

/**
 * What the README promises a newcomer: as `demo`, a deposit that arrives from the development chain, following only the
 * screens.
 */

let browser: Browser;
beforeAll(async () => void (browser = await launchChromium()));
afterAll(() => browser.close());

const label = (page: Page, key: string) => page.getByLabel(shownText(key, 'en-US'), { exact: true });
const balance = async (page: Page): Promise<number> => {
  const row = await page
    .getByRole('main')
    .getByText(/[\d,.]+ USDT/)
    .first()
    .innerText();
  return Number(/([\d,.]+) USDT/.exec(row)?.[1]?.replaceAll(',', ''));
};

it('a deposit arrives from the development chain and is credited', async () => {
  const DATA_DIR = temporaryFolder();
  const server = await perch({ DATA_DIR, DEV_BLOCK_SECONDS: '5' });
  await server.line('The development chain runs: bitcoin and ethereum');
  const page = await browser.newPage({ viewport: { width: 360, height: 780 }, locale: 'en-US' });
  await page.goto(`http://localhost:${server.port}/Wallet`);
  await page.locator('input[name="username"]').fill('demo');
  await page.locator('input[name="password"]').fill('perch-demo-passphrase');
  await page.locator('[data-event="SUBMIT_FORM"]').click();
  const before = await balance(page);

  await page.goto(`http://localhost:${server.port}/Deposit`);
  await page.getByRole('radio', { name: 'USDT' }).check();
  await label(page, 'deposit:amount').fill('500');
  await page.getByRole('button', { name: shownText('deposit:submit', 'en-US') }).click();
  await page.locator('[data-flow="deposit"][data-state^="awaitingPayment"]').waitFor();
  // As the screen says: the command is typed where the server runs.
  const command = (await page.getByText(/npm run operator -- pay/).innerText()).trim();
  const [, ...words] = command.split(' -- ');
  const paid = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'server/entry/operator/main.ts', ...words.join(' ').split(/\s+/)],
    { encoding: 'utf8', env: { ...cleanEnvironment(), DATA_DIR } },
  );
  expect(paid.stderr + paid.stdout).toMatch(/paid 500 USDT/);

  await page.locator('[data-flow="deposit"][data-state="countingConfirmations"]').waitFor();
  await page.getByText(shownText('receipt:notice.depositCredited', 'en-US')).first().waitFor();
  await page.goto(`http://localhost:${server.port}/Wallet`);
  expect((await balance(page)) - before).toBe(500);
  await page.close();
});
