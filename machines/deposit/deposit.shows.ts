// What the screens say about a request and about the payments for it (D-06, D-28).
import { exact } from '#money/shown.ts';
import { shortAddress } from '#money/short-address.ts';
import { optionOf } from '../chart/chart.rules.ts';
import {
  amount,
  anywhere,
  fact,
  networkOf,
  refused,
  short,
  type EndReceipts,
  type Fact,
  type Shows,
} from '../chart/facts.ts';
import { receiptSample } from '../chart/samples.ts';
import { firstOf } from '../chart/chart.rules.ts';
import type { Deposit, DepositContext } from './deposit.types.ts';

/** The open requests, each with what is known of its amount best, and the bound of the asset that is chosen. */
function offered({ options, typed }: DepositContext): readonly Fact[] {
  const option = optionOf(options, typed?.asset ?? '') ?? firstOf(options);
  return [
    ...(options?.open ?? []).map((request) => {
      const { asset } = request;
      const moved = request.received ?? request.amount;
      return moved === null
        ? anywhere(`${asset} · `, { key: 'deposit:open.anyAmount' })
        : fact(networkOf(request), short(moved, asset));
    }),
    ...(options === null || option === null
      ? []
      : [
          anywhere({
            key: 'deposit:minimum',
            with: {
              asset: option.asset,
              minimum: amount(option.minimum, option.asset),
              usd: amount(options.minimumUsd, 'USD'),
              rate: `${exact(option.rate)} USD`,
            },
          }),
        ]),
  ];
}

function known({ deposit }: DepositContext): readonly Fact[] {
  if (deposit === null) return [];
  const { asset, amount: expected, minimum, reference } = deposit;
  return [
    ...(deposit.status === 'awaitingPayment' ? toPay(deposit) : paid(deposit)),
    ...(expected === null ? [] : [fact('deposit:facts.expected', amount(expected, asset))]),
    ...(minimum === null ? [] : [fact('deposit:facts.minimum', amount(minimum, asset))]),
    fact('deposit:facts.network', networkOf(deposit)),
    fact('deposit:facts.reference', reference),
  ];
}

function toPay(deposit: Deposit): readonly Fact[] {
  const { asset, address, amount: expected, minimum, development, sharedWith } = deposit;
  const due = expected ?? minimum;
  return [
    ...sharedWith.map((request) =>
      anywhere(
        request.amount === null
          ? request.reference
          : {
              key: 'deposit:shared.request',
              with: { amount: amount(request.amount, asset), reference: request.reference },
            },
      ),
    ),
    fact({ key: 'deposit:address.label', with: { network: networkOf(deposit) } }, address),
    // The command that pays it there, which takes digits alone.
    ...(development && due !== null ? [anywhere(`pay ${address} ${due} ${asset}`)] : []),
  ];
}

function paid({ asset, received, transactionId, confirmations, confirmationsNeeded }: Deposit): readonly Fact[] {
  return [
    ...(received === null ? [] : [fact('deposit:seen.received', amount(received, asset))]),
    ...(transactionId === null ? [] : [fact('deposit:seen.transaction', shortAddress(transactionId))]),
    fact('deposit:seen.title', { key: 'deposit:seen.title' }),
    anywhere({ key: 'deposit:seen.count', with: { done: confirmations, count: confirmationsNeeded } }),
  ];
}

export const depositShows: Shows<DepositContext> = {
  'deposit-form': (context) => [...refused(context.problem), ...offered(context)],
  'deposit-address': known,
  'deposit-reading': known,
  'deposit-lost': known,
  'deposit-confirmations': known,
};

/** The receipts of the request, by how it ends. */
export function depositEndReceipts(ends: {
  readonly credited: Deposit;
  readonly notApproved: Deposit;
  readonly cancelled: Deposit;
}): EndReceipts<DepositContext> {
  return Object.fromEntries(
    Object.entries(ends).map(([end, deposit]: [string, Deposit]) => {
      const moved = deposit.received ?? deposit.amount ?? '0';
      const { asset, address, status } = deposit;
      const shows = (): readonly Fact[] => [
        fact('receipt:facts.gross', amount(moved, asset)),
        fact('receipt:withdrawal.network', networkOf(deposit)),
        fact('receipt:withdrawal.address', address),
        fact(
          'receipt:deposit.received',
          deposit.received === null ? { key: 'receipt:deposit.nothing' } : amount(deposit.received, asset),
        ),
      ];
      return [
        end,
        {
          receipt: {
            ...receiptSample({ id: deposit.receiptId, kind: 'deposit', asset, amount: moved }),
            status,
            deposit,
          },
          shows,
        },
      ];
    }),
  );
}
