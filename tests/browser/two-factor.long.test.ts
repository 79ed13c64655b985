import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { codeTo } from '#fixtures/club/mailbox.ts';
import { Person } from './support/person.ts';

let browser: Browser;
let club: Club;
let person: Person;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
});
afterEach(() => person.leaves());
afterAll(async () => {
  await browser.close();
  await club.close();
});

/** The code that the last sign-in used. */
let usedCode: string;

async function atAuthentication(secondFactor: boolean): Promise<TestMember> {
  const member = await club.member({ secondFactor });
  person = await Person.arrives(browser, club);
  await person.goes('/Authentication');
  await person.signsIn(member.username, member.password);
  usedCode = member.code();
  if (secondFactor) await person.typesCode(usedCode);
  await person.isAt('/Authentication');
  return member;
}

/** What the member's app shows for the key on the screen. */
async function codeOfShownKey(): Promise<string> {
  const secret = (await person.page.getByTestId('two-factor-key').innerText()).replaceAll(' ', '');
  return new TOTP({ secret }).generate({ timestamp: club.services.clock.now().getTime() });
}

/** Fills in what binding requires, including the mailed code, or what unbinding requires. */
async function proves(password: string, code: string, emailCode?: string): Promise<void> {
  await person.page.locator('input[name="password"]').fill(password);
  await person.page.locator('input[name="code"]').fill(code);
  if (emailCode !== undefined) await person.page.locator('input[name="emailCode"]').fill(emailCode);
  await person.presses(emailCode === undefined ? 'SUBMIT_FORM' : 'SUBMIT_CODES');
}

const mailed = ({ email }: TestMember): Promise<string> => codeTo(club, email);

async function toFirstCode(): Promise<string> {
  await person.presses('NEXT');
  await person.isAt('/Authentication?step=key');
  const code = await codeOfShownKey();
  await person.presses('NEXT');
  await person.isAt('/Authentication?step=code');
  return code;
}

const shownCodes = (): Promise<string[]> =>
  person.page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();

describe('binding', () => {
  it('leads from the app through the key to the recovery codes, and signs in with them', async () => {
    const member = await atAuthentication(false);
    await proves(member.password, await toFirstCode(), await mailed(member));
    await person.isAt('/Authentication?step=recovery');
    const codes = await shownCodes();
    expect(codes).toHaveLength(10);
    await person.presses('CONFIRM_SAVED');
    await person.isAt('/Authentication');
    await person.page.getByRole('heading', { name: 'Two-factor authentication is on' }).waitFor();
    // Back does not enter a finished flow again.
    await person.page.goBack();
    await person.sees('two-factor', 'showingState');

    await person.goes('/Signout');
    await person.presses('CONFIRM');
    await person.signsIn(member.username, member.password);
    await person.presses('USE_RECOVERY_CODE');
    await person.typesCode(codes[0] ?? '');
    await person.isAt('/');
  });

  it('keeps the step and the key over a reload and goes back with Back', async () => {
    await atAuthentication(false);
    await person.presses('NEXT');
    await person.isAt('/Authentication?step=key');
    const key = await person.page.getByTestId('two-factor-key').innerText();
    await person.page.reload();
    expect(await person.page.getByTestId('two-factor-key').innerText()).toBe(key);
    await person.presses('NEXT');
    await person.isAt('/Authentication?step=code');
    await person.page.goBack();
    await person.sees('two-factor', 'binding.addingKey.blank');
    await person.page.goBack();
    await person.sees('two-factor', 'binding.gettingApp');
  });

  it('notices Back at the very moment of a step', async () => {
    await atAuthentication(false);
    // The URL is changed back before the page had time to show the step that it belongs to.
    await person.page.evaluate(() => {
      const push = history.pushState.bind(history);
      history.pushState = (...entry) => {
        push(...entry);
        history.back();
        const end = performance.now() + 300;
        while (performance.now() < end);
      };
    });
    await person.presses('NEXT');
    await person.isAt('/Authentication');
    await person.sees('two-factor', 'binding.gettingApp');
  });

  it('refuses a wrong password and a wrong code, and continues', async () => {
    const member = await atAuthentication(false);
    const code = await toFirstCode();
    await proves('not the password', code, await mailed(member));
    await person.sees('two-factor', 'binding.enteringFirstCode.wrongPassword');
    await proves(member.password, code === '000000' ? '111111' : '000000', await mailed(member));
    await person.sees('two-factor', 'binding.enteringFirstCode.wrongCode');
    await proves(member.password, code, await mailed(member));
    await person.sees('two-factor', 'binding.showingRecoveryCodes');
  });

  it('asks for the outcome after a lost response, and shows the codes all the same', async () => {
    const member = await atAuthentication(false);
    const code = await toFirstCode();
    await person.page.route('**/api/account/enable2FA?*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await proves(member.password, code, await mailed(member));
    await person.sees('two-factor', 'binding.outcomeUnknown');
    await person.presses('RETRY');
    await person.sees('two-factor', 'binding.showingRecoveryCodes');
    expect(await shownCodes()).toHaveLength(10);
    // The same after a reload: nothing is sent again, and the codes are returned once more.
    await person.page.reload();
    await person.sees('two-factor', 'binding.showingRecoveryCodes');
    expect(await shownCodes()).toHaveLength(10);
  });

  it('says that nothing was done if the call never arrived', async () => {
    const member = await atAuthentication(false);
    const code = await toFirstCode();
    await person.page.route('**/api/account/enable2FA?*', (route) => route.abort());
    await proves(member.password, code, await mailed(member));
    await person.sees('two-factor', 'binding.outcomeUnknown');
    await person.page.unroute('**/api/account/enable2FA?*');
    await person.presses('RETRY');
    await person.sees('two-factor', 'binding.enteringFirstCode.notDone');
    await proves(member.password, code, await mailed(member));
    await person.sees('two-factor', 'binding.showingRecoveryCodes');
  });
});

describe('unbinding', () => {
  it('requires the password and a current code', async () => {
    const member = await atAuthentication(true);
    await person.sees('two-factor', 'showingState');
    await person.presses('START_UNBINDING');
    await person.isAt('/Authentication?step=unbind');
    await proves(member.password, usedCode);
    // The code that signed in confirms nothing else.
    await person.sees('two-factor', 'unbinding.enteringProof.wrongCode');
    await proves(member.password, member.code(1));
    await person.page.getByRole('heading', { name: 'Two-factor authentication is off' }).waitFor();
    await person.isAt('/Authentication');
  });

  it('accepts a recovery code if the phone is lost', async () => {
    const member = await atAuthentication(true);
    await person.presses('START_UNBINDING');
    await person.presses('USE_RECOVERY_CODE');
    await proves(member.password, member.recoveryCodes[0] ?? '');
    await person.page.getByRole('heading', { name: 'Two-factor authentication is off' }).waitFor();
  });

  it('ends the other sessions', async () => {
    const member = await atAuthentication(true);
    const elsewhere = await Person.arrives(browser, club);
    await elsewhere.goes('/Signin');
    await elsewhere.signsIn(member.username, member.password);
    await elsewhere.typesCode(member.code(1));
    await elsewhere.isAt('/');
    await person.presses('START_UNBINDING');
    await person.presses('USE_RECOVERY_CODE');
    await proves(member.password, member.recoveryCodes[0] ?? '');
    await person.page.getByRole('heading', { name: 'Two-factor authentication is off' }).waitFor();
    await elsewhere.page.reload();
    // The dashboard reads the wallet, which reports the end of the session.
    await elsewhere.isAt('/Signin');
    await elsewhere.leaves();
  });
});

describe('without a network', () => {
  it('says so, and continues by itself when it is back', async () => {
    await atAuthentication(false);
    await person.goes('/');
    await person.page.locator('h1').waitFor();
    await person.context.setOffline(true);
    await person.page.getByText('You’re offline').waitFor();
    await person.page.locator('a[href="/Authentication"]:visible').first().click();
    await person.page.getByRole('heading', { level: 1, name: 'This page isn’t on your device yet' }).waitFor();
    await person.context.setOffline(false);
    await person.sees('two-factor', 'binding.gettingApp');
  });
});
