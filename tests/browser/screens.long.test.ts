// Every screen around signing in, in three languages and both themes, on a phone and on a desktop: nothing that axe
// finds, nothing that overflows, no bare key, no English left in the other languages. The checks are in
// support/look.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { codeOfKey, type TestMember } from '#fixtures/club/members.ts';
import { setMaintenance } from '#server/domain/club/state.ts';
import { settles } from './crawl/crawler.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { codeTo } from '#fixtures/club/mailbox.ts';
import { LOOKS, lookAt, type See } from './support/look.ts';
import { Person } from './support/person.ts';

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

describe.each(LOOKS)('$culture, $theme, $width px', ({ culture, theme, width }) => {
  it('shows every screen correctly', async () => {
    const person = await Person.arrives(browser, club, { culture, theme, width });
    const { see, problems } = lookAt(person, { culture, theme, width });
    await tour(
      person,
      see,
      await club.member({ name: 'Mika' }),
      await club.member({ name: 'Mika', secondFactor: true }),
    );
    await person.leaves();
    expect(problems).toEqual([]);
  }, 240_000);
});

/** Visits every screen. */
async function tour(person: Person, see: See, member: TestMember, bound: TestMember): Promise<void> {
  await tourSigningIn(person, see, member);
  await tourBinding(person, see, member);
  await tourLeaving(person, see);
  await tourSecondStep(person, see, bound);
}

async function tourSigningIn(person: Person, see: See, member: TestMember): Promise<void> {
  await person.goes('/Signin');
  await person.sees('sign-in', 'enteringCredentials.blank');
  await see('sign-in');
  await person.presses('SUBMIT_FORM');
  await person.page.locator('[aria-invalid="true"]').first().waitFor();
  await see('sign-in-empty');
  await person.signsIn(member.username, 'not the password');
  await person.sees('sign-in', 'enteringCredentials.invalidLogin');
  await see('sign-in-invalid');
  await person.context.setOffline(true);
  await person.signsIn(member.username, member.password);
  await person.sees('sign-in', 'enteringCredentials.problem');
  await see('sign-in-offline');
  await person.context.setOffline(false);
  await person.goes('/no/such/page');
  await person.page.locator('h1').waitFor();
  await see('not-found');
  await setMaintenance(club.db, { on: true, until: null });
  await person.goes('/Maintenance');
  await person.page.locator('h1').waitFor();
  await see('maintenance');
  await setMaintenance(club.db, { on: false, until: null });
}

async function tourBinding(person: Person, see: See, member: TestMember): Promise<void> {
  const { page } = person;
  await person.goes('/Signin');
  await person.signsIn(member.username, member.password);
  await person.isAt('/');
  await settles(page);
  await see('dashboard');
  await person.goes('/Authentication');
  await person.sees('two-factor', 'binding.gettingApp');
  await see('two-factor-app');
  await person.presses('NEXT');
  await see('two-factor-key');
  const key = (await page.getByTestId('two-factor-key').innerText()).replaceAll(' ', '');
  await person.presses('NEXT');
  await person.sees('two-factor', 'binding.enteringFirstCode.blank');
  await see('two-factor-code');
  const proves = async (password: string): Promise<void> => {
    await page.locator('input[name="password"]').fill(password);
    await page.locator('input[name="code"]').fill(codeOfKey(key, club.services.clock.now()));
    await page.locator('input[name="emailCode"]').fill(await codeTo(club, member.email));
    await person.presses('SUBMIT_CODES');
  };
  await proves('not the password');
  await person.sees('two-factor', 'binding.enteringFirstCode.wrongPassword');
  await see('two-factor-wrong-password');
  await page.route('**/api/account/enable2FA?*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await proves(member.password);
  await person.sees('two-factor', 'binding.outcomeUnknown');
  await see('two-factor-unknown');
  await person.presses('RETRY');
  await person.sees('two-factor', 'binding.showingRecoveryCodes');
  await see('two-factor-recovery');
  await person.presses('CONFIRM_SAVED');
  await person.isAt('/Authentication');
  await see('two-factor-bound');
  await person.goes('/Authentication');
  await person.sees('two-factor', 'showingState');
  await see('two-factor-state');
  await person.presses('START_UNBINDING');
  await see('two-factor-unbind');
}

async function tourLeaving(person: Person, see: See): Promise<void> {
  await person.goes('/Signout');
  await person.sees('sign-out', 'confirming');
  await see('sign-out');
  await person.context.setOffline(true);
  await person.presses('CONFIRM');
  await person.sees('sign-out', 'signedOutHere');
  await see('sign-out-here');
  await person.context.setOffline(false);
}

async function tourSecondStep(person: Person, see: See, bound: TestMember): Promise<void> {
  await person.goes('/Signin');
  await person.signsIn(bound.username, bound.password);
  await person.sees('challenge', 'enteringCode.blank');
  await see('challenge');
  await person.typesCode('000000');
  await person.sees('challenge', 'enteringCode.wrongCode');
  await see('challenge-wrong');
  await person.presses('USE_RECOVERY_CODE');
  await see('challenge-recovery');
}
