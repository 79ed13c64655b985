import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { codeTo } from '#fixtures/club/mailbox.ts';
import { withDevice } from '#walk/browser/page-device.ts';
import { balanceOf } from '#server/domain/ledger/balances.ts';
import { fund, setRates } from '#tests/api/support/money.ts';
import type { World } from '#tests/api/support/world.ts';
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

  it('confirms a transfer in place of the code a day later, with the transfer on the screen', async () => {
    const recipient = await club.member();
    const member = await atPasskeys();
    await fund(asWorld(), member.id, { USDT: '100' });
    await setRates(asWorld());
    await person.presses('START_ADDING');
    await person.isAt('/Passkeys?step=add');
    await person.fills({ name: 'Laptop', password: member.password, code: await codeTo(club, member.email) });
    await person.presses('SUBMIT_CODES');
    await person.isAt('/Passkeys?step=device');
    await person.presses('DEVICE_MADE');
    await heading('Your passkey is added');
    await aDayLater(member.id);

    await person.goes('/Transfer');
    await person.fills({ username: recipient.username });
    await person.presses('SUBMIT_RECIPIENT');
    await person.sees('transfer', 'enteringTransfer.blank');
    await person.fills({ amount: '25', note: 'For the tickets' });
    await person.presses('SUBMIT_FORM');
    await person.sees('transfer', 'reviewing');
    await person.presses('CONFIRM');
    await person.sees('confirmation', 'askingDevice.fresh');
    const main = person.page.getByRole('main');
    expect(await main.innerText()).toContain(recipient.username);
    await button('Confirm with passkey').waitFor();
    expect(await main.innerText()).toContain(recipient.username);
    // The other way and back again: nothing is mailed before it is asked for.
    const codes = () =>
      club.db.selectFrom('mails').select('id').where('recipient', '=', member.email).where('kind', '=', 'transferCode');
    expect(await codes().execute()).toEqual([]);
    await person.presses('USE_CODE');
    await person.sees('confirmation', 'enteringCode.blank');
    expect(await codes().execute()).toHaveLength(1);
    await person.presses('USE_PASSKEY');
    await person.sees('confirmation', 'askingDevice.fresh');
    await person.presses('DEVICE_SIGNED');
    await person.page.waitForURL(/\/Receipt\//);
    expect(await balanceOf(club.db, member.id, 'USDT')).toBe('75');
    expect(person.noise).toEqual([]);
  });
});

/** The parts of a test world that giving money needs. */
function asWorld(): World {
  return { db: club.db, clock: club.services.clock, services: club.services } as unknown as World;
}

/** The passkeys of a member were added more than 24 hours ago, and the hold is over. */
async function aDayLater(memberId: string): Promise<void> {
  const now = club.services.clock.now();
  await club.db.updateTable('passkeys').set({ confirms_from: now }).where('member_id', '=', memberId).execute();
  await club.db.updateTable('members').set({ money_held_until: null }).where('id', '=', memberId).execute();
}
