// Pages of money with much content: long figures, long names, every type of row.
import type { components } from '#openapi/api.gen.d.ts';
import { example } from '#tests/components/support/examples.ts';
import type { Script } from './scripted.ts';

export const IDS = {
  open: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001',
  late: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e002',
  deposit: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e003',
};
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const sample = example('GET', '/receipts/{id}') as Record<string, unknown>;

const withdrawal = {
  ...sample,
  id: IDS.open,
  asset: 'ETH',
  amount: '-1.400000000000000001',
  fee: '0.1400000000000000001',
  net: '1.2600000000000000009',
  at: at(-100),
  updatedAt: at(-50),
  rate: '3012.55',
  journals: [
    {
      id: '1',
      at: at(-100),
      kind: 'withdrawal_accepted',
      postings: [
        { account: 'wallet', own: true, asset: 'ETH', amount: '-1.400000000000000001' },
        { account: 'withdrawal_transit', own: false, asset: 'ETH', amount: '1.400000000000000001' },
      ],
    },
  ],
  withdrawal: {
    id: IDS.open,
    network: 'ethereum',
    development: true,
    address: ADDRESS,
    addressLabel: 'Vault',
    completesAt: at(140),
    overdue: false,
    cancellable: true,
    transactionId: null,
    timeline: [{ status: 'inProcess', at: at(-100) }],
  },
};
const late = {
  ...withdrawal,
  id: IDS.late,
  status: 'approved',
  withdrawal: {
    ...withdrawal.withdrawal,
    completesAt: at(-2),
    overdue: true,
    cancellable: false,
    timeline: [
      { status: 'inProcess', at: at(-242) },
      { status: 'approved', at: at(-200) },
    ],
  },
};
const deposit = {
  ...sample,
  id: IDS.deposit,
  kind: 'deposit',
  status: 'awaitingPayment',
  amount: '400',
  fee: null,
  net: null,
  reference: 'D-7K2M-9QXD',
  deposit: {
    id: IDS.deposit,
    receiptId: IDS.deposit,
    reference: 'D-7K2M-9QXD',
    status: 'awaitingPayment',
    asset: 'USDT',
    network: 'ethereum',
    development: true,
    address: ADDRESS,
    paymentUri: `ethereum:${ADDRESS}`,
    amount: '400',
    minimum: '100',
    received: null,
    confirmations: 0,
    confirmationsNeeded: 12,
    transactionId: null,
    createdAt: at(-1),
    seenAt: null,
    creditedAt: null,
    delayedSince: null,
    sharedWith: [],
    refusal: null,
  },
};
const item = (place: number, rest: object = {}) => ({
  id: IDS.open.replace(/1$/, String(place)),
  reference: `W-7K2M-9QX${place}`,
  kind: 'withdrawal',
  status: 'inProcess',
  at: at(-place),
  asset: 'USDT',
  amount: '-1234567.123456',
  fee: '123456.712345',
  net: '1111110.411111',
  counterAsset: null,
  counterAmount: null,
  counterparty: null,
  counterpartyName: null,
  stage: null,
  ...rest,
});
type Notice = components['schemas']['Notice'];

/** What a notice of each kind is about, with long figures. */
const NOTICES: Readonly<Record<Notice['kind'], Partial<Notice>>> = {
  depositSeen: { asset: 'USDT', amount: '1234567.123456', receiptId: IDS.deposit },
  depositCredited: { asset: 'MSPC', amount: '123456789.123456789', receiptId: IDS.deposit },
  depositHeld: { asset: 'USDT', amount: '50', receiptId: IDS.deposit },
  withdrawalApproved: { asset: 'ETH', amount: '1.400000000000000001', receiptId: IDS.late },
  withdrawalPaid: { asset: 'USDT', amount: '1111110.411111', receiptId: IDS.open },
  withdrawalRefused: { asset: 'BTC', amount: '0.25001234', receiptId: IDS.open },
  transferReceived: { asset: 'USDT', amount: '12', receiptId: IDS.open },
  stakeFree: { receiptId: IDS.open, stage: 2 },
  referralBonus: { asset: 'USDT', amount: '12345.678901', receiptId: IDS.open },
  binaryBonus: {
    ...{ asset: 'USDT', amount: '1234567.123456', counterAsset: 'PP', counterAmount: '123456.123456' },
    receiptId: IDS.open,
  },
  inquiryAnswered: { ticket: 'Q-7K2M-9QXD' },
  moneyHeld: { heldUntil: at(24) },
  allowListOn: {},
  allowListTurningOff: { heldUntil: at(24) },
  allowListKept: {},
  addressSaved: { heldUntil: at(24) },
  newAddressesWait: { heldUntil: at(24) },
};
const notices = Object.entries(NOTICES).map(([kind, about], place) => ({
  asset: null,
  amount: null,
  counterAsset: null,
  counterAmount: null,
  receiptId: null,
  stage: null,
  ticket: null,
  heldUntil: null,
  id: String(100 - place),
  kind,
  at: at(-7 * place),
  read: place > 3,
  ...about,
}));
const rates = {
  at: at(0),
  items: [
    { asset: 'BTC', usd: '69000.12', at: at(-1), source: 'operator', stale: false, previousUsd: '68400' },
    { asset: 'ETH', usd: '3012.55', at: at(-30), source: 'coinfeed', stale: true, previousUsd: '3100' },
    { asset: 'MSPC', usd: '0.000123', at: at(-1), source: 'operator', stale: false, previousUsd: null },
  ],
  currencies: [
    { currency: 'JPY', perUsd: '155.2', at: at(-1), source: 'operator', stale: false },
    { currency: 'CNY', perUsd: '7.2401', at: at(-1), source: 'operator', stale: false },
    { currency: 'EUR', perUsd: '0.9215', at: at(-48), source: 'coinfeed', stale: true },
  ],
};

/**
 * A wallet with money of several assets, some of it under way; histories with long figures; receipts with several
 * statuses.
 */
export const MONEY: Script = {
  'GET /wallet': () => ({
    balances: [
      { asset: 'USDT', available: '1234567.123456', underWay: '400', staked: '0', usd: '1234567.12' },
      { asset: 'BTC', available: '0.25001234', underWay: '0', staked: '0', usd: '17250.85' },
      {
        asset: 'ETH',
        available: '12.000000000000000001',
        underWay: '1.400000000000000001',
        staked: '0',
        usd: '36150.60',
      },
      { asset: 'MSPC', available: '0', underWay: '0', staked: '0', usd: null },
    ],
    totalUsd: '1287968.57',
    ratesAt: at(-30),
    newestRateAt: at(-1),
    ratesStale: true,
    held: [
      {
        receiptId: IDS.open,
        reference: 'D-7K2M-9QXF',
        asset: 'USDT',
        amount: '19.5',
        heldSince: at(-50),
      },
    ],
    awaited: [
      { receiptId: IDS.deposit, reference: 'D-7K2M-9QXG', asset: 'USDT', amount: '500', requestedAt: at(-1) },
      { receiptId: IDS.late, reference: 'D-7K2M-9QXH', asset: 'BTC', amount: '0.0125', requestedAt: at(-3) },
    ],
    pending: [
      {
        receiptId: IDS.late,
        reference: 'W-7K2M-9QXE',
        kind: 'withdrawal',
        status: 'approved',
        asset: 'ETH',
        amount: '1.400000000000000001',
        dueAt: at(-2),
      },
      {
        receiptId: IDS.open,
        reference: 'W-7K2M-9QXD',
        kind: 'withdrawal',
        status: 'inProcess',
        asset: 'USDT',
        amount: '400',
        dueAt: at(140),
      },
      {
        receiptId: IDS.deposit,
        reference: 'D-7K2M-9QXD',
        kind: 'deposit',
        status: 'inProcess',
        asset: 'BTC',
        amount: '0.1',
        dueAt: null,
      },
    ],
  }),
  'GET /histories/depositWithdrawal': () => ({
    items: [
      item(1),
      item(2, { status: 'completed' }),
      item(3, { kind: 'deposit', status: 'notApproved', amount: '50', fee: null, net: null }),
      item(4, {
        kind: 'transferIn',
        status: null,
        amount: '12',
        fee: null,
        net: null,
        counterparty: 'somebody_with_a_long_name',
        counterpartyName: 'Somebody With A Long N.',
      }),
      item(5, {
        kind: 'exchange',
        status: null,
        asset: 'BTC',
        amount: '-0.1',
        fee: null,
        net: null,
        counterAsset: 'USDT',
        counterAmount: '6865.5',
      }),
    ],
    days: [
      {
        day: '2026-11-21',
        sums: [
          { asset: 'USDT', amount: '6077.5' },
          { asset: 'BTC', amount: '-0.1' },
        ],
      },
    ],
    nextCursor: 'NTc',
  }),
  'GET /statements': () => ({ months: ['2026-11', '2026-10', '2026-09'], years: ['2026'] }),
  'GET /statements/2026-11': () => ({
    period: '2026-11',
    timeZone: 'America/Argentina/ComodRivadavia',
    from: '2026-11-01',
    to: '2026-11-30',
    madeAt: at(0),
    isOver: false,
    lines: 128,
    assets: [
      {
        asset: 'USDT',
        opening: '1234567.123456',
        in: '100500.000001',
        out: '-412345.123456',
        fees: '41.25',
        closing: '922722.000001',
        kinds: [
          { kind: 'deposit', in: '100000', out: '0' },
          { kind: 'withdrawal', in: '0', out: '-412345.123456' },
          { kind: 'withdrawalReturned', in: '500.000001', out: '0' },
        ],
      },
      {
        asset: 'ETH',
        opening: '1.123456789012345678',
        in: '0',
        out: '0',
        fees: '0',
        closing: '1.123456789012345678',
        kinds: [],
      },
      {
        asset: 'BTC',
        opening: '0',
        in: '0.12345678',
        out: '-0.00000001',
        fees: '0',
        closing: '0.12345677',
        kinds: [{ kind: 'exchange', in: '0.12345678', out: '-0.00000001' }],
      },
    ],
    elsewhere: [
      { place: 'withdrawals', asset: 'USDT', amount: '6077.5' },
      { place: 'deposits', asset: 'BTC', amount: '0.1' },
      { place: 'heldDeposits', asset: 'USDT', amount: '12.5' },
      { place: 'stakes', asset: 'USDT', amount: '25000' },
    ],
  }),
  'GET /histories/pp': () => ({ items: [], days: [], nextCursor: null }),
  [`GET /receipts/${IDS.open}`]: () => withdrawal,
  [`GET /receipts/${IDS.late}`]: () => late,
  [`GET /receipts/${IDS.deposit}`]: () => deposit,
  'GET /rates/events': () => `event: rates\ndata: ${JSON.stringify(rates)}\n\n`,
  'GET /rates': () => rates,
  'GET /notices': () => ({ items: notices, nextCursor: 'ODk', unread: 12 }),
  'GET /notices/unread': () => ({ unread: 12 }),
  'GET /exchanges/options': () => ({
    spread: '0.005',
    quoteSeconds: 30,
    quoteSecondsWithCode: 300,
    secondFactorAboveUsd: '1000',
    assets: [
      { asset: 'USDT', available: '1234567.123456', rate: '1', rateAt: at(-1), stale: false },
      { asset: 'BTC', available: '0.12345678', rate: '69000.12', rateAt: at(-1), stale: false },
    ],
  }),
  'GET /addresses': () => ({
    items: [
      {
        id: IDS.open,
        asset: 'USDT',
        network: 'ethereum',
        address: ADDRESS,
        label: 'Vault',
        lastUsedAt: at(-200),
        newSince: null,
      },
      {
        id: IDS.late,
        asset: 'BTC',
        network: 'bitcoin',
        address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        label: 'Coldcard 2',
        lastUsedAt: null,
        newSince: null,
      },
    ],
  }),
};
