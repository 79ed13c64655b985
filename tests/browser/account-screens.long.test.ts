// Every screen of signing up, recovering and managing an account, in three languages and both themes, on a phone and on
// a desktop. The checks are in support/look.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import type { TestMember } from '#fixtures/club/members.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { LOOKS, lookAt, type See } from './support/look.ts';
import { codeTo, linkTo, mailsTo } from '#fixtures/club/mailbox.ts';
import { Person } from './support/person.ts';

const PASSWORD = 'harbour violin sevenfold';
const COMMON_PASSWORD = 'password12345';
const WRONG_CODE = '000000';
/** A code can be requested once a minute (D-16). */
const MINUTE = 61;

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

interface Tour {
  readonly person: Person;
  readonly see: See;
  readonly member: TestMember;
}

const TOURS: Readonly<Record<string, (tour: Tour) => Promise<void>>> = {
  'signing up': tourSignUp,
  recovering: tourRecovery,
  'looking after an account': tourAccount,
};

describe.each(LOOKS)('$culture, $theme, $width px', ({ culture, theme, width }) => {
  it.each(Object.entries(TOURS))(
    'shows every screen of %s correctly',
    async (_what, tour) => {
      const person = await Person.arrives(browser, club, { culture, theme, width });
      await person.context.clock.install();
      const { see, problems } = lookAt(person, { culture, theme, width });
      await tour({ person, see, member: await club.member({ name: 'Mika', culture }) });
      await person.leaves();
      expect(problems).toEqual([]);
    },
    240_000,
  );
});

/** Fills in the current form and submits it. */
async function sends(person: Person, fields: Readonly<Record<string, string>>, event: string): Promise<void> {
  await person.fills(fields);
  await person.presses(event);
}

/** The next call to this path has its effect, but its response is lost. */
async function losesAnswer({ page }: Person, path: string): Promise<void> {
  await page.route(
    `**/api${path}?*`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

async function tourSignUp({ person, see, member }: Tour): Promise<void> {
  const newcomer = `newcomer-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${newcomer}@mail.example`;
  await person.goes('/Signup');
  await person.sees('sign-up', 'enteringIntroducer.blank');
  await see('sign-up-introducer');
  await person.presses('SUBMIT_INTRODUCER');
  await person.page.locator('[aria-invalid="true"]').first().waitFor();
  await see('sign-up-introducer-empty');
  await person.page.locator('input[value="left"]').check();
  await sends(person, { introducer: 'nobody-of-this-name' }, 'SUBMIT_INTRODUCER');
  await person.sees('sign-up', 'enteringIntroducer.unknownIntroducer');
  await see('sign-up-introducer-unknown');
  await sends(person, { introducer: member.username }, 'SUBMIT_INTRODUCER');
  await person.sees('sign-up', 'choosingSeat.shown');
  await see('sign-up-seat');
  await person.presses('NEXT');
  await see('sign-up-email');
  await sends(person, { email: member.email }, 'SUBMIT_EMAIL');
  await person.sees('sign-up', 'enteringCode.blank');
  await see('sign-up-code');
  await person.typesCode(await codeTo(club, member.email));
  await person.sees('sign-up', 'emailTaken');
  await see('sign-up-email-taken');
  await person.presses('BACK');
  await sends(person, { email }, 'SUBMIT_EMAIL');
  await person.typesCode(WRONG_CODE);
  await person.sees('sign-up', 'enteringCode.wrongCode');
  await see('sign-up-code-wrong');
  await person.typesCode(await codeTo(club, email));
  await person.sees('sign-up', 'enteringDetails.blank');
  await see('sign-up-details');
  await sends(person, { username: newcomer, name: 'Nori' }, 'SUBMIT_DETAILS');
  await person.sees('sign-up', 'reviewing.blank');
  await see('sign-up-review');
  await tourRegistering({ person, see, member });
}

async function tourRegistering({ person, see, member }: Tour): Promise<void> {
  const { page } = person;
  await person.presses('REGISTER');
  await page.locator('[aria-invalid="true"]').first().waitFor();
  await see('sign-up-review-empty');
  await page.locator('details summary').click();
  await page.locator('input[name="agreed"]').check();
  await sends(person, { password: COMMON_PASSWORD }, 'REGISTER');
  await person.sees('sign-up', 'reviewing.passwordRefused');
  await see('sign-up-review-refused');
  await club.member({ below: member.seatNo, side: 'left' });
  await sends(person, { password: PASSWORD }, 'REGISTER');
  await person.sees('sign-up', 'reviewing.seatTaken');
  await see('sign-up-review-taken');
  await losesAnswer(person, '/account/registerInSeat');
  await sends(person, { password: PASSWORD }, 'REGISTER');
  await person.sees('sign-up', 'outcomeUnknown');
  await see('sign-up-unknown');
  await person.presses('RETRY');
  await person.sees('sign-up', 'showingDone');
  await see('sign-up-done');
}

async function tourRecovery({ person, see, member }: Tour): Promise<void> {
  await person.goes('/Forgot');
  await person.page.locator('h1').waitFor();
  await see('forgot');
  await person.goes('/ForgotPassword');
  await person.sees('password-recovery', 'enteringAccount.blank');
  await see('password-recovery-account');
  await sends(person, { email: member.email, username: member.username }, 'SUBMIT_FORM');
  await person.sees('password-recovery', 'enteringCode.blank');
  await see('password-recovery-code');
  // The page believes that the wait is over; the server knows better.
  await person.page.clock.fastForward(MINUTE * 1000);
  await person.presses('RESEND_CODE');
  await person.sees('password-recovery', 'enteringCode.tooSoon');
  await see('password-recovery-too-soon');
  await person.typesCode(await codeTo(club, member.email));
  await person.sees('password-recovery', 'enteringPassword.blank');
  await see('password-recovery-password');
  await sends(person, { password: COMMON_PASSWORD }, 'SUBMIT_PASSWORD');
  await person.sees('password-recovery', 'enteringPassword.passwordRefused');
  await see('password-recovery-refused');
  await person.presses('BACK');
  await person.sees('password-recovery', 'enteringCode.accepted');
  await see('password-recovery-accepted');
  club.advance(MINUTE);
  await person.page.clock.fastForward(MINUTE * 1000);
  const before = await mailsTo(club, member.email);
  await person.presses('RESEND_CODE');
  await person.sees('password-recovery', 'enteringCode.sentAgain');
  await see('password-recovery-sent-again');
  await person.typesCode(await codeTo(club, member.email, before));
  await person.sees('password-recovery', 'enteringPassword.blank');
  await losesAnswer(person, '/account/resetPassword');
  await sends(person, { password: PASSWORD }, 'SUBMIT_PASSWORD');
  await person.sees('password-recovery', 'outcomeUnknown');
  await see('password-recovery-unknown');
  await person.presses('RETRY');
  await person.sees('password-recovery', 'showingDone');
  await see('password-recovery-done');
  await tourNameRecovery({ person, see, member });
}

async function tourNameRecovery({ person, see, member }: Tour): Promise<void> {
  club.advance(MINUTE);
  const before = await mailsTo(club, member.email);
  await person.goes('/ForgotAccount');
  await person.sees('username-recovery', 'enteringEmail.blank');
  await see('username-recovery-email');
  await sends(person, { email: member.email }, 'SUBMIT_FORM');
  await person.sees('username-recovery', 'enteringCode.blank');
  await see('username-recovery-code');
  await person.typesCode(await codeTo(club, member.email, before));
  await person.sees('username-recovery', 'showingDone');
  await see('username-recovery-done');
}

async function tourAccount({ person, see, member }: Tour): Promise<void> {
  const { page } = person;
  await club.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', member.id).execute();
  const elsewhere = await Person.arrives(browser, club);
  await elsewhere.goes('/Signin');
  await elsewhere.signsIn(member.username, member.password);
  await elsewhere.isAt('/');
  await elsewhere.leaves();
  await person.goes('/Account');
  await person.signsIn(member.username, member.password);
  await person.isAt('/Account');
  await page.locator('h1').waitFor();
  await see('account');
  await person.goes('/Security');
  await page.locator('main h1').waitFor();
  await see('security');
  await page.locator('main a[href="/Referral"], nav a[href="/Referral"]').first().waitFor({ state: 'attached' });
  await person.goes('/Referral');
  await page.getByText(/position=left$/).waitFor();
  await see('referral');
  await person.goes('/Account?step=verify');
  await person.sees('email-verification', 'offering.blank');
  await see('email-verification');
  await person.presses('SEND_CODE');
  await person.sees('email-verification', 'enteringCode.blank');
  await see('email-verification-code');
  await person.typesCode(await codeTo(club, member.email));
  await person.isAt('/Account');
  await page.locator('h1').waitFor();
  await see('account-verified');
  await tourEmailChange({ person, see, member });
  await person.goes('/Account?step=password');
  await person.sees('password-change', 'enteringPasswords.blank');
  await see('password-change');
  await sends(person, { password: member.password, newPassword: COMMON_PASSWORD }, 'SUBMIT_FORM');
  await person.sees('password-change', 'enteringPasswords.newPasswordRefused');
  await see('password-change-refused');
}

async function tourEmailChange({ person, see, member }: Tour): Promise<void> {
  const address = `${crypto.randomUUID().slice(0, 8)}@mail.example`;
  await person.goes('/ChangeEmail1');
  await person.sees('email-change', 'requestingLink.enteringPassword.blank');
  await see('email-change-password');
  await sends(person, { password: member.password }, 'SUBMIT_PASSWORD');
  await person.isAt('/ChangeEmail1?step=sent');
  await see('email-change-sent');
  const link = await linkTo(club, member.email, '/ChangeEmail2');
  await person.goes(link);
  await person.sees('email-change', 'namingAddress.enteringNewEmail.blank');
  await see('email-change-address');
  await sends(person, { email: address }, 'SUBMIT_EMAIL');
  await person.sees('email-change', 'confirming.enteringCode.blank');
  await see('email-change-code');
  await person.typesCode(await codeTo(club, address));
  await person.isAt('/Account');
  await person.page.locator('h1').waitFor();
  await see('account-held');
  await person.goes(link);
  await sends(person, { email: `another-${address}` }, 'SUBMIT_EMAIL');
  await person.sees('email-change', 'namingAddress.linkInvalid');
  await see('email-change-link-invalid');
}
