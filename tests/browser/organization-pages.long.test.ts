// States of the organization's pages that a club reaches only after months, in each language; the checks are in
// support/look.ts. The responses are scripted: months of sales and two hundred seats would take half a year.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { randomTree } from '#tests/client/chart-seats.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { FEW_LOOKS, lookAt } from './support/look.ts';
import { partOf, wayFrom } from './support/scripted-tree.ts';
import { openScripted, type Script } from './support/scripted.ts';

const RECEIPT = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
const VOLUMES_AT = '2026-11-21T04:00:00Z';
const NAMES = ['Mika Sato', '佐藤 美佳', '王小明', 'Noriko-Alexandra von Hohenberg', 'Kei', '田中 のり子'];
const seats = randomTree(220, 2026).map((seat, place) => ({
  ...seat,
  name: NAMES[place % NAMES.length] ?? '',
  username: place === 0 ? 'mika' : seat.username,
  rank: place % 9 === 1 ? ('leader' as const) : seat.rank,
  stage: place % 3 === 0 ? null : (place % 8) + 1,
  leftMembers: (place * 37) % 90,
  rightMembers: (place * 17) % 60,
  leftVolumeUsd: `${place * 500}`,
  rightVolumeUsd: `${place * 250}.5`,
}));
const leg = (members: number, volumeUsd: string) => ({
  members,
  joinedThisMonth: 3,
  volumeUsd,
  carriedUsd: '1234567.89',
  totalUsd: '98765432.1',
});

const month = (name: string, rest: object) => ({
  month: name,
  state: 'released',
  bonusOn: true,
  left: { username: 'nori', carriedBeforeUsd: '300', newUsd: '12000', carriedAfterUsd: '0' },
  right: { username: null, carriedBeforeUsd: '0', newUsd: '15500.5', carriedAfterUsd: '3200.5' },
  totalUsd: '27500.5',
  matchedUsd: '12300',
  rate: '0.10',
  bonusUsd: '1230',
  capUsd: null,
  paidUsdt: '983.999999',
  paidPp: '246',
  roundingUsd: '0.000001',
  outcome: 'paid',
  receiptId: RECEIPT,
  ruleVersion: 3,
  asOf: VOLUMES_AT,
  ...rest,
});
const unpaid = { paidUsdt: '0', paidPp: '0', roundingUsd: '0', receiptId: null };
const months = [
  month('2026-11', {
    ...unpaid,
    state: 'open',
    outcome: 'running',
    bonusUsd: '540.5',
    matchedUsd: '5405',
    totalUsd: '19000',
    ruleVersion: null,
  }),
  month('2026-10', { ...unpaid, state: 'calculated' }),
  month('2026-09', {}),
  month('2026-08', { ...unpaid, outcome: 'nothingMatched', bonusUsd: '0', matchedUsd: '0', totalUsd: '500' }),
  month('2026-07', { ...unpaid, outcome: 'notQualified', bonusUsd: '0', matchedUsd: '0' }),
  month('2026-06', { ...unpaid, bonusOn: false, outcome: 'bonusOff', bonusUsd: '0', matchedUsd: '0' }),
  ...Array.from({ length: 8 }, (_, place) =>
    month(`2025-${String(12 - place).padStart(2, '0')}`, { bonusUsd: `${900 - place * 100}`, capUsd: '900' }),
  ),
];

const SCRIPT: Script = {
  'GET /account/communityInfo': () => ({
    introduced: 4,
    left: leg(128, '120000'),
    right: leg(92, '90500.5'),
    volumesAt: VOLUMES_AT,
  }),
  'GET /account/ListDownLines': () => ({ items: seats.slice(1, 40), nextCursor: 'NTc' }),
  'GET /organization/member': () => ({
    seat: seats[12],
    stage: 3,
    introducedByMe: false,
    introducer: null,
    volumesAt: null,
    left: { username: 'somebody_with_a_long_name', figures: leg(12, '12000') },
    right: { username: null, figures: leg(0, '0') },
  }),
  'GET /account/SeatUp': () => ({ items: wayFrom(seats, 57), nextCursor: null }),
  'GET /organization/tree': (search) => ({
    volumesAt: VOLUMES_AT,
    nodes: partOf(seats, Number(search.get('seatNo') ?? '1'), Number(search.get('levels') ?? '4')),
  }),
  'GET /sales': () => ({ items: months, nextCursor: 'NTc' }),
  'GET /sales/2026-09': () => ({ ...months[2] }),
  'GET /sales/2026-11': () => ({ ...months[0] }),
  'GET /sales/2026-06': () => ({ ...months[5] }),
  'GET /referral/earnings': () => ({
    bonusOn: true,
    rate: '0.05',
    totals: { introduced: 2, purchasesUsd: '6000', earnedUsdt: '1234567.123456', thisMonthUsdt: '50' },
    nextCursor: 'NTc',
    items: [
      {
        username: 'nori',
        name: '田中 のり子',
        position: 'left',
        joinedAt: VOLUMES_AT,
        purchasesUsd: '5000',
        earnedUsdt: '250',
        lastPurchaseAt: VOLUMES_AT,
      },
      {
        username: 'somebody_with_a_long_name',
        name: 'Noriko-Alexandra von Hohenberg',
        position: null,
        joinedAt: VOLUMES_AT,
        purchasesUsd: '0',
        earnedUsdt: '0',
        lastPurchaseAt: null,
      },
    ],
  }),
};

const PAGES: Readonly<Record<string, string>> = {
  organization: '/Organization',
  'organization-filtered': '/Organization?search=nor&level=3',
  'organization-member': '/Organization/user1?of=member57',
  'organization-member-below': '/Organization/user1-1?of=member57',
  'organization-unnamed': '/Organization/user1',
  'organization-chart': '/OrganizationChart',
  'organization-chart-member': '/OrganizationChart?of=member57',
  'organization-table': '/OrganizationChart?view=table',
  sales: '/SalesManagement',
  'sales-paid': '/SalesManagement?month=2026-09',
  'sales-running': '/SalesManagement?month=2026-11',
  'sales-off': '/SalesManagement?month=2026-06',
  'sales-none': '/SalesManagement?month=2026-13',
  'referral-earnings': '/Referral',
};

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe.each(FEW_LOOKS)('$culture, $theme, $width px', (look) => {
  it('shows every page correctly', async () => {
    const scripted = await openScripted(browser, SCRIPT, look);
    const { context, page, goes } = scripted;
    const { see, problems } = lookAt(scripted, look);
    for (const [name, path] of Object.entries(PAGES)) {
      await goes(path);
      await page.locator('main h1').waitFor();
      await page
        .locator('main details')
        .evaluateAll((all) => all.forEach((each) => ((each as HTMLDetailsElement).open = true)));
      await see(name);
    }
    await context.close();
    expect(problems).toEqual([]);
  }, 240_000);
});
