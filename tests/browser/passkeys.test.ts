import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { codeTo } from '#fixtures/club/mailbox.ts';
import { withDevice } from '#walk/browser/passkeys.ts';
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

const button = (name: string) => person.page.getByRole('button', { name, exact: true });
const heading = (name: string) => person.page.getByRole('heading', { level: 1, name }).waitFor();

/** A member on the page of their passkeys, with a device that verifies its user. */
async function atPasskeys() {
  const member = await club.member();
  person = await Person.arrives(browser, club);
  await withDevice(person.page);
  await person.goes('/Passkeys');
  await person.signsIn(member.username, member.password);
  await person.isAt('/Passkeys');
  return member;
}

describe('a passkey', () => {
  it('is added with a device, signs in in place of the password, and signs in no more once removed', async () => {
    const member = await atPasskeys();
    await person.presses('START_ADDING');
    await person.isAt('/Passkeys?step=add');
    await person.fills({ name: 'Laptop', password: member.password, code: await codeTo(club, member.email) });
    await person.presses('SUBMIT_CODES');
    await person.isAt('/Passkeys?step=device');
    await person.presses('DEVICE_MADE');
    await heading('Your passkey is added');
    await button('Show passkeys').click();
    await person.page.getByText('Laptop', { exact: true }).waitFor();

    await person.goes('/Signout');
    await person.presses('CONFIRM');
    await person.isAt('/Signin');
    await person.page.getByRole('link', { name: 'Sign in with passkey' }).click();
    await person.isAt('/PasskeySignin');
    await button('Use passkey').click();
    await person.isAt('/');
    await person.page.getByText('Login succeed.').first().waitFor();

    await person.goes('/Passkeys');
    await person.page.getByText('Last used:').waitFor();
    await person.presses('START_REMOVING');
    await person.fills({ password: member.password });
    await person.presses('SUBMIT_PASSWORD');
    await heading('Your passkey is removed');

    await person.goes('/Signout');
    await person.presses('CONFIRM');
    await person.isAt('/Signin');
    await person.goes('/PasskeySignin');
    await button('Use passkey').click();
    await person.page.getByText('Passkey not accepted').waitFor();
    await person.page.getByRole('link', { name: 'Sign in with your password' }).click();
    await person.isAt('/Signin');
    expect(person.noise).toEqual([]);
  });

  it('is added once a device that stopped is asked again', async () => {
    const member = await atPasskeys();
    await person.presses('START_ADDING');
    await person.isAt('/Passkeys?step=add');
    await person.fills({ name: 'Laptop', password: member.password, code: await codeTo(club, member.email) });
    await person.presses('SUBMIT_CODES');
    await person.isAt('/Passkeys?step=device');
    await person.page.evaluate(() => {
      const { credentials } = navigator;
      const create = credentials.create.bind(credentials);
      credentials.create = () => {
        credentials.create = create;
        return Promise.reject(new DOMException('', 'NotAllowedError'));
      };
    });
    await person.presses('DEVICE_MADE');
    await person.page.getByText('No passkey was created').waitFor();
    await person.presses('DEVICE_MADE');
    await heading('Your passkey is added');
    expect(person.noise).toEqual([]);
  });
});
