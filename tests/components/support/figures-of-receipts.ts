// What receipts show for replies in which no two values are equal: the figure beside every term.
import { both, money } from './distinct.ts';
import type { Page } from './figures-of-pages.ts';
import { RECEIPT, dated, deposit, payout, receipt, running } from './figures-of-replies.ts';

/** On paper. */
const PRINTED = 'Printed on 2026-11-21 13:00:00';

/** The receipt of every kind that has figures of its own. */
export const receiptPages: readonly Page[] = [
  {
    name: 'the receipt of a withdrawal',
    address: `/Receipt/${RECEIPT}`,
    files: ['pages/receipt/facts-panel.tsx', 'pages/receipt/moved-panel.tsx', 'pages/receipt/withdrawal-panel.tsx'],
    answers: { [`GET /receipts/${RECEIPT}`]: { ...receipt, withdrawal: payout } },
    until: /^Destination and progress$/,
    figures: {
      'What happened: Amount': money(receipt['amount'] as string, 'USDT'),
      'What happened: Fee': money(receipt['fee'] as string, 'USDT'),
      'What happened: Amount you receive': money(receipt['net'] as string, 'USDT'),
      'What happened: Rate': '1 USDT = 1.5 USD',
      'What happened: Rate as of': both(receipt['rateAt'] as string),
      ...dated,
      'Destination and progress: Network': 'Ethereum',
      'Destination and progress: Label': 'Cold wallet',
      'Destination and progress: Address': `${payout.address}Shorten AddressCopy`,
    },
    says: [`+${money(receipt['amount'] as string, 'USDT')}2026-11-20 10:00:00In process`, PRINTED],
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
      'What happened: Amount': '512.75 USDT',
      ...dated,
      'Payment: Network': 'Ethereum (development chain)',
      'Payment: Address': `${deposit['address']}Shorten AddressCopy`,
      'Payment: Minimum deposit': '100.00 USDT',
      'Payment: Expected amount': '512.50 USDT',
      'Payment: Amount received': '512.75 USDT',
      'Payment: Network confirmations': '12 of 12',
      'Payment: Credited': both(deposit['creditedAt'] as string),
    },
    says: ['+512.75 USDT2026-11-20 10:00:00Completed', PRINTED],
  },
  {
    name: 'the receipt of an exchange, with its entries',
    address: `/Receipt/${RECEIPT}`,
    files: ['pages/receipt/journals-panel.tsx'],
    answers: {
      [`GET /receipts/${RECEIPT}`]: {
        ...receipt,
        kind: 'exchange',
        status: 'completed',
        amount: '-210.5',
        fee: null,
        net: null,
        counterAsset: 'BTC',
        counterAmount: '0.0031',
        rate: '0.00001473',
        journals: [
          {
            id: '7',
            at: '2026-11-20T01:00:00Z',
            kind: 'exchange',
            postings: [
              { account: 'wallet', own: true, asset: 'USDT', amount: '-210.5' },
              { account: 'exchange', own: false, asset: 'USDT', amount: '210.75' },
            ],
          },
        ],
      },
    },
    until: /^Ledger entries/,
    figures: {
      'What happened: You paid': '210.50 USDT',
      'What happened: You received': '0.0031 BTC',
      'What happened: Rate': '1 BTC = 67,888.66 USDT Exact amount',
      'What happened: Rate as of': '2026-11-20 09:59:002026-11-20 00:59:00 UTC',
      'What happened: Rules version': '4',
      'What happened: Date': '2026-11-20 10:00:002026-11-20 01:00:00 UTC',
      'What happened: Last change': '2026-11-20 11:00:002026-11-20 02:00:00 UTC',
      'Ledger entries: Your wallet': '-210.50 USDT',
      'Ledger entries: Club exchange': '210.75 USDT',
    },
    // The sum of the entries.
    says: ['210.50 USDT0.0031 BTC2026-11-20 10:00:00Completed', PRINTED, '0.25 USDT'],
  },
  {
    name: 'the receipt of a purchase',
    address: `/Receipt/${RECEIPT}`,
    files: ['pages/receipt/stake-panel.tsx'],
    answers: {
      [`GET /receipts/${RECEIPT}`]: {
        ...receipt,
        kind: 'purchase',
        status: 'completed',
        amount: '-5005.25',
        fee: null,
        net: null,
        rate: '0.999',
        stage: 3,
        stake: running,
      },
    },
    until: /^Your stakes$/,
    figures: {
      'What happened: Amount': '5,005.25 USDT',
      'What happened: Stage': 'Stage 3 · Gold',
      'What happened: Rate': '1 USDT = 0.999 USD',
      'What happened: Rate as of': '2026-11-20 09:59:002026-11-20 00:59:00 UTC',
      'What happened: Rules version': '4',
      'What happened: Date': '2026-11-20 10:00:002026-11-20 01:00:00 UTC',
      'What happened: Last change': '2026-11-20 11:00:002026-11-20 02:00:00 UTC',
      'Stake: Amount staked': '1,051.25 USDT1,052.25 MP',
      'Stake: USD value': '1,050.25 USD',
      'Stake: Rewards so far': '1,053.25 MP',
      'Stake: Current daily rate': '0.07% (variable, not guaranteed)',
      'Stake: Started': '2026-09-26',
      'Stake: Unlocks on': '2027-01-01 11:00:00',
    },
    says: ['5,005.25 USDT2026-11-20 10:00:00Completed', PRINTED],
  },
];
