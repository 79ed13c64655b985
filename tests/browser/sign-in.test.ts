import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
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

describe('signing in', () => {
  it('greets a member by name', async () => {
    const member = await club.member({ name: 'Amara Okafor' });
    person = await Person.arrives(browser, club);
    await person.goes('/');
    await person.isAt('/Signin');
    const greeting = person.hears('Login succeed.');
    await person.signsIn(member.username, member.password);
    await person.isAt('/');
    expect(await person.heading()).toContain('Amara Okafor');
    await greeting;
  });

  it('does not say which half was wrong', async () => {
    const member = await club.member();
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    const refusals: string[] = [];
    for (const [username, password] of [
      [member.username, 'not the password'],
      ['nobody-of-this-name', member.password],
    ] as const) {
      await person.signsIn(username, password);
      await person.sees('sign-in', 'enteringCredentials.invalidLogin');
      refusals.push(await person.page.getByRole('alert').innerText());
      // What was typed is still there.
      expect(await person.page.locator('input[name="username"]').inputValue()).toBe(username);
    }
    expect(refusals[0]).toBe(refusals[1]);
    expect(refusals[0]).toContain('Invalid login');
  });

  it('requires the second factor, and refuses a wrong code and a used one', async () => {
    const member = await club.member({ secondFactor: true });
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    await person.signsIn(member.username, member.password);
    await person.isAt('/Signin?step=code');
    await person.typesCode(member.code() === '000000' ? '111111' : '000000');
    await person.sees('challenge', 'enteringCode.wrongCode');
    expect(await person.page.getByRole('alert').innerText()).toContain('4 attempts left');
    const code = member.code();
    await person.typesCode(code);
    await person.isAt('/');

    await person.goes('/Signout');
    await person.presses('CONFIRM');
    await person.isAt('/Signin');
    await person.signsIn(member.username, member.password);
    await person.typesCode(code);
    await person.sees('challenge', 'enteringCode.wrongCode');
  });

  it('accepts each recovery code once', async () => {
    const member = await club.member({ secondFactor: true });
    const [recoveryCode = ''] = member.recoveryCodes;
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    await person.signsIn(member.username, member.password);
    await person.presses('USE_RECOVERY_CODE');
    await person.typesCode(recoveryCode.toLowerCase());
    await person.isAt('/');

    await person.goes('/Signout');
    await person.presses('CONFIRM');
    await person.signsIn(member.username, member.password);
    await person.presses('USE_RECOVERY_CODE');
    await person.typesCode(recoveryCode);
    await person.sees('challenge', 'enteringCode.wrongCode');
  });

  it('counts a double tap as one press, wherever the second half lands', async () => {
    const member = await club.member({ secondFactor: true });
    person = await Person.arrives(browser, club, { touch: true });
    await person.goes('/Signin');
    await person.signsIn(member.username, member.password);
    await person.isAt('/Signin?step=code');
    // Each control replaces the other, so a second press would switch back, or hit a link in the page's footer.
    for (const [event, next] of [
      ['USE_RECOVERY_CODE', 'USE_APP_CODE'],
      ['USE_APP_CODE', 'USE_RECOVERY_CODE'],
    ] as const) {
      await person.doubleTaps(event);
      await person.page.locator(`[data-event="${next}"]`).waitFor();
      await person.isAt('/Signin?step=code');
    }
  });

  it('continues with the second step after a reload, and goes one step back with Back', async () => {
    const member = await club.member({ secondFactor: true });
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    await person.signsIn(member.username, member.password);
    await person.isAt('/Signin?step=code');
    await person.page.reload();
    await person.sees('challenge', 'enteringCode.blank');
    await person.page.goBack();
    await person.sees('sign-in', 'enteringCredentials.blank');
    await person.isAt('/Signin');
    await person.signsIn(member.username, member.password);
    await person.isAt('/Signin?step=code');
    await person.page.reload();
    await person.typesCode(member.code());
    await person.isAt('/');
    // Back does not enter a finished flow again.
    await person.page.goBack();
    await person.isAt('/');
  });

  it('stays signed in if Back is pressed before Home has loaded', async () => {
    const member = await club.member({ secondFactor: true });
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    await person.signsIn(member.username, member.password);
    await person.isAt('/Signin?step=code');
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await person.page.route('**/dashboard.page-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await person.page.reload();
    await person.typesCode(member.code());
    await person.isAt('/');
    await person.page.goBack({ waitUntil: 'commit' });
    release();
    await person.isAt('/');
    await expect.poll(() => person.heading()).toMatch(/^Hello, /);
  });

  it('redirects the URL of a step that is not reached', async () => {
    person = await Person.arrives(browser, club);
    await person.goes('/Signin?step=code');
    await person.isAt('/Signin');
    await person.sees('sign-in', 'enteringCredentials.blank');
  });

  it('keeps what was typed before the script loaded', async () => {
    const member = await club.member();
    person = await Person.arrives(browser, club);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await person.page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await person.page.goto(`${club.origin}/Signin`, { waitUntil: 'commit' });
    await person.page.locator('input[name="username"]').fill(member.username);
    await person.page.locator('input[name="password"]').fill(member.password);
    // Submitting the form now must not put the password into the URL.
    await person.page.locator('input[name="password"]').press('Enter');
    expect(person.page.url()).toBe(`${club.origin}/Signin`);
    release();
    await person.page.locator('[data-event="SUBMIT_FORM"]:enabled').waitFor();
    await expect.poll(() => person.page.evaluate(() => document.readyState)).toBe('complete');
    await person.page.waitForTimeout(300);
    await person.presses('SUBMIT_FORM');
    await person.isAt('/');
  });
});

describe('without a network', () => {
  it('says so on the form, keeps the name and continues when it is back', async () => {
    const member = await club.member();
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    await person.context.setOffline(true);
    await person.signsIn(member.username, member.password);
    await person.sees('sign-in', 'enteringCredentials.problem');
    await person.page.getByText('You’re offline').waitFor();
    expect(await person.page.locator('input[name="username"]').inputValue()).toBe(member.username);
    const stored = await person.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain(member.password);
    await person.context.setOffline(false);
    await person.presses('SUBMIT_FORM');
    await person.isAt('/');
  });

  it('says so at the second step', async () => {
    const member = await club.member({ secondFactor: true });
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    await person.signsIn(member.username, member.password);
    await person.sees('challenge', 'enteringCode.blank');
    await person.context.setOffline(true);
    await person.typesCode(member.code());
    await person.sees('challenge', 'enteringCode.problem');
    await person.context.setOffline(false);
    await person.presses('SUBMIT_CODE');
    await person.isAt('/');
  });

  it('creates one session from a lost response and another press', async () => {
    const member = await club.member();
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    let lost = 0;
    await person.page.route('**/api/token?*', async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await person.signsIn(member.username, member.password);
    await person.sees('sign-in', 'enteringCredentials.problem');
    await person.presses('SUBMIT_FORM');
    await person.isAt('/');
    const open = await club.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', member.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(open).toHaveLength(1);
  });
});
