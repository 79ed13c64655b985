// Receipts, and their page in a test.
import { screen, within } from '@testing-library/react';
import { example, json, NOW, openApp, type Answers } from './open-app.tsx';

/** The receipt that is opened. */
export const ID = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
/** The withdrawal that the receipt is of, and where it goes. */
export const WITHDRAWAL = '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10';
export const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** The calls of the page. */
export const READ = `GET /receipts/${ID}`;
export const CANCEL = `POST /withdrawals/${WITHDRAWAL}/cancel`;
export const SEEN = `POST /withdrawals/${WITHDRAWAL}/acknowledge`;
/** The time this number of hours from now, as a reply writes it. */
export const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
export const sample = example('GET', '/receipts/{id}') as Record<string, unknown>;
export const details = {
  id: WITHDRAWAL,
  network: 'ethereum',
  development: true,
  address: ADDRESS,
  addressLabel: 'Cold wallet',
  completesAt: at(239),
  overdue: false,
  cancellable: true,
  transactionId: null,
  timeline: [{ status: 'inProcess', at: at(-1) }],
  refusal: null,
};
export const journals = [
  {
    id: '7',
    at: at(-1),
    kind: 'withdrawal_accepted',
    postings: [
      { account: 'wallet', own: true, asset: 'USDT', amount: '-400.000001' },
      { account: 'withdrawal_transit', own: false, asset: 'USDT', amount: '400.000001' },
    ],
  },
  {
    id: '8',
    at: at(0),
    kind: 'of_tomorrow',
    postings: [
      { account: 'wallet', own: false, asset: 'BTC', amount: '0.5' },
      { account: 'of_tomorrow', own: false, asset: 'BTC', amount: '-0.5' },
    ],
  },
];
/** The receipt of a withdrawal; `of` overrides fields of its payout, `rest` fields of the receipt. */
export const withdrawal = (rest: object = {}, of: object = {}) => ({
  ...sample,
  at: at(-1),
  updatedAt: at(-1),
  journals,
  withdrawal: { ...details, ...of },
  ...rest,
});

/** Opens the page of a receipt. */
export const openReceipt = (receipt: object, answers: Answers = {}) =>
  openApp(`/receipt/${ID}`, { answers: { [READ]: () => json(receipt), ...answers } });
/** The value beside a term. */
export const fact = (term: string) =>
  within(screen.getByRole('main')).getByText(term, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;

/** The status beside the amount. */
export const shownStatus = () =>
  screen.getByRole('region', { name: 'Amount' }).querySelector('time')?.nextElementSibling?.textContent;
