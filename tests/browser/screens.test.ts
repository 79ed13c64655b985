// Every screen, in three languages, both themes, on a phone and on a desk: nothing that axe finds, nothing that overflows,
// no bare key, no English left in the others. The pictures are kept for whoever wants to look.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { codeOfKey, type TestMember } from '#tests/api/support/members.ts';
import { setMaintenance } from '#server/club/state.ts';
import { launchChromium } from '#tests/provision/chromium.ts';
import { cultures } from '#tests/walk/report.ts';
import { openClub, type Club } from './support/club.ts';
import { Person } from './support/person.ts';

const PICTURES = join(process.cwd(), 'test-results', 'screens');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LOOKS = cultures.flatMap((culture) => (['light', 'dark'] as const).flatMap((theme) => [360, 1280].map((width) => ({ culture, theme, width }))));

let browser: Browser;
let club: Club;

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  browser = await launchChromium();
  club = await openClub();
});
afterAll(async () => {
  await browser.close();
  await club.close();
});

/** Looks at the screen as it is: what is wrong with it, in words; and keeps a picture. */
async function look(page: Page, name: string): Promise<string[]> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  await page.evaluate(AXE);
  return page.evaluate(async (screen) => {
    const axe = (window as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
    const { violations } = await axe.run();
    const found = violations.map(({ id, nodes }) => `${screen}: axe ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
    const keys = document.body.innerText.match(/\b[a-z-]+:[a-z][A-Za-z.]+\b|\b[a-z]+(\.[a-z][A-Za-z]+){1,3}\b(?!\.)/g)?.filter((text) => !/example|localhost|perch/.test(text)) ?? [];
    return [...found, ...(wide ? [`${screen}: scrolls sideways`] : []), ...keys.map((key) => `${screen}: bare key ${key}`)];
  }, name);
}

/** Sentences that only the English catalogue has; names of things stay as they are. */
function englishLeft(text: string): string[] {
  return text.match(/\b(?:the|your|you|with|and|is|are|sign in|password)\b/gi)?.filter((word) => !/^password$/.test(word)) ?? [];
}

describe.each(LOOKS)('$culture, $theme, $width px', ({ culture, theme, width }) => {
  it('shows every screen right', async () => {
    const person = await Person.arrives(browser, club, { culture, theme, width });
    const { page } = person;
    const problems: string[] = [];
    const see = async (screen: string): Promise<void> => {
      problems.push(...(await look(page, `${screen}-${culture}-${theme}-${width}`)));
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(culture);
      if (culture !== 'en-US') problems.push(...englishLeft(await page.locator('main').innerText()).map((word) => `${screen}: English "${word}"`));
    };
    await tour(person, see, await club.member({ name: 'Mika' }), await club.member({ name: 'Mika', secondFactor: true }));
    await person.leaves();
    expect(problems).toEqual([]);
  }, 240_000);
});

/** Visits every screen that there is. */
async function tour(person: Person, see: (screen: string) => Promise<void>, member: TestMember, bound: TestMember): Promise<void> {
  await tourSigningIn(person, see, member);
  await tourBinding(person, see, member);
  await tourLeaving(person, see);
  await tourSecondStep(person, see, bound);
}

async function tourSigningIn(person: Person, see: (screen: string) => Promise<void>, member: TestMember): Promise<void> {
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
  await person.sees('sign-in', 'enteringCredentials.unreachable');
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

async function tourBinding(person: Person, see: (screen: string) => Promise<void>, member: TestMember): Promise<void> {
  const { page } = person;
  await person.goes('/Signin');
  await person.signsIn(member.username, member.password);
  await person.isAt('/');
  await page.locator('h1').waitFor();
  await page.getByText(/240/).waitFor();
  await see('dashboard');
  await person.goes('/Authentication');
  await person.sees('two-factor', 'binding.gettingApp');
  await see('two-factor-app');
  await person.presses('NEXT');
  await see('two-factor-key');
  const key = (await page.getByTestId('two-factor-key').innerText()).replaceAll(' ', '');
  await person.presses('NEXT');
  await see('two-factor-code');
  const proves = async (password: string): Promise<void> => {
    await page.locator('input[name="password"]').fill(password);
    await page.locator('input[name="code"]').fill(codeOfKey(key, club.services.clock.now()));
    await person.presses('SUBMIT_FORM');
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

async function tourLeaving(person: Person, see: (screen: string) => Promise<void>): Promise<void> {
  await person.goes('/Signout');
  await person.sees('sign-out', 'confirming');
  await see('sign-out');
  await person.context.setOffline(true);
  await person.presses('CONFIRM');
  await person.sees('sign-out', 'signedOutHere');
  await see('sign-out-here');
  await person.context.setOffline(false);
}

async function tourSecondStep(person: Person, see: (screen: string) => Promise<void>, bound: TestMember): Promise<void> {
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
