import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import type { TestMember } from '#fixtures/club/members.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { cultures, type Culture } from '#walk/paths/report.ts';
import { shownText } from '#walk/paths/texts.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { codeTo, linkTo } from '#fixtures/club/mailbox.ts';
import { Person } from './support/person.ts';

/** Members manage their account on their own devices (F-06, F-08). */

const NEW_PASSWORD = 'harbour violin sevenfold';

let browser: Browser;
let club: Club;
/** Every device of the story, so that the console of each is checked. */
let devices: Person[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
});
afterEach(async () => {
  await Promise.all(devices.map((device) => device.leaves()));
  devices = [];
});
afterAll(async () => {
  await browser.close();
  await club.close();
});

async function device(culture: Culture = 'en-US', width?: number): Promise<Person> {
  const person = await Person.arrives(browser, club, { culture, ...(width === undefined ? {} : { width }) });
  devices.push(person);
  return person;
}

/** A device on which the member is signed in, on the account page. */
const atAccount = (member: TestMember, culture?: Culture) => signedInAt('/Account', 'account:title', member, culture);

/** The same, on the page of what protects the account. */
const atSecurity = (member: TestMember) => signedInAt('/Security', 'security:title', member);

async function signedInAt(
  page: string,
  title: string,
  member: TestMember,
  culture: Culture = 'en-US',
): Promise<Person> {
  const person = await device(culture);
  await person.goes(page);
  await person.signsIn(member.username, member.password);
  await person.isAt(page);
  await heading(person, title, culture);
  return person;
}

function heading({ page }: Person, key: string, culture: Culture = 'en-US'): Promise<void> {
  return page.getByRole('heading', { level: 1, name: shownText(key, culture), exact: true }).waitFor();
}

function reads({ page }: Person, key: string, culture: Culture = 'en-US'): Promise<void> {
  return page.getByText(shownText(key, culture)).first().waitFor();
}

async function follows({ page }: Person, key: string, culture: Culture = 'en-US'): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: shownText(key, culture) })
    .click();
}

async function presses({ page }: Person, key: string, culture: Culture = 'en-US'): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: shownText(key, culture), exact: true })
    .click();
}

async function types({ page }: Person, key: string, value: string, culture: Culture = 'en-US'): Promise<void> {
  await page.getByLabel(shownText(key, culture), { exact: true }).fill(value);
}

/** Requests the link of a change; returns the link from the mail. */
async function asksForLink(person: Person, member: TestMember, culture: Culture = 'en-US'): Promise<string> {
  await follows(person, 'account:personal.changeEmail', culture);
  await heading(person, 'email-change:title', culture);
  await types(person, 'email-change:password', member.password, culture);
  await presses(person, 'email-change:submit', culture);
  await person.isAt('/ChangeEmail1?step=sent');
  await heading(person, 'email-change:sent.title', culture);
  return linkTo(club, member.email, '/ChangeEmail2');
}

async function namesAddress(person: Person, address: string, culture: Culture = 'en-US'): Promise<void> {
  await types(person, 'email-change:address.email', address, culture);
  await presses(person, 'email-change:address.submit', culture);
}

function stored({ page }: Person): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
}

describe.each(cultures)('in %s', (culture) => {
  it('the address is changed with a link that is opened on another device', async () => {
    const member = await club.member({ culture });
    const address = `new-${culture.toLowerCase()}@mail.example`;
    const phone = await atAccount(member, culture);
    const link = await asksForLink(phone, member, culture);
    expect(link).toMatch(/^\/ChangeEmail2\?culture=[\w-]{5}#token=ce%2F[\w-]{43}$/);

    const desktop = await device(culture, 1280);
    await desktop.goes(link);
    await desktop.isAt('/Signin');
    expect(await stored(desktop)).not.toContain(link.slice(-20));
    await desktop.signsIn(member.username, member.password);
    await desktop.isAt('/ChangeEmail2');
    expect(desktop.page.url()).not.toContain('token');
    await desktop.page.reload();
    await heading(desktop, 'email-change:address.title', culture);
    await namesAddress(desktop, address, culture);
    await desktop.isAt('/ChangeEmail3');
    await desktop.page.reload();
    await heading(desktop, 'email-change:code.title', culture);
    await types(desktop, 'mail-code:code', await codeTo(club, address), culture);
    await presses(desktop, 'email-change:code.submit', culture);
    await desktop.isAt('/Account');
    await reads(desktop, 'account:notice.emailChanged', culture);
    await desktop.page.getByText(address).first().waitFor();
    await reads(desktop, 'account:security.held', culture);
    expect(await stored(desktop)).not.toContain(link.slice(-20));

    // It ended the phone's session, which the phone is told.
    await phone.isAt('/Signin');
  });
});

describe('a mailed link', () => {
  it('that was used is refused, and a new one is offered', async () => {
    const member = await club.member();
    const person = await atAccount(member);
    const link = await asksForLink(person, member);
    await person.goes(link);
    await namesAddress(person, 'used-once@mail.example');
    await types(person, 'mail-code:code', await codeTo(club, 'used-once@mail.example'));
    await presses(person, 'email-change:code.submit');
    await reads(person, 'account:notice.emailChanged');
    // Back does not lead into the finished change again.
    await person.page.goBack();
    await person.isAt('/ChangeEmail1');
    await person.goes(link);
    await namesAddress(person, 'used-twice@mail.example');
    await person.sees('email-change', 'namingAddress.linkInvalid');
    await person.isAt('/ChangeEmail2');
    await presses(person, 'email-change:invalid.ask');
    await heading(person, 'email-change:title');
  });

  it('of another member is refused', async () => {
    const [owner, stranger] = [await club.member(), await club.member()];
    const link = await asksForLink(await atAccount(owner), owner);
    const person = await atAccount(stranger);
    await person.goes(link);
    await namesAddress(person, 'mine-now@mail.example');
    await person.sees('email-change', 'namingAddress.linkInvalid');
  });

  it('is void once it is too old', async () => {
    const member = await club.member();
    const person = await atAccount(member);
    const link = await asksForLink(person, member);
    await club.db
      .updateTable('email_change_requests')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('member_id', '=', member.id)
      .execute();
    await person.goes(link);
    await namesAddress(person, 'too-late@mail.example');
    await person.sees('email-change', 'namingAddress.linkInvalid');
  });
});

describe('their own address', () => {
  it('is verified with a code', async () => {
    const member = await club.member();
    await club.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', member.id).execute();
    const person = await atAccount(member);
    await follows(person, 'account:personal.verify');
    await person.isAt('/Account?step=verify');
    await presses(person, 'email-verification:send');
    await person.isAt('/Account?step=verify-code');
    await types(person, 'mail-code:code', await codeTo(club, member.email));
    await presses(person, 'mail-code:submit');
    await person.isAt('/Account');
    await reads(person, 'account:notice.emailVerified');
    // Back has nothing left to do.
    await person.page.goBack();
    await person.isAt('/Account');
    expect(await person.page.getByRole('link', { name: 'Verify email' }).count()).toBe(0);
  });
});

describe('the password', () => {
  it('is changed, and other devices must sign in again', async () => {
    const member = await club.member();
    const elsewhere = await atSecurity(member);
    const person = await atSecurity(member);
    await follows(person, 'account:security.changePassword');
    await person.isAt('/Account?step=password');
    await types(person, 'password-change:password', member.password);
    await types(person, 'password-change:newPassword', 'password1234');
    await presses(person, 'password-change:submit');
    await person.sees('password-change', 'enteringPasswords.newPasswordRefused');
    await types(person, 'password-change:newPassword', NEW_PASSWORD);
    await presses(person, 'password-change:submit');
    await person.isAt('/Account');
    await reads(person, 'account:notice.passwordChanged');
    await elsewhere.page.reload();
    await elsewhere.isAt('/Signin');
    await elsewhere.signsIn(member.username, NEW_PASSWORD);
    await elsewhere.isAt('/Security');
  });
});

describe('sessions', () => {
  it('are listed with their devices and ended one by one or all at once', async () => {
    const member = await club.member();
    const [first, second, person] = [await atSecurity(member), await atSecurity(member), await atSecurity(member)];
    const ends = person.page.getByRole('button', { name: /^Sign out (?!all)/ });
    const provesPassword = async (act: string): Promise<void> => {
      const dialog = person.page.getByRole('dialog');
      await dialog.locator('input[name="password"]').fill(member.password);
      await dialog.getByRole('button', { name: shownText(act, 'en-US') }).click();
    };
    await ends.first().waitFor();
    expect(await ends.count()).toBe(2);
    await ends.first().click();
    await provesPassword('account:sessions.confirmOne.act');
    await expect.poll(() => ends.count()).toBe(1);
    await presses(person, 'account:sessions.endOthers');
    await provesPassword('account:sessions.confirm.act');
    await expect.poll(() => ends.count()).toBe(0);
    for (const other of [first, second]) {
      await other.page.reload();
      await other.isAt('/Signin');
    }
    await person.page.reload();
    await heading(person, 'security:title');
    await person.goes('/Account');
    await person.page.getByText('All other devices signed out').first().waitFor();
  });
});

describe('the profile', () => {
  it('is changed permanently', async () => {
    const member = await club.member();
    const person = await atAccount(member);
    await presses(person, 'account:personal.edit');
    await types(person, 'account:personal.name', 'Mika Tanaka');
    await types(person, 'account:personal.phone', '+81 3 1234 5678');
    await presses(person, 'account:personal.save');
    await person.page.getByText('Operate successfully.').first().waitFor();
    await person.page.reload();
    await person.page.locator('main').getByText('Mika Tanaka').waitFor();
    await person.page.getByText('+81 3 1234 5678').waitFor();
    await person.page.getByText('Personal information changed').first().waitFor();
  });
});

describe('a referral link', () => {
  it('leads a newcomer to signing up under the member', async () => {
    const member = await club.member();
    const person = await device();
    await person.goes('/Referral');
    await person.signsIn(member.username, member.password);
    await person.isAt('/Referral');
    await person.page.getByRole('radio', { name: 'Right link' }).check();
    const link = new URL(await person.page.getByText(/position=right$/).innerText());
    const newcomer = await device();
    await newcomer.goes(link.pathname + link.search);
    await newcomer.page.locator('[data-flow="sign-up"]').waitFor();
    expect(await newcomer.page.locator('input[name="introducer"]').inputValue()).toBe(
      link.searchParams.get('introducer'),
    );
  });
});
