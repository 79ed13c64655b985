import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#tests/provision/chromium.ts';
import { openClub, type Club } from './support/club.ts';
import { linkTo } from './support/mailbox.ts';
import { Person } from './support/person.ts';

/** A member freezes the account on one device, and thaws it by the mailed link on another (D-32). */

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

it('is frozen on one device, signed out on the other, thawed by the link, and signed in to again', async () => {
  const member = await club.member();
  const [phone, laptop] = [await Person.arrives(browser, club, { culture: 'en-US' }), await Person.arrives(browser, club, { culture: 'en-US' })];
  for (const device of [phone, laptop]) {
    await device.goes('/Account');
    await device.signsIn(member.username, member.password);
    await device.isAt('/Account');
  }
  await phone.page.getByRole('link', { name: 'Freeze my account' }).click();
  await phone.sees('account-freeze', 'asking.fresh');
  await phone.presses('CONFIRM');
  await phone.page.getByRole('heading', { name: 'Your account is frozen' }).waitFor();
  await laptop.page.reload();
  await laptop.page.locator('[data-flow="sign-in"]').waitFor();
  await laptop.signsIn(member.username, member.password);
  await laptop.sees('sign-in', 'enteringCredentials.invalidLogin');
  await laptop.goes('/Frozen');
  await laptop.page.locator('input[name="email"]').fill(member.email);
  await laptop.page.locator('input[name="username"]').fill(member.username);
  await laptop.presses('SUBMIT_FORM');
  await laptop.isAt('/Frozen?step=sent');
  await laptop.goes(await linkTo(club, member.email, '/Thaw\\?token='));
  await laptop.sees('account-thaw', 'confirming.fresh');
  await laptop.presses('CONFIRM');
  await laptop.isAt('/Thaw?step=done');
  await laptop.presses('SIGN_IN');
  await laptop.signsIn(member.username, member.password);
  await laptop.page.locator('[data-flow="sign-in"]').waitFor({ state: 'detached' });
  expect(await club.db.selectFrom('members').select('frozen_at').where('id', '=', member.id).executeTakeFirst()).toEqual({ frozen_at: null });
  await Promise.all([phone.leaves(), laptop.leaves()]);
});
