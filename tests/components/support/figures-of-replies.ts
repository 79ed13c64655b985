// Replies in which no two values are equal, and how the pages show them.
import { add, floorTo, multiply, sum } from '#money/amount.ts';
import { both, day, distinct, type Json, moment, money, of, plain, usd } from './distinct.ts';
import { example } from './open-app.tsx';

export const RECEIPT = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
/** The signed-in member of all pages. */
export const member = of('/account/userInfo', { lastSignInAt: '2026-11-19T22:15:00Z', phone: '+81 3 1234 5678' });
export const stakes = of('/stakes');
const [sampleStake] = stakes.items as [Json];
export const matured = { ...distinct(sampleStake), days: 365, daysLeft: 0, state: 'matured', stage: 2 };
export const running = {
  ...distinct(sampleStake),
  id: '8d1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a12',
  days: 90,
  daysLeft: 41,
  state: 'running',
  stage: 3,
  endsAt: '2027-01-01T02:00:00Z',
};
export const later = {
  ...distinct(sampleStake),
  id: '8d1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a13',
  days: 365,
  daysLeft: 112,
  state: 'running',
  stage: 4,
  endsAt: '2027-03-13T02:00:00Z',
};
export const stakeList = { ...stakes, items: [matured, running, later] };
export const wallet = of('/wallet', {
  ratesAt: '2026-11-21T03:10:48Z',
  newestRateAt: '2026-11-21T03:59:29Z',
  pending: [],
});
/** What is under way and what the club holds, of two kinds each. */
export const unsettled = {
  pending: [
    {
      receiptId: RECEIPT,
      reference: 'D-1',
      kind: 'deposit',
      status: 'inProcess',
      asset: 'USDT',
      amount: '77.25',
      dueAt: null,
    },
    {
      receiptId: RECEIPT.replace('001', '002'),
      reference: 'W-2',
      kind: 'withdrawal',
      status: 'inProcess',
      asset: 'BTC',
      amount: '0.875',
      dueAt: '2026-11-29T04:00:00Z',
    },
  ],
  awaited: [
    {
      receiptId: RECEIPT.replace('001', '004'),
      reference: 'D-4',
      asset: 'USDT',
      amount: '512.25',
      requestedAt: '2026-11-18T05:00:00Z',
    },
  ],
  held: [
    {
      receiptId: RECEIPT.replace('001', '003'),
      reference: 'D-3',
      asset: 'USDT',
      amount: '19.5',
      heldSince: '2026-11-18T05:00:00Z',
    },
  ],
};
const [sampleRecord] = of('/histories/{kind}').items as [Json];
/** A withdrawal with its fee and an exchange with what it brought. */
export const records = [
  { ...sampleRecord, status: 'completed', amount: '-431.75', fee: '43.17', net: '388.58' },
  {
    ...sampleRecord,
    id: RECEIPT.replace('001', '002'),
    reference: 'E-2',
    kind: 'exchange',
    status: 'completed',
    amount: '-210.5',
    fee: null,
    net: null,
    counterAsset: 'BTC',
    counterAmount: '0.0031',
  },
];
export const rate: Json = {
  asset: 'BTC',
  usd: '69000',
  at: '2026-11-21T03:59:00Z',
  source: 'operator',
  stale: false,
  previousUsd: '68400',
};
const balances = (wallet['balances'] as Json[]).map((balance) => ({ ...balance }));
export const yuan = { currency: 'CNY', perUsd: '7.24', at: '2026-11-21T03:58:30Z', source: 'operator', stale: false };
export const [usdt, btc] = balances as [Json, Json];
export const rules = of('/rules', { version: 7 });
export const days = {
  items: [
    { day: '2026-11-19', walletUsd: '100.25', stakedUsd: '7.5', onTheWayUsd: '3.12', paidInUsd: '0' },
    { day: '2026-11-20', walletUsd: '9000.5', stakedUsd: '21.25', onTheWayUsd: '0.75', paidInUsd: '8000.5' },
    { day: '2026-11-21', walletUsd: '300.75', stakedUsd: '60', onTheWayUsd: '9', paidInUsd: '-7900.25' },
  ],
};
const [sampleMonth] = of('/sales').items as [Json];
export const pastMonth = { ...sampleMonth, capUsd: '99000.75' } as Json;
export const sides = (figure: string, month = pastMonth) =>
  [month['left'], month['right']].map((leg: Json) => plain(leg[figure] as string)).join(' | ');
export const openMonth: Json = {
  ...distinct(pastMonth),
  month: '2026-11',
  state: 'open',
  outcome: 'running',
  receiptId: null,
  matchedUsd: null,
  bonusUsd: null,
};
export const sales = { items: [openMonth, pastMonth], nextCursor: null };
export const earnings = of('/referral/earnings');
export const [introduced] = earnings['items'] as [Json];
export const community = of('/account/communityInfo');
export const below = of('/organization/member');
export const seen: Json = { ...below, seat: { ...below['seat'], level: 3, username: 'nori' } };
export const inquiry = of('/inquiries/{id}');
export const receipt = of('/receipts/{id}', {
  rate: '1.5',
  ruleVersion: 4,
  at: '2026-11-20T01:00:00Z',
  updatedAt: '2026-11-20T02:00:00Z',
  rateAt: '2026-11-20T00:59:00Z',
});
export const deposit: Json = {
  ...distinct(example('POST', '/deposits') as Json),
  status: 'completed',
  amount: '512.5',
  minimum: '100',
  received: '512.75',
  confirmations: 14,
  confirmationsNeeded: 12,
  seenAt: '2026-11-20T02:30:00Z',
  creditedAt: '2026-11-20T03:00:00Z',
};
export const payout = {
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
  refusal: null,
};

export const stakeFacts = (title: string, stake: Json) => ({
  [`${title}: Amount staked`]: `${money(stake['stakedUsdt'] as string, 'USDT')}${money(stake['stakedMp'] as string, 'MP')}`,
  [`${title}: USD value`]: usd(stake['amountUsd'] as string),
  [`${title}: Rewards so far`]: money(stake['accruedMp'] as string, 'MP'),
  ...(stake['state'] === 'running' ? { [`${title}: Current daily rate`]: '0.07% (variable, not guaranteed)' } : {}),
  [`${title}: Started`]: day(stake['startedAt'] as string),
  ...(stake['state'] === 'running'
    ? { [`${title}: Unlocks on`]: moment(stake['endsAt'] as string) }
    : { [`${title}: Unlocked on`]: day(stake['endsAt'] as string) }),
});
export const assetFacts = (title: string, { asset, available, underWay, staked, usd: worth }: Json) => ({
  [`${title}: Available`]: money(available as string, asset as string),
  [`${title}: In process`]: money(underWay as string, asset as string),
  [`${title}: Staked`]: money(staked as string, asset as string),
  [`${title}: Value`]: usd(worth as string),
});
export const legs = (title: string, left: Json, right: Json) => ({
  [`${title}: Members`]: `${left['members']} | ${right['members']}`,
  [`${title}: Joined this month`]: `${left['joinedThisMonth']} | ${right['joinedThisMonth']}`,
  [`${title}: New volume this month (USD)`]: `${plain(left['volumeUsd'] as string)} | ${plain(right['volumeUsd'] as string)}`,
  [`${title}: Carried over from last month (USD)`]: `${plain(left['carriedUsd'] as string)} | ${plain(right['carriedUsd'] as string)}`,
  [`${title}: Total volume (USD)`]: `${plain(left['totalUsd'] as string)} | ${plain(right['totalUsd'] as string)}`,
});

/** The same without the running month, which the page shows elsewhere. */
export const withoutMonth = (figures: ReturnType<typeof legs>) =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => !/: (?:New volume|Carried over)/.test(name)));

export const dated = {
  'What happened: Rules version': '4',
  'What happened: Date': both(receipt['at'] as string),
  'What happened: Last change': both(receipt['updatedAt'] as string),
};
export const stage = ({ stage: number, name, amountUsd }: Json) =>
  [
    `Current club rules: ${number}. ${(name as string).charAt(0).toUpperCase()}${(name as string).slice(1)}`,
    amountUsd === null ? `Any amount above ${usd(rules['customPlanAboveUsd'] as string)}` : usd(amountUsd as string),
  ] as const;
export const lines = of('/account/ListDownLines');
export const [line] = lines['items'] as [Json];

export const stakedUsd = add(stakes['totals'].runningUsd as string, stakes['totals'].maturedUsd as string);
/** Of the two assets only Bitcoin has a rate in the reply; its part is cut to cents. */
export const onTheWayUsd = floorTo(multiply(btc['underWay'] as string, rate['usd'] as string), 2);
export const ownedUsd = sum([wallet['totalUsd'] as string, stakedUsd, onTheWayUsd]);
/** What 110.87 became, 369.75, without the 100.25 that were paid in. */
export const GAIN = '158.63';
/** What moved on the day of the records; only Bitcoin has a rate. */
export const recordDay = {
  day: day((records as readonly Json[])[0]?.['at'] as string),
  sums: [{ asset: 'BTC', amount: '0.0047' }],
};
/** The last day is what is owned now, whatever it was when the days were read. */
export const shownDays = days.items.map((each, place) =>
  place < days.items.length - 1 ? each : { ...each, walletUsd: wallet['totalUsd'] as string, stakedUsd, onTheWayUsd },
);

/** What /Rate says of `rate` and `yuan`, each of which is alone in its list. */
export const ratesTold: readonly string[] = [
  '69,000.00 USD',
  '+0.88% from 68,400.00 USD',
  'Set by the club, 1 minute ago · 2026-11-21 12:59:00',
  'Set by the club, 2 minutes ago · 2026-11-21 12:58:30',
];
