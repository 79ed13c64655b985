// What the screens say of a request and of what the chain brings for it (D-06, D-28).
import { amount, anywhere, endsOf, fact, networkOf, type Fact, type Farewells, type Shows } from '../chart/facts.ts';
import { receiptSample } from '../chart/samples.ts';
import type { Deposit, DepositContext } from './deposit.types.ts';

function known({ deposit }: DepositContext): readonly Fact[] {
  if (deposit === null) return [];
  const { asset, amount: expected, minimum, reference } = deposit;
  return [
    ...(deposit.status === 'awaitingPayment' ? toPay(deposit) : paid(deposit)),
    ...(expected === null ? [] : [fact('deposit:facts.expected', amount(expected, asset))]),
    fact('deposit:facts.minimum', amount(minimum, asset)),
    fact('deposit:facts.network', networkOf(deposit)),
    fact('deposit:facts.reference', reference),
  ];
}

function toPay(deposit: Deposit): readonly Fact[] {
  return [fact({ key: 'deposit:address.label', with: { network: networkOf(deposit) } }, deposit.address)];
}

function paid({ asset, received, transactionId, confirmations, confirmationsNeeded }: Deposit): readonly Fact[] {
  return [
    ...(received === null ? [] : [fact('deposit:seen.received', amount(received, asset))]),
    ...(transactionId === null ? [] : [fact('deposit:seen.transaction', endsOf(transactionId))]),
    fact('deposit:seen.title', { key: 'deposit:seen.title' }),
    anywhere({ key: 'deposit:seen.count', with: { done: confirmations, count: confirmationsNeeded } }),
  ];
}

export const depositShows: Shows<DepositContext> = {
  'deposit-address': known,
  'deposit-reading': known,
  'deposit-lost': known,
  'deposit-confirmations': known,
};

/** The receipts of the request as it may end. */
export function depositFarewells(ends: {
  readonly credited: Deposit;
  readonly notApproved: Deposit;
  readonly cancelled: Deposit;
}): Farewells<DepositContext> {
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
