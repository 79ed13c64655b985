import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { both, day, distinct, type Json, moment, money, of, plain, usd } from './support/distinct.ts';
import { example, json, openApp } from './support/open-app.tsx';

/**
 * Every figure that stands beside a term on a page, and what is counted or worked out from several: each is told as the
 * reply has it, in which no two values are alike, so that a figure that stands at the place of another is seen.
 */

/** Every term of the page with its figure, below the heading of its part, and every row of its tables. */
function figures(): Record<string, string> {
  const main = screen.getByRole('main');
  const heading = (element: Element) =>
    element.closest('section:not([aria-label]), li')?.querySelector('h2')?.textContent ?? '';
  const facts = [...main.querySelectorAll('dt')].map(
    (dt) => [`${heading(dt)}: ${dt.textContent}`, dt.parentElement?.querySelector('dd')?.textContent ?? ''] as const,
  );
  const rows = [...main.querySelectorAll('tbody tr')].map(
    (row) =>
      [
        `${heading(row)}: ${row.querySelector('th')?.textContent ?? ''}`,
        [...row.querySelectorAll('td')].map(({ textContent }) => textContent).join(' | '),
      ] as const,
  );
  // Two of one name would hide each other.
  const all = [...facts, ...rows];
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
  return Object.fromEntries(all);
}

const RECEIPT = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
const member = of('/account/userInfo', { lastSignInAt: '2026-11-19T22:15:00Z', phone: '+81 3 1234 5678' });
const stakes = of('/stakes');
const [sampleStake] = stakes.items as [Json];
const matured = { ...distinct(sampleStake), days: 365, daysLeft: 0, state: 'matured', stage: 2 };
const running = {
  ...distinct(sampleStake),
  id: '8d1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a12',
  days: 90,
  daysLeft: 41,
  state: 'running',
  stage: 3,
  endsAt: '2027-01-01T02:00:00Z',
};
const later = {
  ...distinct(sampleStake),
  id: '8d1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a13',
  days: 365,
  daysLeft: 112,
  state: 'running',
  stage: 4,
  endsAt: '2027-03-13T02:00:00Z',
};
const stakeList = { ...stakes, items: [matured, running, later] };
const wallet = of('/wallet', { ratesAt: '2026-11-21T03:10:48Z', newestRateAt: '2026-11-21T03:59:29Z', pending: [] });
const balances = (wallet['balances'] as Json[]).map((balance) => ({ ...balance }));
const [usdt, btc] = balances as [Json, Json];
const rules = of('/rules', { version: 7 });
const days = {
  items: [
    { day: '2026-11-19', walletUsd: '100.25', stakedUsd: '7.5' },
    { day: '2026-11-20', walletUsd: '9000.5', stakedUsd: '21.25' },
    { day: '2026-11-21', walletUsd: '300.75', stakedUsd: '60' },
  ],
};
const [sampleMonth] = of('/sales').items as [Json];
const pastMonth = { ...sampleMonth, capUsd: '99000.75' } as Json;
const sides = (figure: string) =>
  [pastMonth['left'], pastMonth['right']].map((leg: Json) => plain(leg[figure] as string, 'USD')).join(' | ');
const openMonth: Json = {
  ...distinct(pastMonth),
  month: '2026-11',
  state: 'open',
  outcome: 'running',
  receiptId: null,
  matchedUsd: null,
  bonusUsd: null,
};
const sales = { items: [openMonth, pastMonth], nextCursor: null };
const earnings = of('/referral/earnings');
const [introduced] = earnings['items'] as [Json];
const community = of('/account/communityInfo');
const below = of('/organization/member');
const seen: Json = { ...below, seat: { ...below['seat'], level: 3, username: 'nori' } };
const inquiry = of('/inquiries/{id}');
const receipt = of('/receipts/{id}', {
  rate: '1.5',
  ruleVersion: 4,
  at: '2026-11-20T01:00:00Z',
  updatedAt: '2026-11-20T02:00:00Z',
  rateAt: '2026-11-20T00:59:00Z',
});
const deposit: Json = {
  ...distinct(example('POST', '/deposits') as Json),
  status: 'completed',
  amount: '512.5',
  minimum: '100',
  received: '512.75',
  confirmations: 14,
  confirmationsNeeded: 12,
  creditedAt: '2026-11-20T03:00:00Z',
};
const payout = {
  id: RECEIPT,
  network: 'ethereum',
  development: false,
  address: deposit['address'] as string,
  addressLabel: 'Cold wallet',
  completesAt: '2026-12-01T04:00:00Z',
  overdue: false,
  cancellable: false,
  transactionId: null,
  timeline: [],
};

const stakeFacts = (title: string, stake: Json) => ({
  [`${title}: Staked`]: `${money(stake['stakedUsdt'] as string, 'USDT')}${money(stake['stakedMp'] as string, 'MP')}`,
  [`${title}: Counted as`]: usd(stake['amountUsd'] as string),
  [`${title}: Accrued so far`]: money(stake['accruedMp'] as string, 'MP'),
  ...(stake['state'] === 'running' ? { [`${title}: Daily rate at present`]: '0.07% (variable, not guaranteed)' } : {}),
  [`${title}: Began`]: day(stake['startedAt'] as string),
  ...(stake['state'] === 'running'
    ? { [`${title}: Lifted on`]: moment(stake['endsAt'] as string) }
    : { [`${title}: Was lifted on`]: day(stake['endsAt'] as string) }),
});
const assetFacts = (title: string, { asset, available, underWay, staked, usd: worth }: Json) => ({
  [`${title}: Available`]: money(available as string, asset as string),
  [`${title}: Under way`]: money(underWay as string, asset as string),
  [`${title}: Staked`]: money(staked as string, asset as string),
  [`${title}: In USD`]: usd(worth as string),
});
const legs = (title: string, left: Json, right: Json) => ({
  [`${title}: Members`]: `${left['members']} | ${right['members']}`,
  [`${title}: Joined this month`]: `${left['joinedThisMonth']} | ${right['joinedThisMonth']}`,
  [`${title}: New volume this month (USD)`]: `${plain(left['volumeUsd'] as string, 'USD')} | ${plain(right['volumeUsd'] as string, 'USD')}`,
  [`${title}: Carried over (USD)`]: `${plain(left['carriedUsd'] as string, 'USD')} | ${plain(right['carriedUsd'] as string, 'USD')}`,
  [`${title}: Volume since the start (USD)`]: `${plain(left['totalUsd'] as string, 'USD')} | ${plain(right['totalUsd'] as string, 'USD')}`,
});

const dated = {
  'What happened: Version of the rules': '4',
  'What happened: Made': both(receipt['at'] as string),
  'What happened: Last change': both(receipt['updatedAt'] as string),
};
const seatOfMember = {
  'Your seat: Seat': member['positionId'] as string,
  'Your seat: Position': 'Left',
  'Your seat: Introducer': member['introducer'] as string,
  'Your seat: Referral code': `${member['referralCode']}Copy`,
};
const stage = ({ stage: number, name, amountUsd }: Json) =>
  [
    `Club rules in force: ${number}. ${(name as string).charAt(0).toUpperCase()}${(name as string).slice(1)}`,
    amountUsd === null ? `Any amount above ${usd(rules['customPlanAboveUsd'] as string)}` : usd(amountUsd as string),
  ] as const;

interface Page {
  readonly name: string;
  readonly address: string;
  /** Parts that are on the page, as the files below `src` that draw them. */
  readonly files: readonly string[];
  readonly answers: Readonly<Record<string, unknown>>;
  /** Once this stands there the page is whole. */
  readonly until: RegExp;
  readonly figures: Readonly<Record<string, string>>;
  /** What is told in a sentence or named for a reader of screens, beside the terms. */
  readonly says: readonly string[];
}

const pages: readonly Page[] = [
  {
    name: 'the stakes',
    address: '/Staking',
    files: ['pages/staking/staking.page.tsx', 'ui/stake-facts.tsx'],
    answers: { 'GET /stakes': stakeList },
    until: /^3 stakes$/,
    figures: {
      'In total: Staked and running': usd(stakes['totals'].runningUsd as string),
      'In total: Waiting for your choice': usd(stakes['totals'].maturedUsd as string),
      'In total: Accrued so far': money(stakes['totals'].accruedMp as string, 'MP'),
      'In total: Earned by all stakes ever': money(stakes['totals'].earnedMp as string, 'MP'),
      ...stakeFacts('Stage 2 · Silver', matured),
      ...stakeFacts('Stage 3 · Gold', running),
      ...stakeFacts('Stage 4 · Ruby', later),
    },
    says: [
      '41 days until it is lifted',
      'of 90 days',
      '49 of 90',
      '112 days until it is lifted',
      'of 365 days',
      '253 of 365',
      '3 stakes',
    ],
  },
  {
    name: 'the wallet',
    address: '/Wallet',
    files: ['pages/wallet/asset-card.tsx'],
    answers: { 'GET /wallet': wallet },
    until: /^Nothing is under way\.$/,
    figures: { ...assetFacts('TetherUSDT', usdt), ...assetFacts('BitcoinBTC', btc) },
    says: [
      usd(wallet['totalUsd'] as string),
      `At rates of ${moment(wallet['ratesAt'] as string)} to ${moment(wallet['newestRateAt'] as string).slice(11)}.`,
    ],
  },
  {
    name: 'the dashboard',
    address: '/',
    files: [
      'pages/dashboard/balance-panel.tsx',
      'pages/dashboard/bonus-panel.tsx',
      'pages/dashboard/dashboard.page.tsx',
      'pages/dashboard/earning-panel.tsx',
      'pages/dashboard/rules-panel.tsx',
    ],
    answers: {
      'GET /wallet': wallet,
      'GET /stakes': stakeList,
      'GET /sales': sales,
      'GET /rules': rules,
      'GET /wallet/days': days,
    },
    until: /^Bonus of 2026-11$/,
    figures: {
      'Balance: USDT': plain(usdt['available'] as string, 'USDT'),
      'Balance: BTC': plain(btc['available'] as string, 'BTC'),
      'Balance: Staked USDT': plain(usdt['staked'] as string, 'USDT'),
      'Balance: Staked BTC': plain(btc['staked'] as string, 'BTC'),
      'Earning: In stakes that run': usd(stakes['totals'].runningUsd as string),
      'Earning: Waiting for your choice': usd(stakes['totals'].maturedUsd as string),
      'Earning: Accrued so far': money(stakes['totals'].accruedMp as string, 'MP'),
      'Earning: Next one lifted': `${day(running.endsAt)} (41 days left)`,
      'Bonus of 2026-11: Left, new volume': usd(openMonth['left'].newUsd as string),
      'Bonus of 2026-11: Right, new volume': usd(openMonth['right'].newUsd as string),
      ...Object.fromEntries(
        days.items.map(({ day: of, walletUsd, stakedUsd }) => [
          `Balance over time: ${of}`,
          `${plain(walletUsd, 'USD')} | ${plain(stakedUsd, 'USD')}`,
        ]),
      ),
      'Club rules in force: Minimum deposit': usd(rules['minimumDepositUsd'] as string),
      'Club rules in force: Minimum withdrawal': usd(rules['minimumWithdrawalUsd'] as string),
      'Club rules in force: Withdrawal fee': '10.00% of the amount',
      'Club rules in force: Withdrawal completes after': `${rules['withdrawalCompletionHours']} hours`,
      'Club rules in force: Stake is locked for': `${rules['stakeDays']} days`,
      'Club rules in force: Restake is locked for': `${rules['restakeDays']} days`,
      ...Object.fromEntries((rules['stages'] as Json[]).map(stage)),
      ...seatOfMember,
      'Membership: User name': member['username'] as string,
      'Membership: Name': member['name'] as string,
      'Membership: E-mail': `${member['email']}Verified`,
      'Membership: Phone number': member['phone'] as string,
      'Membership: Rank': 'Member',
      'Membership: Joined': day(member['joinedAt'] as string),
    },
    says: [
      `${usd(wallet['totalUsd'] as string)}`,
      'From 2026-11-19 to 2026-11-21: 107.75 USD at first, 360.75 USD now, at most 9,021.75 USD.',
      'Wallet: 300.75 USD',
      'Staked: 60.00 USD',
      `Version 7, since ${day(rules['effectiveFrom'] as string)}`,
      'Bonus of 2026-11',
    ],
  },
  {
    name: 'the sales',
    address: '/SalesManagement',
    files: ['pages/sales/running-panel.tsx'],
    answers: { 'GET /sales': sales, 'GET /account/communityInfo': community },
    until: /^Past months$/,
    figures: {
      'This month (2026-11): Left user': openMonth['left'].username as string,
      'This month (2026-11): Right user': openMonth['right'].username as string,
      'This month (2026-11): Total sales': usd(openMonth['totalUsd'] as string),
      'This month (2026-11): Binary sales': 'not calculated yet',
      ...legs('Both sides in figures', community['left'] as Json, community['right'] as Json),
      'Months in comparison: 2026-10': [pastMonth['bonusUsd'], pastMonth['matchedUsd'], pastMonth['totalUsd']]
        .map((amount) => plain(amount as string, 'USD'))
        .join(' | '),
      'Months in comparison: 2026-11 not final': `not calculated yet | not calculated yet | ${plain(openMonth['totalUsd'] as string, 'USD')}`,
    },
    says: [
      'This month (2026-11)',
      `As of ${moment(openMonth['asOf'] as string)}`,
      `Total sales ${plain(pastMonth['totalUsd'] as string, 'USD')} USD, binary sales ${plain(pastMonth['matchedUsd'] as string, 'USD')} USD`,
      usd(pastMonth['bonusUsd'] as string),
    ],
  },
  {
    name: 'a month of sales',
    address: '/SalesManagement?month=2026-10',
    files: ['pages/sales/month-panel.tsx'],
    answers: { 'GET /sales/2026-10': pastMonth },
    until: /^Receipt of the payment$/,
    figures: {
      'Both sides: User': `${pastMonth['left'].username} | ${pastMonth['right'].username}`,
      'Both sides: Carried from before': sides('carriedBeforeUsd'),
      'Both sides: New in this month': sides('newUsd'),
      'Both sides: Matched': `-${plain(pastMonth['matchedUsd'] as string, 'USD')} | -${plain(pastMonth['matchedUsd'] as string, 'USD')}`,
      'Both sides: Carried to the next month': sides('carriedAfterUsd'),
      'Both sides: Total sales': usd(pastMonth['totalUsd'] as string),
      'Both sides: Binary sales': usd(pastMonth['matchedUsd'] as string),
      'The bonus: Rate': '10.00%',
      'The bonus: Most that a month may pay': usd(pastMonth['capUsd'] as string),
      'The bonus: Binary bonus': usd(pastMonth['bonusUsd'] as string),
      'The bonus: Paid in USDT': money(pastMonth['paidUsdt'] as string, 'USDT'),
      'The bonus: Paid as principal points': money(pastMonth['paidPp'] as string, 'PP'),
      'The bonus: Left with the club by rounding down': usd(pastMonth['roundingUsd'] as string),
      'The bonus: Rules': 'Version 3',
    },
    says: [`As of ${moment(pastMonth['asOf'] as string)}`],
  },
  {
    name: 'the referrals',
    address: '/Referral',
    files: ['pages/referral/earnings-panel.tsx'],
    answers: { 'GET /referral/earnings': earnings },
    until: /^Members introduced$/,
    figures: {
      'Referral bonuses: Paid this month (UTC)': money(earnings['totals'].thisMonthUsdt as string, 'USDT'),
      'Referral bonuses: Members introduced': String(earnings['totals'].introduced),
      'Referral bonuses: Their purchases': usd(earnings['totals'].purchasesUsd as string),
    },
    says: [
      money(earnings['totals'].earnedUsdt as string, 'USDT'),
      'Paid so far, at 5.00% of a purchase under the rules in force',
      money(introduced['earnedUsdt'] as string, 'USDT'),
      `of purchases of ${usd(introduced['purchasesUsd'] as string)}`,
      `On your left · joined ${day(introduced['joinedAt'] as string)} · last purchase ${day(introduced['lastPurchaseAt'] as string)}`,
    ],
  },
  {
    name: 'the organization',
    address: '/Organization',
    files: [],
    answers: { 'GET /account/communityInfo': community },
    until: /^Volumes as of/,
    figures: {
      ...legs('Both sides in figures', community['left'] as Json, community['right'] as Json),
    },
    says: [
      `You have introduced ${community['introduced']} members.`,
      `Volumes as of ${moment(community['volumesAt'] as string)}. Months are those of UTC.`,
    ],
  },
  {
    name: 'a member of it',
    address: '/Organization/user1?of=nori',
    files: ['pages/organization/member-panels.tsx'],
    answers: { 'GET /organization/member': seen },
    until: /^Volumes as of/,
    figures: {
      'Membership: User name': 'nori',
      'Membership: Seat': seen['seat'].positionId as string,
      'Membership: Place': 'Level 3 · Left',
      'Membership: Joined': day(seen['seat'].joinedAt as string),
      'Membership: Rank': 'Member',
      'Membership: Running stake': 'Stage 2 · Silver',
      'Membership: Introducer': 'You',
      ...legs('Both sides in figures', seen['left'].figures as Json, seen['right'].figures as Json),
    },
    says: [`Volumes as of ${moment(seen['volumesAt'] as string)}. Months are those of UTC.`],
  },
  {
    name: 'the account',
    address: '/Account',
    files: ['pages/account/personal-panel.tsx', 'pages/account/preferences-panel.tsx'],
    answers: {},
    until: /^Previous sign-in$/,
    figures: {
      'Personal information: User name': member['username'] as string,
      'Personal information: Name': member['name'] as string,
      'Personal information: Phone number': member['phone'] as string,
      'Personal information: Language of mails': 'English',
      'Personal information: Referral code': `${member['referralCode']}Copy`,
      'Personal information: Introducer': member['introducer'] as string,
      'Personal information: Seat': `${member['positionId']} (left)`,
      'Personal information: Joined': day(member['joinedAt'] as string),
      'Personal information: Previous sign-in': moment(member['lastSignInAt'] as string),
      'Appearance and language: Language': 'LanguageEnglish日本語简体中文',
      'Appearance and language: Appearance': 'AppearanceSystemLightDark',
    },
    says: [],
  },
  {
    name: 'an inquiry',
    address: '/Contact?ticket=Q-7K2M-9QXD',
    files: ['pages/contact/inquiry.page.tsx'],
    answers: { [`GET /inquiries/${inquiry['ticket']}`]: inquiry },
    until: /^When will it be paid out\?$/,
    figures: {
      'Status: About': 'Withdrawal',
      'Status: Receipt': inquiry['receipt'].reference as string,
      'Status: Opened': moment(inquiry['openedAt'] as string),
    },
    says: ['Answered'],
  },
  {
    name: 'the receipt of a withdrawal',
    address: `/Receipt/${RECEIPT}`,
    files: ['pages/receipt/facts-panel.tsx', 'pages/receipt/withdrawal-panel.tsx'],
    answers: { [`GET /receipts/${RECEIPT}`]: { ...receipt, withdrawal: payout } },
    until: /^Payout$/,
    figures: {
      'What happened: Status': 'In process',
      'What happened: Amount': money(receipt['amount'] as string, 'USDT'),
      'What happened: Fee': money(receipt['fee'] as string, 'USDT'),
      'What happened: Net': money(receipt['net'] as string, 'USDT'),
      'What happened: Rate': '1 USDT = 1.5 USD',
      'What happened: Rate of': both(receipt['rateAt'] as string),
      ...dated,
      'Payout: Network': 'Ethereum',
      'Payout: Label': 'Cold wallet',
      'Payout: Address': `${payout.address}Shorten AddressCopy`,
    },
    says: [],
  },
  {
    name: 'the receipt of a deposit',
    address: `/Receipt/${RECEIPT}`,
    files: ['pages/receipt/deposit-panel.tsx'],
    answers: {
      [`GET /receipts/${RECEIPT}`]: {
        ...receipt,
        kind: 'deposit',
        status: 'completed',
        amount: '512.75',
        fee: null,
        net: null,
        rate: null,
        rateAt: null,
        deposit,
      },
    },
    until: /^Payment$/,
    figures: {
      'What happened: Status': 'Completed',
      'What happened: Amount': '512.75 USDT',
      ...dated,
      'Payment: Network': 'Ethereum (development chain)',
      'Payment: Address': `${deposit['address']}Shorten AddressCopy`,
      'Payment: Minimum': '100.00 USDT',
      'Payment: Meant to be paid': '512.50 USDT',
      'Payment: Received': '512.75 USDT',
      'Payment: Confirmations': '12 of 12',
      'Payment: Credited': both(deposit['creditedAt'] as string),
    },
    says: [],
  },
];

/** What opens by a press: the panel of a seat in the chart (tests/components/organization-chart.test.tsx). */
const ELSEWHERE = ['pages/organization-chart/chosen-panel.tsx'];

beforeAll(async () => {
  await Promise.all([import('#src/frames/member-frame.tsx'), import('#src/ui/toaster.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the figures', () => {
  it.each(pages)('of $name are those of the reply', async ({ address, answers, until, figures: written, says }) => {
    const all = { 'GET /account/userInfo': member, ...answers };
    await openApp(address, {
      answers: Object.fromEntries(Object.entries(all).map(([call, body]) => [call, () => json(body)])),
    });
    await within(await screen.findByRole('main')).findByText(until);
    // Each part of a page reads for itself.
    await waitFor(() => expect(figures()).toEqual(written));
    const main = screen.getByRole('main');
    const told = [...main.querySelectorAll('*')].flatMap((element) => [
      element.textContent,
      element.getAttribute('aria-label') ?? '',
      element.tagName === 'PROGRESS' ? `${element.getAttribute('value')} of ${element.getAttribute('max')}` : '',
    ]);
    expect(says.filter((sentence) => !told.includes(sentence))).toEqual([]);
  });

  it('are written of every part that has terms', () => {
    const known = [...pages.flatMap(({ files }) => files), ...ELSEWHERE];
    const drawn = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /^(pages|ui)\/.*\.tsx$/.test(name) &&
        name !== 'ui/panel.tsx' &&
        readFileSync(`src/${name}`, 'utf8').includes('<Fact '),
    );
    expect([...new Set(known)].toSorted()).toEqual(drawn.toSorted());
  });
});
