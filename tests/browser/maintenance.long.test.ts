// Maintenance begins in the middle of what a member does, and ends again (D-23).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { balanceOf } from '#server/domain/ledger/balances.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { fund, setRates } from '#tests/api/support/money.ts';
import type { World } from '#tests/api/support/world.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { shownText } from '#walk/paths/texts.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { codeTo } from '#fixtures/club/mailbox.ts';
import { settles } from './crawl/crawler.ts';
import { Person } from './support/person.ts';

const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** The page polls every 20 seconds. */
const NEXT_POLL_MS = 21_000;

let browser: Browser;
let club: Club;
let person: Person | null = null;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
  await setRates(asWorld());
});
afterEach(async () => {
  await operator('maintenance', 'off');
  await person?.leaves();
  person = null;
});
afterAll(async () => {
  await browser.close();
  await club.close();
});

function asWorld(): World {
  return { db: club.db, clock: club.services.clock, services: club.services } as unknown as World;
}

const operator = (...args: string[]) => outcomeOf(club.services, { args, operator: 'olga', folder: '.' });
const text = (key: string): string => shownText(key, 'en-US');

async function signedIn(path: string): Promise<{ member: TestMember; mika: Person }> {
  const member = await club.member();
  await fund(asWorld(), member.id, { USDT: '1000' });
  const mika = (person = await Person.arrives(browser, club));
  await mika.page.clock.install();
  await mika.goes(path);
  await mika.signsIn(member.username, member.password);
  await mika.isAt(path);
  return { member, mika };
}

async function fillsIn({ page }: Person): Promise<void> {
  await page.locator('[name="asset"][value="USDT"]').check();
  await page.getByLabel(text('withdrawal:address'), { exact: true }).fill(ADDRESS);
  await page.getByLabel(text('withdrawal:amount'), { exact: true }).fill('400');
}

async function isSentAway({ page }: Person): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/Maintenance');
  await page.getByRole('heading', { level: 1, name: text('maintenance:title') }).waitFor();
  await expect.poll(() => page.title()).toContain(text('maintenance:title'));
}

describe('in the middle of a withdrawal', () => {
  it('the member is sent to /Maintenance, and returns to the same step with everything that was typed', async () => {
    const { member, mika } = await signedIn('/Withdraw');
    const { page } = mika;
    await fillsIn(mika);
    const title = await page.title();
    await operator('maintenance', 'on');
    await page.getByRole('button', { name: text('withdrawal:submit'), exact: true }).click();
    await isSentAway(mika);
    // Nothing of the step behind is visible, pressable or read out.
    expect(await page.getByLabel(text('withdrawal:address'), { exact: true }).isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await page.getByText(text('maintenance:polling')).waitFor();
    await page.clock.fastForward(NEXT_POLL_MS);
    expect(new URL(page.url()).pathname).toBe('/Maintenance');

    await operator('maintenance', 'off');
    await page.clock.fastForward(NEXT_POLL_MS);
    await mika.isAt('/Withdraw');
    expect(await page.getByLabel(text('withdrawal:address'), { exact: true }).inputValue()).toBe(ADDRESS);
    expect(await page.getByLabel(text('withdrawal:amount'), { exact: true }).inputValue()).toBe('400');
    await expect.poll(() => page.title()).toBe(title);

    await page.getByRole('button', { name: text('withdrawal:submit'), exact: true }).click();
    await mika.isAt('/Withdraw2');
    await page.getByRole('button', { name: text('withdrawal:review.confirm'), exact: true }).click();
    await mika.sees('confirmation', 'enteringCode.blank');
    await page.locator('input[name="code"]').fill(await codeTo(club, member.email));
    await operator('maintenance', 'on');
    await mika.presses('SUBMIT_CODE');
    await isSentAway(mika);
    await operator('maintenance', 'off');
    await page.clock.fastForward(NEXT_POLL_MS);
    await mika.isAt('/Withdraw2?step=code');
    // The code was not used up by a call that was not executed; it is still typed.
    expect(await page.locator('input[name="code"]').inputValue()).toMatch(/^\d{3} \d{3}$/);
    await mika.presses('SUBMIT_CODE');
    await page.getByText(text('receipt:notice.withdrawalAccepted')).first().waitFor();
    expect(await balanceOf(club.db, member.id, 'USDT')).toBe('600');
    // One step back is the previous step, not the maintenance page.
    await page.goBack();
    expect(new URL(page.url()).pathname).not.toBe('/Maintenance');
  });

  it('a reload of /Maintenance returns to the same step', async () => {
    const { mika } = await signedIn('/Withdraw');
    const { page } = mika;
    await fillsIn(mika);
    await page.getByRole('button', { name: text('withdrawal:submit'), exact: true }).click();
    await mika.isAt('/Withdraw2');
    await page.getByRole('button', { name: text('withdrawal:review.confirm'), exact: true }).click();
    await mika.sees('confirmation', 'enteringCode.blank');
    await operator('maintenance', 'on');
    await mika.typesCode('000000');
    await isSentAway(mika);
    await page.reload();
    await isSentAway(mika);
    await operator('maintenance', 'off');
    await page.clock.fastForward(NEXT_POLL_MS);
    await mika.isAt('/Withdraw2?step=code');
    await mika.sees('confirmation', 'enteringCode.blank');
  });
});

it('a page that failed to load is loaded automatically once the club is open', async () => {
  const { mika } = await signedIn('/Wallet');
  const { page } = mika;
  await settles(page);
  await operator('maintenance', 'on');
  await page
    .getByRole('link', { name: text('nav:history') })
    .first()
    .click();
  await isSentAway(mika);
  await operator('maintenance', 'off');
  await page.clock.fastForward(NEXT_POLL_MS);
  await mika.isAt('/History');
  await page.getByText(text('receipt:kind.opening')).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('a password that was typed is kept in the page, and nowhere else', async () => {
  const member = await club.member();
  const mika = (person = await Person.arrives(browser, club));
  const { page } = mika;
  await page.clock.install();
  await mika.goes('/Signin');
  await operator('maintenance', 'on');
  await mika.signsIn(member.username, member.password);
  await isSentAway(mika);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
  expect(kept).not.toContain(member.password);
  await operator('maintenance', 'off');
  await page.clock.fastForward(NEXT_POLL_MS);
  await mika.isAt('/Signin');
  expect(await page.locator('input[name="password"]').inputValue()).toBe(member.password);
  await mika.presses('SUBMIT_FORM');
  await mika.isAt('/');
});
