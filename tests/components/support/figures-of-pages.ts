// What the pages show for replies in which no two values are equal: the figure beside every term.
import { add, divideFloor, floorTo, multiply, subtract, sum } from '#money/amount.ts';
import { formatPercent } from '#money/percent.ts';
import { day, type Json, moment, money, plain, usd } from './distinct.ts';
import {
  assetFacts,
  btc,
  community,
  days,
  earnings,
  inquiry,
  introduced,
  later,
  legs,
  matured,
  member,
  openMonth,
  pastMonth,
  rate,
  records,
  rules,
  running,
  sales,
  seen,
  sides,
  stage,
  stakeFacts,
  stakeList,
  stakes,
  unsettled,
  usdt,
  wallet,
  withoutMonth,
  yuan,
} from './figures-of-replies.ts';

/** A page, the replies that it shows, and what it must show then. */
export interface Page {
  readonly name: string;
  readonly address: string;
  /** The files below `src` that render parts of the page. */
  readonly files: readonly string[];
  readonly answers: Readonly<Record<string, unknown>>;
  /** Once this is shown, the page is complete. */
  readonly until: RegExp;
  readonly figures: Readonly<Record<string, string>>;
  /** What is shown in a sentence or named for screen readers, besides the terms. */
  readonly says: readonly string[];
}

/** Every page with terms but the receipts (figures-of-receipts.ts). */
const stakedUsd = add(stakes['totals'].runningUsd as string, stakes['totals'].maturedUsd as string);
/** Of the two assets only Bitcoin has a rate in the reply; its part is cut to cents. */
const onTheWayUsd = floorTo(multiply(btc['underWay'] as string, rate['usd'] as string), 2);
const ownedUsd = sum([wallet['totalUsd'] as string, stakedUsd, onTheWayUsd]);
/** All that was owned on the first day, and what has come to it since. */
const BEGINNING = '110.87';
const rise = subtract(ownedUsd, BEGINNING);
/** The last day is what is owned now, whatever it was when the days were read. */
const shownDays = days.items.map((each, place) =>
  place < days.items.length - 1 ? each : { ...each, walletUsd: wallet['totalUsd'] as string, stakedUsd, onTheWayUsd },
);

export const pages: readonly Page[] = [
  {
    name: 'the stakes',
    address: '/Staking',
    files: ['pages/staking/hero.tsx', 'pages/staking/stake-card.tsx', 'ui/stake-facts.tsx'],
    answers: { 'GET /stakes': stakeList },
    until: /^3 stakes$/,
    figures: {
      'Staked: Locked now': usd(stakes['totals'].runningUsd as string),
      'Staked: Action needed': usd(stakes['totals'].maturedUsd as string),
      'Staked: Rewards of current stakes': money(stakes['totals'].accruedMp as string, 'MP'),
      'Staked: Total rewards': money(stakes['totals'].earnedMp as string, 'MP'),
      'Staked: Current daily rate': '0.07%variable, not guaranteed',
      ...stakeFacts('Stage 2 · Silver', matured),
      ...stakeFacts('Stage 3 · Gold', running),
      ...stakeFacts('Stage 4 · Ruby', later),
    },
    says: [
      usd(stakedUsd),
      `In 41 days (${day(running.endsAt)})`,
      `Unlocked on ${day((matured as Json)['endsAt'] as string)}`,
      'Unlocks in 41 days',
      'of 90 days',
      '49 of 90',
      'Unlocks in 112 days',
      'of 365 days',
      '253 of 365',
      '3 stakes',
    ],
  },
  {
    name: 'the wallet',
    address: '/Wallet',
    files: [
      'pages/wallet/asset-card.tsx',
      'pages/wallet/held-panel.tsx',
      'pages/wallet/pending-panel.tsx',
      'pages/wallet/wallet.page.tsx',
      'ui/member-figure.tsx',
    ],
    answers: { 'GET /wallet': { ...wallet, ...unsettled } },
    until: /^Deposit D-1$/,
    figures: { ...assetFacts('TetherUSDT', usdt), ...assetFacts('BitcoinBTC', btc) },
    says: [
      usd(wallet['totalUsd'] as string),
      `At rates from ${moment(wallet['ratesAt'] as string)} to ${moment(wallet['newestRateAt'] as string).slice(11)}.`,
      '19.50 USDTDeposit D-3Held since 2026-11-18 14:00:00Contact support D-3',
      'Deposit D-1Once the network has confirmed it77.25 USDTIn process',
      'Withdrawal W-2Due 2026-11-29 13:00:00 (in 8 days)0.8750 BTCIn process',
    ],
  },
  {
    name: 'one asset of the wallet',
    address: '/Wallet?asset=USDT',
    files: ['pages/wallet/asset.page.tsx'],
    answers: {
      'GET /wallet': { ...wallet, ...unsettled },
      'GET /histories/all': { items: records, days: [], nextCursor: null },
    },
    until: /^2 records/,
    figures: {
      'Available: In process': money(usdt['underWay'] as string, 'USDT'),
      'Available: Staked': money(usdt['staked'] as string, 'USDT'),
    },
    says: [
      money(usdt['available'] as string, 'USDT'),
      usd(usdt['usd'] as string),
      'Withdrawal-431.75 USDTCompleted 11:27:29 · W-7K2M-9QXDFee 43.17',
      'Exchange210.50 USDTCompleted 11:27:29 · E-20.0031 BTC',
      '0.0031 BTC',
    ],
  },
  {
    name: 'a history',
    address: '/History/Withdrawal',
    files: ['pages/history/record-row.tsx', 'pages/receipt/moved-amount.tsx'],
    answers: { 'GET /histories/withdrawal': { items: records, days: [], nextCursor: null } },
    until: /^2 records/,
    figures: {},
    says: [
      'Withdrawal-431.75 USDTCompleted 11:27:29 · W-7K2M-9QXDFee 43.17',
      'Exchange210.50 USDTCompleted 11:27:29 · E-20.0031 BTC',
      '0.0031 BTC',
    ],
  },
  {
    name: 'the rates',
    address: '/Rate',
    files: ['pages/rates/rates.page.tsx'],
    answers: { 'GET /rates': { items: [rate], currencies: [yuan], at: rate['at'] as string } },
    until: /^Bitcoin$/,
    figures: { 'Currencies: CNY': '1 USD = 7.24 CNYSince 2026-11-21 12:58:30 (2 minutes ago)Source: operators' },
    says: ['69,000 USD', 'Up 0.88% from 68,400 USD', 'Since 2026-11-21 12:59:00 (1 minute ago)Source: operators'],
  },
  {
    name: 'Home',
    address: '/',
    files: [
      'pages/dashboard/bonus-panel.tsx',
      'pages/dashboard/curve.tsx',
      'pages/dashboard/earning-panel.tsx',
      'pages/dashboard/hero.tsx',
      'pages/dashboard/where-panel.tsx',
    ],
    answers: {
      'GET /wallet': wallet,
      'GET /stakes': stakeList,
      'GET /sales': sales,
      'GET /rates': { items: [rate], currencies: [yuan], at: rate['at'] as string },
      'GET /wallet/days': days,
      'GET /histories/all': { items: records, days: [], nextCursor: null },
    },
    until: /^Bonus for 2026-11$/,
    figures: {
      'Where your money is: Wallet': usd(wallet['totalUsd'] as string),
      'Where your money is: Staked': usd(stakedUsd),
      'Where your money is: In process': usd(onTheWayUsd),
      'Where your money is: Tether': money(usdt['available'] as string, 'USDT'),
      'Where your money is: Bitcoin': money(btc['available'] as string, 'BTC'),
      'Earning: Locked now': usd(stakes['totals'].runningUsd as string),
      'Earning: Action needed': usd(stakes['totals'].maturedUsd as string),
      'Earning: Rewards of current stakes': money(stakes['totals'].accruedMp as string, 'MP'),
      'Bonus for 2026-11: New volume, left': usd(openMonth['left'].newUsd as string),
      'Bonus for 2026-11: New volume, right': usd(openMonth['right'].newUsd as string),
      ...Object.fromEntries(
        shownDays.map(({ day: of, walletUsd, stakedUsd: staked, onTheWayUsd: onTheWay }) => [
          `Everything you own: ${of}`,
          [sum([walletUsd, staked, onTheWay]), walletUsd, staked, onTheWay]
            .map((each) => plain(each, 'USD'))
            .join(' | '),
        ]),
      ),
    },
    says: [
      usd(ownedUsd),
      `Up ${usd(rise)} (${formatPercent(divideFloor(rise, BEGINNING, 8))}) in 90 days`,
      `In 41 days (${day(running.endsAt)})`,
      '-431.75 USDT',
      '210.50 USDT',
    ],
  },
  {
    name: 'the questions',
    address: '/Faq',
    files: ['pages/contents/rules-panel.tsx'],
    answers: { 'GET /rules': rules },
    until: /^Version 7/,
    figures: {
      'Current club rules: Minimum deposit': usd(rules['minimumDepositUsd'] as string),
      'Current club rules: Minimum withdrawal': usd(rules['minimumWithdrawalUsd'] as string),
      'Current club rules: Withdrawal fee': '10.00% of each withdrawal',
      'Current club rules: Withdrawals paid out after': `${rules['withdrawalCompletionHours']} hours`,
      'Current club rules: Stake lock period': `${rules['stakeDays']} days`,
      'Current club rules: Restake lock period': `${rules['restakeDays']} days`,
      ...Object.fromEntries((rules['stages'] as Json[]).map(stage)),
    },
    says: [`Version 7, since ${day(rules['effectiveFrom'] as string)}`],
  },
  {
    name: 'the sales',
    address: '/SalesManagement',
    files: [
      'pages/sales/month-chart.tsx',
      'pages/sales/past-months.tsx',
      'pages/sales/running-panel.tsx',
      'pages/organization/leg-figures.tsx',
    ],
    answers: { 'GET /sales': sales, 'GET /account/communityInfo': community },
    until: /^Past months$/,
    figures: {
      'This month (2026-11): New volume': sides('newUsd', openMonth),
      'This month (2026-11): Carried over from last month': sides('carriedBeforeUsd', openMonth),
      'This month (2026-11): Total sales': usd(openMonth['totalUsd'] as string),
      'This month (2026-11): Binary sales': 'not calculated yet',
      ...withoutMonth(legs('Both sides', community['left'] as Json, community['right'] as Json)),
      'Month by month: 2026-10': [pastMonth['bonusUsd'], pastMonth['matchedUsd'], pastMonth['totalUsd']]
        .map((amount) => plain(amount as string, 'USD'))
        .join(' | '),
      'Month by month: 2026-11 not final': `not calculated yet | not calculated yet | ${plain(openMonth['totalUsd'] as string, 'USD')}`,
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
    until: /^Receipt of payment$/,
    figures: {
      'Sales on both sides: Carried over from last month': sides('carriedBeforeUsd'),
      'Sales on both sides: New volume': sides('newUsd'),
      'Sales on both sides: Matched': `-${plain(pastMonth['matchedUsd'] as string, 'USD')} | -${plain(pastMonth['matchedUsd'] as string, 'USD')}`,
      'Sales on both sides: Carried over to next month': sides('carriedAfterUsd'),
      'Sales on both sides: Total sales': usd(pastMonth['totalUsd'] as string),
      'Sales on both sides: Binary sales': usd(pastMonth['matchedUsd'] as string),
      'Bonus: Bonus rate': '10.00%',
      'Bonus: Monthly cap': usd(pastMonth['capUsd'] as string),
      'Bonus: Binary bonus': usd(pastMonth['bonusUsd'] as string),
      'Bonus: Paid in USDT': money(pastMonth['paidUsdt'] as string, 'USDT'),
      'Bonus: Paid as principal points': money(pastMonth['paidPp'] as string, 'PP'),
      'Bonus: Rounding difference (kept by club)': usd(pastMonth['roundingUsd'] as string),
      'Bonus: Rules': 'Version 3',
    },
    says: [`As of ${moment(pastMonth['asOf'] as string)}`],
  },
  {
    name: 'the referrals',
    address: '/Referral',
    files: ['pages/referral/earnings-panel.tsx'],
    answers: { 'GET /referral/earnings': earnings },
    until: /^Members referred$/,
    figures: {
      'Referral bonuses: Paid this month (UTC)': money(earnings['totals'].thisMonthUsdt as string, 'USDT'),
      'Referral bonuses: Members referred': String(earnings['totals'].introduced),
      'Referral bonuses: Their purchases': usd(earnings['totals'].purchasesUsd as string),
    },
    says: [
      money(earnings['totals'].earnedUsdt as string, 'USDT'),
      'Paid so far (currently 5.00% of each purchase)',
      money(introduced['earnedUsdt'] as string, 'USDT'),
      `purchases ${usd(introduced['purchasesUsd'] as string)}`,
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
      ...legs('Both sides', community['left'] as Json, community['right'] as Json),
    },
    says: [
      `You’ve referred ${community['introduced']} members.`,
      `Volumes as of ${moment(community['volumesAt'] as string)}. Months are in UTC.`,
    ],
  },
  {
    name: 'a member of it',
    address: '/Organization/user1?of=nori',
    files: ['pages/organization/member-panels.tsx'],
    answers: { 'GET /organization/member': seen },
    until: /^Volumes as of/,
    figures: {
      'Membership: Username': 'nori',
      'Membership: Seat': seen['seat'].positionId as string,
      'Membership: Place': 'Level 3 · Left',
      'Membership: Joined': day(seen['seat'].joinedAt as string),
      'Membership: Rank': 'Member',
      'Membership: Current stake': 'Stage 2 · Silver',
      'Membership: Referrer': 'You',
      ...legs('Both sides', seen['left'].figures as Json, seen['right'].figures as Json),
    },
    says: [`Volumes as of ${moment(seen['volumesAt'] as string)}. Months are in UTC.`],
  },
  {
    name: 'the account',
    address: '/Account',
    files: [
      'pages/account/membership-panel.tsx',
      'pages/account/personal-panel.tsx',
      'pages/account/preferences-panel.tsx',
      'pages/account/session-panel.tsx',
    ],
    answers: {},
    until: /^Previous sign-in$/,
    figures: {
      'Personal information: Username': member['username'] as string,
      'Personal information: Phone number': member['phone'] as string,
      'Personal information: Email language': 'English',
      'Membership: Referral code': `${member['referralCode']}Copy`,
      'Membership: Referrer': member['introducer'] as string,
      'Membership: Seat': `${member['positionId']} (left)`,
      'Membership: Rank': 'Member',
      'Membership: Joined': day(member['joinedAt'] as string),
      'Sign-in: Previous sign-in': moment(member['lastSignInAt'] as string),
      'Appearance and language: Language': 'LanguageEnglish日本語简体中文',
      'Appearance and language: Appearance': 'AppearanceSystemLightDark',
      'Appearance and language: Currency': 'CurrencyUSDJPYCNYEUR',
    },
    says: [],
  },
  {
    name: 'the account of the first member',
    address: '/Account',
    files: [],
    answers: {
      'GET /account/userInfo': { ...member, phone: null, introducer: null, position: null, lastSignInAt: null },
    },
    until: /^Previous sign-in$/,
    figures: {
      'Personal information: Username': member['username'] as string,
      'Personal information: Phone number': 'None',
      'Personal information: Email language': 'English',
      'Membership: Referral code': `${member['referralCode']}Copy`,
      'Membership: Referrer': 'None: first member of the club',
      'Membership: Seat': `${member['positionId']} (top of tree)`,
      'Membership: Rank': 'Member',
      'Membership: Joined': day(member['joinedAt'] as string),
      'Sign-in: Previous sign-in': 'First sign-in',
      'Appearance and language: Language': 'LanguageEnglish日本語简体中文',
      'Appearance and language: Appearance': 'AppearanceSystemLightDark',
      'Appearance and language: Currency': 'CurrencyUSDJPYCNYEUR',
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
      'Status: Topic': 'Withdrawal',
      'Status: Receipt': inquiry['receipt'].reference as string,
      'Status: Opened': moment(inquiry['openedAt'] as string),
    },
    says: ['Answered'],
  },
];
