// What happens to a member's own while they look elsewhere: the bell counts it on each of their devices without a
// reload, the list leads to it, and what was read on one device is read on the others.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { payment } from '#fixtures/club/chain.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { setRates } from '#tests/api/support/money.ts';
import type { World } from '#tests/api/support/world.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { Person } from './support/person.ts';

let browser: Browser;
let club: Club;
let devices: Person[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
  await setRates({ db: club.db, clock: club.services.clock, services: club.services } as unknown as World);
});
afterEach(async () => {
  await Promise.all(devices.map((device) => device.leaves()));
  devices = [];
});
afterAll(async () => {
  await browser.close();
  await club.close();
});

async function at(member: TestMember, path: string, width: number): Promise<Person> {
  const person = await Person.arrives(browser, club, { width });
  devices.push(person);
  await person.goes(path);
  await person.signsIn(member.username, member.password);
  await person.isAt(path);
  return person;
}

const bell = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
const list = ({ page }: Person) => page.getByRole('dialog', { name: 'Notifications' });

/** Somebody pays what a member has requested. */
async function pays(member: TestMember) {
  const { address } = await club.db
    .selectFrom('chain_addresses')
    .select('address')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  const { db, services } = club;
  const sent = { address, asset: 'USDT', amount: '500' } as const;
  return payment({ db, clock: services.clock }, createPaymentListener(services), sent);
}

it('a deposit is counted on the member’s phone and desk at once, and read on both', async () => {
  const member = await club.member();
  const phone = await at(member, '/Deposit', 360);
  const desk = await at(member, '/Wallet', 1280);
  await phone.page.getByLabel('Amount', { exact: true }).fill('500');
  await phone.presses('SUBMIT_FORM');
  await phone.sees('deposit', 'awaitingPayment.blank');
  const paid = await pays(member);
  await paid.seen();
  for (const device of [phone, desk]) await bell(device, 'Notifications: 1 unread').waitFor();
  await paid.final();
  for (const device of [phone, desk]) await bell(device, 'Notifications: 2 unread').waitFor();
  // Whoever looks on is told, and may go there.
  for (const device of [phone, desk])
    await device.page.getByRole('link', { name: 'Deposit of 500.00 USDT credited', exact: true }).waitFor();
  // The wallet was open all the time, and nobody pressed anything.
  await desk.page.getByRole('main').getByText('500.00').first().waitFor();

  await bell(desk, 'Notifications: 2 unread').click();
  await list(desk).getByRole('button', { name: 'Mark all as read' }).click();
  for (const device of [phone, desk]) await bell(device, 'Notifications').waitFor();
  await list(desk)
    .getByRole('link', { name: /Deposit of 500\.00 USDT credited/ })
    .click();
  await desk.page.waitForURL('**/Receipt/*');
  await list(desk).waitFor({ state: 'hidden' });
  expect([...phone.noise, ...desk.noise]).toEqual([]);
});
