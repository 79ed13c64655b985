// Locks of deposits and withdrawals, step by step.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { approveDeposit } from '#server/domain/deposits/payments.ts';
import { retireKey } from '#server/domain/deposits/retire.ts';
import { cancelDeposit, MOST_OPEN_REQUESTS, requestDeposit } from '#server/domain/deposits/request.ts';
import { depositCredited } from '#server/domain/ledger/deposits.ts';
import { withdrawalReturned } from '#server/domain/ledger/withdrawals.ts';
import { saveAddress } from '#server/domain/withdrawals/addresses.ts';
import { cancelOwnWithdrawal } from '#server/domain/withdrawals/own.ts';
import { payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import {
  approveWithdrawal,
  cancelWithdrawal,
  completeWithdrawal,
  finishWithdrawal,
  refuseWithdrawal,
} from '#server/domain/withdrawals/steps.ts';
import { payment } from '#fixtures/club/chain.ts';
import { mailsTo } from '#tests/api/support/mails.ts';
import { rich, type Rich } from '#tests/api/support/money.ts';
import { ofEarlierKey } from '#tests/api/support/retired.ts';
import { type Trial, type Trials } from './trial.ts';
import {
  world,
  listener,
  AT_MEMBER,
  AT_RECEIPT,
  ADDRESS,
  OPERATOR,
  now,
  within,
  call,
  sessionOf,
  accepted,
  approved,
} from './club.ts';

const RETIRED = { reason: 'it has leaked', isSure: true, operator: 'olga', call: OPERATOR.call };
const transactionId = () => `0x${randomUUID().replaceAll('-', '').padStart(64, '0')}`;
const kindsOf = async (id: string) =>
  (
    await sql<{
      kind: string;
    }>`SELECT kind FROM audit_events WHERE details ->> 'receiptId' = ${id} ORDER BY id`.execute(world.db)
  ).rows.map(({ kind }) => kind);

/** One call takes a step; the other finds that it was taken. */
function step(
  prepared: () => Promise<{ id: string }>,
  [first, second]: readonly [Steps, Steps],
  kinds: readonly string[],
  waitsAt = AT_RECEIPT,
) {
  return async (): Promise<Trial> => {
    const { id } = await prepared();
    return {
      first: (trx) => first(trx, id),
      second: () => within((trx) => second(trx, id)),
      waitsAt,
      comesTo: 'StepRefused',
      after: async () => expect(await kindsOf(id)).toEqual(kinds),
    };
  };
}
type Steps = (trx: Trx, id: string) => Promise<unknown>;

const cancel: Steps = (trx, id) => cancelWithdrawal(trx, world.services, { id, actor: OPERATOR });
const approve: Steps = (trx, id) => approveWithdrawal(trx, world.services, { id, actor: OPERATOR });
const refuse: Steps = (trx, id) =>
  refuseWithdrawal(trx, world.services, { id, actor: OPERATOR, reason: 'suspectedScam', takesBack: false });
const complete: Steps = (trx, id) =>
  completeWithdrawal(trx, world.services, {
    id,
    actor: { ...OPERATOR, operator: null },
    transactionId: transactionId(),
  });
const finish =
  (event: 'SEE' | 'LAPSE'): Steps =>
  (trx, id) =>
    finishWithdrawal(trx, world.services, { id, event });

async function paidOut(): Promise<{ who: Rich; id: string }> {
  const made = await approved();
  await within((trx) => complete(trx, made.id));
  return made;
}

async function asked(): Promise<{ who: Rich; session: MemberSession; id: string; address: string }> {
  const who = await rich(world, {});
  const { body } = await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } });
  return { who, session: await sessionOf(who), id: body.id, address: body.address };
}

async function refusedDeposit(): Promise<{ id: string }> {
  const { id, address } = await asked();
  const paid = await payment(world, listener, { address, asset: 'USDT', amount: '1' });
  await paid.seen();
  await paid.final();
  return { id };
}

export const RECEIPTS: Trials = {
  'domain/withdrawals/addresses.ts saveAddress: lockMember': async () => {
    const who = await rich(world);
    const session = await sessionOf(who);
    const save = (trx: Trx) =>
      saveAddress(trx, world.services, call(session), {
        session,
        asset: 'USDT',
        network: 'ethereum',
        address: ADDRESS,
        label: 'Home',
      });
    return {
      first: save,
      second: () => within(save),
      waitsAt: AT_MEMBER,
      comesTo: 'done',
      after: async () => expect(await mailsTo(world, who.member.email, 'addressSaved')).toHaveLength(1),
    };
  },
  'domain/deposits/request.ts requestDeposit: lockMember': async () => {
    const who = await rich(world, {});
    const session = await sessionOf(who);
    const wanted = { asset: 'USDT' as const, network: 'ethereum' as const, amount: '500' };
    const ask = (trx: Trx) => requestDeposit(trx, world.services, call(session), { session, ...wanted });
    for (let count = 1; count < MOST_OPEN_REQUESTS; count += 1) await within(ask);
    return { first: ask, second: () => within(ask), waitsAt: AT_MEMBER, comesTo: 'too_many_open_deposits' };
  },
  'domain/deposits/request.ts cancelDeposit: lockReceipt': async () => {
    const { session, id } = await asked();
    const give = (trx: Trx) => cancelDeposit(trx, world.services, call(session), { session, id });
    return {
      first: give,
      second: () => within(give),
      waitsAt: AT_RECEIPT,
      comesTo: 'done',
      after: async () => expect(await kindsOf(id)).toEqual(['deposit_requested', 'deposit_cancelled']),
    };
  },
  'domain/deposits/retire.ts endRequests: lockReceipt': async () => {
    const { session, id, address } = await asked();
    const fingerprint = await ofEarlierKey(world, address);
    return {
      first: (trx) => cancelDeposit(trx, world.services, call(session), { session, id }),
      second: () => within((trx) => retireKey(trx, world.services, { ...RETIRED, fingerprint })),
      waitsAt: AT_RECEIPT,
      // Its member canceled it, and isn't told that it has ended.
      comesTo: { requests: 0, members: 0 },
      after: async () => expect(await kindsOf(id)).toEqual(['deposit_requested', 'deposit_cancelled']),
    };
  },
  'domain/deposits/retire.ts retireKey: lockKey': async () => {
    const { address } = await asked();
    const fingerprint = await ofEarlierKey(world, address);
    const retire = (trx: Trx) => retireKey(trx, world.services, { ...RETIRED, fingerprint });
    return {
      first: retire,
      second: () => within(retire),
      waitsAt: /from "chain_(cursors|keys)" .*for update$/,
      comesTo: 'DepositActRefused',
    };
  },
  'domain/deposits/payments.ts nextStep: lockReceipt': async () => {
    const { id } = await refusedDeposit();
    const credit: Steps = (trx) => approveDeposit(trx, world.services, { id, operator: 'olga', call: OPERATOR.call });
    return step(
      () => Promise.resolve({ id }),
      [credit, credit],
      ['deposit_requested', 'deposit_refused', 'deposit_credited'],
    )();
  },
  'domain/ledger/deposits.ts move: lockReceipt': async () => {
    const { id, address } = await asked();
    await (await payment(world, listener, { address, asset: 'USDT', amount: '500' })).seen();
    const credit = (trx: Trx) => depositCredited(trx, { receiptId: id, at: now(), status: 'completed' });
    return { first: credit, second: async () => (await within(credit)).posted, waitsAt: AT_RECEIPT, comesTo: false };
  },
  'domain/withdrawals/own.ts step: lockReceipt': async () => {
    const { session, id } = await accepted();
    const give = (trx: Trx) => cancelOwnWithdrawal(trx, world.services, call(session), { session, id });
    return {
      first: give,
      second: () => within(give),
      waitsAt: AT_RECEIPT,
      comesTo: undefined,
      after: async () => expect(await kindsOf(id)).toEqual(['withdrawal_requested', 'withdrawal_cancelled']),
    };
  },
  'domain/withdrawals/steps.ts cancelWithdrawal: lockReceipt': step(
    accepted,
    [refuse, cancel],
    ['withdrawal_requested', 'withdrawal_refused'],
  ),
  'domain/withdrawals/steps.ts approveWithdrawal: lockReceipt': step(
    accepted,
    [cancel, approve],
    ['withdrawal_requested', 'withdrawal_cancelled'],
  ),
  'domain/withdrawals/steps.ts refuseWithdrawal: lockReceipt': step(
    accepted,
    [refuse, refuse],
    ['withdrawal_requested', 'withdrawal_refused'],
  ),
  'domain/withdrawals/steps.ts completeWithdrawal: lockReceipt': step(
    approved,
    [complete, complete],
    ['withdrawal_requested', 'withdrawal_approved', 'withdrawal_completed'],
  ),
  'domain/withdrawals/steps.ts finishWithdrawal: lockReceipt': step(
    paidOut,
    [finish('SEE'), finish('LAPSE')],
    ['withdrawal_requested', 'withdrawal_approved', 'withdrawal_completed'],
  ),
  'domain/ledger/withdrawals.ts endWithdrawal: lockReceipt': async () => {
    const { who, id } = await accepted();
    const giveBack = (trx: Trx) =>
      withdrawalReturned(trx, { receiptId: id, at: now(), status: 'cancel', byMemberId: null });
    return {
      first: giveBack,
      second: async () => (await within(giveBack)).posted,
      waitsAt: AT_RECEIPT,
      comesTo: false,
      after: async () => expect(await who.balance('USDT')).toBe('10000'),
    };
  },
  'domain/withdrawals/payouts.ts takeDue: forUpdate': async () => {
    const { id } = await approved();
    const paid: string[] = [];
    const pay = () =>
      payDueWithdrawals(world.services, { pay: () => Promise.resolve(paid[paid.push(transactionId()) - 1] ?? '') });
    return {
      first: (trx) => sql`SELECT id FROM withdrawals WHERE id = ${id} FOR UPDATE`.execute(trx),
      second: async () => {
        await pay();
        return paid.length;
      },
      waitsAt: null,
      comesTo: 0,
      after: async () => {
        await pay();
        expect([paid.length, (await kindsOf(id)).at(-1)]).toEqual([1, 'withdrawal_completed']);
      },
    };
  },
};
