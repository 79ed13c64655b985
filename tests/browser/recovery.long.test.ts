import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import type { TestMember } from '#fixtures/club/members.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { cultures } from '#walk/paths/report.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { codeTo, mailsTo } from '#fixtures/club/mailbox.ts';
import { Person } from './support/person.ts';
import { Reader } from './support/reader.ts';

/** Members who forgot something recover it with nothing but the screens and their mails (F-04, F-05). */

const NEW_PASSWORD = 'harbour violin sevenfold';
/** A code can be requested once a minute (D-16). */
const MINUTE = 61;

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

/** From the sign-in page to the code of a password recovery. */
async function asksForCode(
  reader: Reader,
  account: { readonly email: string; readonly username: string },
): Promise<void> {
  person = await Person.arrives(browser, club, { culture: reader.culture });
  await person.goes('/Signin');
  await reader.follows('sign-in:forgot');
  await reader.isAt('/Forgot', 'forgot:title');
  await reader.follows('forgot:password.go');
  await reader.isAt('/ForgotPassword', 'password-recovery:account.title');
  await reader.types('password-recovery:account.email', account.email);
  await reader.types('password-recovery:account.username', account.username);
  await reader.presses('password-recovery:account.submit');
  await reader.isAt('/ForgotPassword2', 'password-recovery:code.title');
}

async function givesCode(reader: Reader, code: string): Promise<void> {
  await reader.types('mail-code:code', code);
  await reader.presses('mail-code:submit');
}

const english = new Reader('en-US', () => person);

describe.each(cultures)('in %s', (culture) => {
  const reader = new Reader(culture, () => person);

  it('a forgotten password is replaced, and the new one signs in', async () => {
    const member = await club.member({ culture });
    await asksForCode(reader, member);
    await givesCode(reader, await codeTo(club, member.email));
    await reader.isAt('/ResetPassword', 'password-recovery:password.title');
    const buttonAt = (): Promise<number> =>
      person.page
        .locator('[data-event="SUBMIT_PASSWORD"]')
        .evaluate((button) => button.getBoundingClientRect().top + window.scrollY);
    const before = await buttonAt();
    await reader.types('password-recovery:password.label', NEW_PASSWORD);
    // The strength has its place from the beginning: a press must not miss a button that moves.
    expect(await buttonAt()).toBe(before);
    await reader.presses('password-recovery:password.submit');
    await reader.isAt('/DonePassword', 'password-recovery:done.title');
    await reader.reads('password-recovery:done.withdrawals');
    await reader.presses('password-recovery:done.signIn');
    await reader.isAt('/Signin', 'sign-in:title');
    await person.signsIn(member.username, NEW_PASSWORD);
    await person.isAt('/');
  });

  it('a forgotten username is in the mail, and signs in', async () => {
    const member = await club.member({ culture });
    person = await Person.arrives(browser, club, { culture });
    await person.goes('/Forgot');
    await reader.follows('forgot:username.go');
    await reader.isAt('/ForgotAccount', 'username-recovery:email.title');
    await reader.types('username-recovery:email.label', member.email);
    await reader.presses('username-recovery:email.submit');
    await reader.isAt('/ForgotAccount2', 'username-recovery:code.title');
    await givesCode(reader, await codeTo(club, member.email));
    await reader.isAt('/DoneAccount', 'username-recovery:done.title');
    const mails = await club.db.selectFrom('mails').select('body').where('recipient', '=', member.email).execute();
    expect(mails.some(({ body }) => body.includes(member.username))).toBe(true);
    expect(await person.page.locator('body').innerText()).not.toContain(member.username);
    await reader.presses('username-recovery:done.signIn');
    await person.signsIn(member.username, member.password);
    await person.isAt('/');
  });
});

describe('a new password', () => {
  it('ends every session and leaves the second factor in place', async () => {
    const member = await club.member({ secondFactor: true });
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    await person.signsIn(member.username, member.password);
    await person.typesCode(member.code());
    await person.isAt('/');
    const elsewhere = person;
    await asksForCode(english, member);
    await givesCode(english, await codeTo(club, member.email));
    await english.types('password-recovery:password.label', NEW_PASSWORD);
    await english.presses('password-recovery:password.submit');
    await english.isAt('/DonePassword', 'password-recovery:done.title');
    await elsewhere.goes('/Authentication');
    await elsewhere.isAt('/Signin');
    await elsewhere.leaves();
    await english.presses('password-recovery:done.signIn');
    await person.signsIn(member.username, NEW_PASSWORD);
    await person.isAt('/Signin?step=code');
  });

  it('signs out the browser that it was set in', async () => {
    const member = await club.member();
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    await person.signsIn(member.username, member.password);
    await person.isAt('/');
    await person.goes('/ForgotPassword');
    await english.types('password-recovery:account.email', member.email);
    await english.types('password-recovery:account.username', member.username);
    await english.presses('password-recovery:account.submit');
    await givesCode(english, await codeTo(club, member.email));
    await english.types('password-recovery:password.label', NEW_PASSWORD);
    await english.presses('password-recovery:password.submit');
    await person.isAt('/DonePassword');
    await english.presses('password-recovery:done.signIn');
    await english.isAt('/Signin', 'sign-in:title');
    await person.signsIn(member.username, NEW_PASSWORD);
    await person.isAt('/');
  });

  it('is refused in the server’s words if it is too common, and another one is accepted', async () => {
    const member = await club.member();
    await asksForCode(english, member);
    await givesCode(english, await codeTo(club, member.email));
    await english.types('password-recovery:password.label', 'passwordpassword');
    await english.presses('password-recovery:password.submit');
    await person.sees('password-recovery', 'enteringPassword.passwordRefused');
    await english.reads('validation:messages.passwordCommon');
    await english.types('password-recovery:password.label', NEW_PASSWORD);
    await english.presses('password-recovery:password.submit');
    await person.isAt('/DonePassword');
  });

  it('whose response was lost is asked for and not set twice', async () => {
    const member = await club.member();
    await asksForCode(english, member);
    await givesCode(english, await codeTo(club, member.email));
    await person.isAt('/ResetPassword');
    await person.page.route('**/api/account/resetPassword*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await english.types('password-recovery:password.label', NEW_PASSWORD);
    await english.presses('password-recovery:password.submit');
    await person.sees('password-recovery', 'outcomeUnknown');
    await english.presses('requests:unknown.ask');
    await person.isAt('/DonePassword');
    await english.presses('password-recovery:done.signIn');
    await person.signsIn(member.username, NEW_PASSWORD);
    await person.isAt('/');
  });
});

describe('on the way', () => {
  it('a reload at any step continues there, and Back goes one step back', async () => {
    const member = await club.member();
    await asksForCode(english, member);
    await person.page.reload();
    await english.isAt('/ForgotPassword2', 'password-recovery:code.title');
    await person.page.getByText(member.email).waitFor();
    await person.page.goBack();
    await english.isAt('/ForgotPassword', 'password-recovery:account.title');
    expect(await person.page.getByLabel('Username').inputValue()).toBe(member.username);
    await person.page.reload();
    expect(await person.page.getByLabel('Username').inputValue()).toBe(member.username);
    club.advance(MINUTE);
    await english.presses('password-recovery:account.submit');
    await person.isAt('/ForgotPassword2');
    await givesCode(english, await codeTo(club, member.email, 1));
    await person.isAt('/ResetPassword');
    await person.page.reload();
    await english.isAt('/ResetPassword', 'password-recovery:password.title');
    await english.types('password-recovery:password.label', NEW_PASSWORD);
    await english.presses('password-recovery:password.submit');
    await person.isAt('/DonePassword');
    await person.page.reload();
    await english.isAt('/DonePassword', 'password-recovery:done.title');
    await person.page.goBack();
    await english.isAt('/DonePassword', 'password-recovery:done.title');
  });

  it('Back from the new password leads to the code, and another code continues the same recovery', async () => {
    const member = await club.member();
    await asksForCode(english, member);
    await givesCode(english, await codeTo(club, member.email));
    await person.isAt('/ResetPassword');
    const before = await mailsTo(club, member.email);
    await person.page.goBack();
    await person.isAt('/ForgotPassword2');
    await english.reads('password-recovery:code.accepted');
    club.advance(MINUTE);
    await english.presses('mail-code:resend');
    await person.sees('password-recovery', 'enteringCode.sentAgain');
    await givesCode(english, await codeTo(club, member.email, before));
    await person.isAt('/ResetPassword');
    await english.types('password-recovery:password.label', NEW_PASSWORD);
    await english.presses('password-recovery:password.submit');
    await person.isAt('/DonePassword');
  });

  it.each(['/ForgotPassword2', '/ResetPassword', '/DonePassword', '/resetpassword'])(
    '%s without an earlier step begins at the first step',
    async (path) => {
      person = await Person.arrives(browser, club);
      await person.goes(path);
      await english.isAt('/ForgotPassword', 'password-recovery:account.title');
    },
  );

  it.each(['/ForgotAccount2', '/DoneAccount'])('%s without an earlier step begins at the first step', async (path) => {
    person = await Person.arrives(browser, club);
    await person.goes(path);
    await english.isAt('/ForgotAccount', 'username-recovery:email.title');
  });

  it('nothing that is typed as a code or a password is stored', async () => {
    const member = await club.member();
    await asksForCode(english, member);
    const code = await codeTo(club, member.email);
    await givesCode(english, code);
    await person.isAt('/ResetPassword');
    await english.types('password-recovery:password.label', NEW_PASSWORD);
    const stored = await person.page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).toContain(member.email);
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(NEW_PASSWORD);
  });
});

describe('codes', () => {
  /** Five wrong codes void a code; the right one no longer works, and a new one does. */
  async function spendsTries(member: TestMember): Promise<string> {
    const code = await codeTo(club, member.email);
    const wrong = code === '000000' ? '111111' : '000000';
    for (const tries of [4, 3, 2, 1]) {
      await givesCode(english, wrong);
      await person.page.getByText(new RegExp(`^[^]*${tries} attempts? left\\.`)).waitFor();
    }
    await givesCode(english, wrong);
    await person.sees('password-recovery', 'enteringCode.codeOver');
    return code;
  }

  it('are void after five wrong ones, and a new one works', async () => {
    const member = await club.member();
    await asksForCode(english, member);
    // The page counts the wait down by its own clock.
    await person.page.clock.install();
    const before = await mailsTo(club, member.email);
    const code = await spendsTries(member);
    await givesCode(english, code);
    await person.sees('password-recovery', 'enteringCode.codeOver');
    // The first mail is less than a minute old: the button says so, and waits.
    const resend = person.page.locator('[data-event="RESEND_CODE"]');
    expect(await resend.getAttribute('aria-disabled')).toBe('true');
    club.advance(MINUTE);
    await person.page.clock.fastForward(MINUTE * 1000);
    await expect.poll(() => resend.getAttribute('aria-disabled')).not.toBe('true');
    await english.presses('mail-code:resend');
    await person.sees('password-recovery', 'enteringCode.sentAgain');
    await givesCode(english, await codeTo(club, member.email, before));
    await person.isAt('/ResetPassword');
  });

  it('are not mailed to strangers, who see the same screens', async () => {
    const stranger = { email: 'nobody@mail.example', username: 'nobody-at-all' };
    await asksForCode(english, stranger);
    expect(await mailsTo(club, stranger.email)).toBe(0);
    await givesCode(english, '492039');
    await person.sees('password-recovery', 'enteringCode.wrongCode');
    await english.reads('problems:code_incorrect');
  });

  it('expire after ten minutes, and the recovery after an hour: the flow says so and starts over', async () => {
    const member = await club.member();
    await asksForCode(english, member);
    const code = await codeTo(club, member.email);
    // The page counts by its own clock.
    await person.page.clock.install();
    club.advance(10 * MINUTE);
    await person.page.clock.fastForward(10 * MINUTE * 1000);
    await givesCode(english, code);
    await person.sees('password-recovery', 'enteringCode.codeOver');
    club.advance(60 * MINUTE);
    await english.presses('mail-code:resend');
    await person.sees('password-recovery', 'enteringAccount.recoveryExpired');
    expect(await person.page.getByLabel('Email').inputValue()).toBe(member.email);
  });
});
