import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { balanceOf } from '#server/domain/ledger/balances.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { fund, setRates } from '#tests/api/support/money.ts';
import { DAY } from '#tests/api/support/stakes.ts';
import type { World } from '#tests/api/support/world.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { shownText } from '#walk/paths/texts.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { codeTo } from '#fixtures/club/mailbox.ts';
import { checkBesideServers } from '#tests/support/books.ts';
import { Person } from './support/person.ts';

/** Members buy plans and decide about their stakes, following only the screens (F-13, F-14). */

let browser: Browser;
let club: Club;
let devices: Person[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
  await setRates(asWorld());
});
afterEach(async () => {
  await Promise.all(devices.map((device) => device.leaves()));
  devices = [];
  expect((await checkBesideServers(club.db, { full: true, now: club.services.clock.now() })).kind).toBe('agree');
});
afterAll(async () => {
  await browser.close();
  await club.close();
});

/** The parts of a test world that giving money needs. */
function asWorld(): World {
  return { db: club.db, clock: club.services.clock, services: club.services } as unknown as World;
}

async function rich(): Promise<TestMember> {
  const member = await club.member();
  await fund(asWorld(), member.id, { USDT: '6000' });
  return member;
}

async function at(member: TestMember, path: string): Promise<Person> {
  const person = await Person.arrives(browser, club);
  devices.push(person);
  await person.goes(path);
  await person.signsIn(member.username, member.password);
  return person;
}

const held = async ({ id }: TestMember) => ({
  USDT: await balanceOf(club.db, id, 'USDT'),
  MP: await balanceOf(club.db, id, 'MP'),
});
const text = (key: string): string => shownText(key, 'en-US');
const reads = ({ page }: Person, words: string): Promise<void> => page.getByText(words).first().waitFor();
const presses = ({ page }: Person, key: string): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('button', { name: text(key), exact: true })
    .click();
const follows = ({ page }: Person, key: string): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('link', { name: text(key), exact: true })
    .first()
    .click();
const chooses = ({ page }: Person, card: string): Promise<void> => page.getByRole('radio', { name: card }).check();
const acknowledges = ({ page }: Person): Promise<void> => page.getByLabel(text('purchase:risk.acknowledge')).check();

/** Confirms the review with the mailed code. */
async function confirms(person: Person, member: TestMember, review: string): Promise<void> {
  await presses(person, review);
  await person.sees('confirmation', 'enteringCode.blank');
  await person.typesCode(await codeTo(club, member.email));
}

/** Lets days pass; the club's jobs run, and rates are of that day. */
async function daysPass(days: number): Promise<void> {
  club.advance(days * DAY);
  await accrueStakes(club.services);
  await matureStakes(club.services);
  await setRates(asWorld());
}

/** Opens the member's unlocked stake and chooses an option. */
async function decides(member: TestMember, option: string): Promise<Person> {
  const person = await at(member, '/Staking');
  await reads(person, text('staking:state.matured'));
  await follows(person, 'staking:choose');
  await chooses(person, text(option));
  await presses(person, 'restake:submit');
  await person.isAt('/ReStaking?step=review');
  await confirms(person, member, 'restake:review.confirm');
  return person;
}

it('a plan is bought, shown on /Staking, restaked after a year with its rewards, and withdrawn after 90 days', async () => {
  const member = await rich();
  const buyer = await at(member, '/Package');
  await chooses(buyer, 'Stage 2 · Silver');
  await presses(buyer, 'purchase:choose');
  await buyer.isAt('/Plan');
  // Nothing is drafted before the risk is acknowledged (D-31).
  await presses(buyer, 'purchase:submit');
  await reads(buyer, text('purchase:risk.required'));
  await acknowledges(buyer);
  await presses(buyer, 'purchase:submit');
  await buyer.isAt('/Plan?step=review');
  await confirms(buyer, member, 'purchase:review.confirm');
  await reads(buyer, 'Buy success.');
  expect(await held(member)).toEqual({ USDT: '1000', MP: '0' });
  await follows(buyer, 'receipt:stake.all');
  await reads(buyer, 'Unlocks in 365 days');
  // Nothing can be chosen yet.
  await buyer.page.getByText(text('staking:details'), { exact: true }).click();
  await follows(buyer, 'staking:preview');
  await buyer.sees('restake', 'stakeRunning');
  expect(await buyer.page.getByRole('radio').count()).toBe(0);

  await daysPass(365);
  const restaker = await decides(member, 'restake:option.full');
  await reads(restaker, 'Staking succeeded.');
  expect(await held(member)).toEqual({ USDT: '1000', MP: '0' });

  await daysPass(90);
  const taker = await decides(member, 'restake:option.withdraw');
  await reads(taker, text('receipt:notice.stakeWithdrawn'));
  const { USDT, MP } = await held(member);
  expect(USDT).toBe('6000');
  expect(Number(MP)).toBeGreaterThan(0);
  await taker.goes('/Staking');
  await reads(taker, text('staking:state.withdrawn'));
  expect([...buyer.noise, ...restaker.noise, ...taker.noise]).toEqual([]);
});

it('a link opens its plan, and a risk statement that changed meanwhile has to be acknowledged again', async () => {
  const member = await rich();
  const person = await at(member, '/Plan?stage=1');
  await person.sees('purchase', 'enteringPlan.blank');
  await reads(person, 'Stage 1 · Bronze');
  await acknowledges(person);
  const now = club.services.clock.now();
  await addRules(club.db, { changes: { riskVersion: 2 }, effectiveFrom: now, now });
  await presses(person, 'purchase:submit');
  await person.sees('purchase', 'enteringPlan.riskChanged');
  expect(await person.page.getByLabel(text('purchase:risk.acknowledge')).isChecked()).toBe(false);
  await acknowledges(person);
  await presses(person, 'purchase:submit');
  await confirms(person, member, 'purchase:review.confirm');
  await reads(person, 'Buy success.');
  expect(await held(member)).toEqual({ USDT: '5000', MP: '0' });
  // Another purchase under the same version doesn't ask again.
  await person.goes('/Plan?stage=8');
  await reads(person, text('purchase:risk.remembered'));
  expect(person.noise).toEqual([]);
});
