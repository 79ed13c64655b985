// A member whose wallet has seen every kind of movement, each at a known moment, written by the ledger's own functions.
import { randomUUID } from 'node:crypto';
import type { Asset } from '#money/assets.ts';
import { negate } from '#money/amount.ts';
import { begin } from '#server/domain/ledger/act.ts';
import {
  depositApproved,
  depositCredited,
  depositDropped,
  depositOpened,
  depositRefused,
  depositSeen,
} from '#server/domain/ledger/deposits.ts';
import { exchange, openingGrant, transfer } from '#server/domain/ledger/moves.ts';
import { accrue, purchase, restake, withdrawStake } from '#server/domain/ledger/stakes.ts';
import { withdrawalAccepted, withdrawalPaid, withdrawalReturned } from '#server/domain/ledger/withdrawals.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { rich, type Rich } from './money.ts';
import type { World } from './world.ts';

const RATE = { value: '1', at: new Date('2026-09-01T00:00:00Z') };

/** The acts of the member, and of the other one who sends money. */
export interface Moves {
  receive(at: string, amount: string): Promise<unknown>;
}

/** A member who joined in August 2026, and in whose September everything has happened; days are those of Tokyo. */
export async function movedMember(
  world: World,
  { name = 'Hanako Yamada', other: otherName = 'Other' }: { name?: string; other?: string } = {},
): Promise<{ who: Rich; other: Rich } & Moves> {
  const who = await rich(world, {}, { name });
  const other = await rich(world, {}, { username: otherName });
  await world.db
    .updateTable('members')
    .set({ joined_at: new Date('2026-08-10T00:00:00Z') })
    .where('id', '=', who.member.id)
    .execute();
  const ids = world.services.random;
  const within = <T>(work: (trx: Trx) => Promise<T>) => inTransaction(world.db, work);
  const act = (at: string, memberId = who.member.id) => ({
    key: randomUUID(),
    at: new Date(at),
    memberId,
    ruleVersion: 1,
  });
  const grant = (at: string, asset: Asset, amount: string, memberId?: string) =>
    within((trx) => openingGrant(trx, ids, { ...act(at, memberId), asset, amount, status: 'completed' }));
  const receive = (at: string, amount: string) =>
    within((trx) =>
      transfer(trx, ids, { ...act(at, other.member.id), toMemberId: who.member.id, asset: 'USDT', amount }),
    );
  const deposit = async (at: string, asset: Asset, amount: string) => {
    const receiptId = await within((trx) =>
      depositOpened(trx, ids, { ...act(at), asset, amount, status: 'awaitingPayment' }),
    );
    await within((trx) => depositSeen(trx, { receiptId, at: new Date(at), status: 'inProcess', sighting: 1, amount }));
    return { receiptId };
  };
  const withdraw = (at: string, amount: string, fee: string) =>
    within((trx) => withdrawalAccepted(trx, ids, { ...act(at), asset: 'USDT', amount, fee, status: 'inProcess' }));
  const ended = (at: string, status: string) => ({ at: new Date(at), status, byMemberId: null });
  const bonus = (at: string, kind: 'referral_bonus' | 'binary_bonus', amount: string, points?: string) => {
    const { memberId, ...rest } = act(at);
    const parts: { asset: Asset; amount: string }[] = [
      { asset: 'USDT', amount },
      ...(points === undefined ? [] : [{ asset: 'PP' as const, amount: points }]),
    ];
    const legs = parts.flatMap((part) => [
      { account: 'bonuses' as const, ...part, amount: negate(part.amount) },
      { account: 'wallet' as const, memberId, ...part },
    ]);
    const [, counter] = parts;
    return within((trx) =>
      begin(trx, ids, { ...rest, kind, memberId, legs }, (id) => [
        {
          id,
          memberId,
          kind,
          status: null,
          at: rest.at,
          asset: 'USDT',
          amount,
          ruleVersion: 1,
          ...(counter === undefined ? {} : { counter }),
        },
      ]),
    );
  };
  const stake = { stakeId: randomUUID(), stage: 1 };

  await grant('2026-08-15T00:00:00Z', 'USDT', '500', other.member.id);
  await grant('2026-08-31T14:59:59Z', 'USDT', '1000');
  await receive('2026-08-31T15:00:00Z', '5');
  const credited = await deposit('2026-09-02T01:00:00Z', 'USDT', '200.5');
  await within((trx) =>
    depositCredited(trx, { ...credited, at: new Date('2026-09-03T01:00:00Z'), status: 'completed' }),
  );
  const held = await deposit('2026-09-03T02:00:00Z', 'USDT', '3');
  await within((trx) => depositRefused(trx, { ...held, at: new Date('2026-09-03T03:00:00Z'), status: 'notApproved' }));
  const dropped = await deposit('2026-09-03T04:00:00Z', 'USDT', '7');
  await within((trx) =>
    depositDropped(trx, { ...dropped, at: new Date('2026-09-03T05:00:00Z'), status: 'awaitingPayment', sighting: 1 }),
  );
  const canceled = await withdraw('2026-09-04T00:00:00Z', '100', '10');
  await within((trx) => withdrawalReturned(trx, { ...canceled, ...ended('2026-09-05T00:00:00Z', 'cancel') }));
  const paid = await withdraw('2026-09-06T00:00:00Z', '50', '5');
  await within((trx) => withdrawalPaid(trx, { ...paid, ...ended('2026-09-20T00:00:00Z', 'completed') }));
  await within((trx) =>
    exchange(trx, ids, {
      ...act('2026-09-08T00:00:00Z'),
      from: { asset: 'USDT', amount: '100' },
      to: { asset: 'BTC', amount: '0.00153076' },
      rate: RATE,
    }),
  );
  // Posted later than what came after it: servers' clocks differ.
  await within((trx) =>
    transfer(trx, ids, {
      ...act('2026-09-07T00:00:00Z'),
      toMemberId: other.member.id,
      asset: 'USDT',
      amount: '12.345678',
    }),
  );
  await within((trx) =>
    purchase(trx, ids, { ...act('2026-09-09T00:00:00Z'), ...stake, amountUsdt: '300', rate: RATE }),
  );
  await within((trx) => accrue(trx, ids, [{ ...act('2026-09-10T00:00:00Z'), ...stake, day: 1, amount: '1.5' }]));
  await within((trx) =>
    restake(trx, ids, {
      ...act('2026-09-11T00:00:00Z'),
      ...stake,
      endedId: randomUUID(),
      returnedUsdt: '100',
      stakedMp: '1',
      option: 'mpOnly',
    }),
  );
  await within((trx) =>
    withdrawStake(trx, ids, {
      ...act('2026-09-12T00:00:00Z'),
      ...stake,
      endedId: randomUUID(),
      returnedUsdt: '200',
      returnedMp: '1.5',
    }),
  );
  await bonus('2026-09-13T00:00:00Z', 'referral_bonus', '4');
  await bonus('2026-09-14T00:00:00Z', 'binary_bonus', '3', '2');
  const again = { stakeId: randomUUID(), stage: 2 };
  await within((trx) => purchase(trx, ids, { ...act('2026-09-15T00:00:00Z'), ...again, amountUsdt: '20', rate: RATE }));
  const refused = await withdraw('2026-09-28T00:00:00Z', '60', '6');
  const confirming = await deposit('2026-09-29T00:00:00Z', 'BTC', '0.5');
  await receive('2026-09-30T14:59:59Z', '0.000001');
  await receive('2026-09-30T15:00:00Z', '9');
  await within((trx) =>
    depositCredited(trx, { ...confirming, at: new Date('2026-10-01T00:00:00Z'), status: 'completed' }),
  );
  await within((trx) => withdrawalReturned(trx, { ...refused, ...ended('2026-10-02T00:00:00Z', 'notApproved') }));
  await within((trx) => depositApproved(trx, { ...held, at: new Date('2026-10-05T00:00:00Z'), status: 'completed' }));
  return { who, other, receive };
}
