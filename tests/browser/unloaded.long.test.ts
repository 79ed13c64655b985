import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { shownText } from '#walk/paths/texts.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { Person } from './support/person.ts';

/** A page whose code is not loaded yet, opened without a network: the browser itself loads it again. */

let browser: Browser;
let club: Club;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
});
afterAll(async () => {
  await browser.close();
  await club.close();
});

it('leaves the frame in place, and opens by itself when the network is back', async () => {
  const member = await club.member();
  const person = await Person.arrives(browser, club);
  const { page, context } = person;
  await person.goes('/Wallet');
  await person.signsIn(member.username, member.password);
  await person.isAt('/Wallet');
  const heading = (key: string) => page.getByRole('heading', { level: 1, name: shownText(key, 'en-US') }).waitFor();
  await heading('wallet:title');
  await context.setOffline(true);
  const toStakes = page.getByRole('navigation').getByRole('link', { name: shownText('nav:earn', 'en-US') });
  await toStakes.click();
  await heading('common:part.title');
  expect(await toStakes.count()).toBe(1);
  await context.setOffline(false);
  await heading('staking:title');
  expect(person.noise).toEqual([]);
  await person.leaves();
});
