// Turns what the chain reports of payments into steps of deposits (L-01). What arrives counts, whatever was requested
// (D-06).
import type { Selectable } from 'kysely';
import { depositLifecycle, type DepositEvent } from '#machines/lifecycles/deposit.machine.ts';
import { initialStatus } from '#machines/lifecycles/lifecycle.ts';
import { compare, multiply, normal } from '#money/amount.ts';
import type { PaymentListener, Sighting } from '#server/domain/chain/chain.ts';
import { confirmationsNeeded } from '#server/domain/chain/confirmations.ts';
import { assertBooksAgree } from '#server/domain/ledger/books-open.ts';
import {
  depositApproved,
  depositCredited,
  depositDropped,
  depositOpened,
  depositRefused,
  depositReturned,
  depositSeen,
} from '#server/domain/ledger/deposits.ts';
import { lockWallets } from '#server/domain/ledger/post.ts';
import { lockReceipt } from '#server/domain/ledger/receipts.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import { leastAmountOfUsd } from '#server/domain/rates/convert.ts';
import { findRate } from '#server/domain/rates/rates.ts';
import { noteStep, stepsOf, statusByStep } from '#server/domain/receipts/steps.ts';
import { ownRulesAt, rulesAt, storedRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit, type AuditEvent } from '#server/platform/audit/audit.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { tellMember } from '#server/platform/db/member-topics.ts';
import type { DepositsTable } from '#server/platform/db/wallet-tables.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { DepositActRefused } from './act-refused.ts';
import { isKeyRetired, isRetired } from './retire.ts';
import { refuseUsed } from './returned.ts';

/** Acts that the chain causes belong to no call. */
const CHAIN: AuditEvent['call'] = { requestId: 'chain', device: '' };
/** How the member hears why a payment is held. */
const MAIL_OF = { belowMinimum: 'depositRefused', retiredAddress: 'depositAtRetired' } as const;

/** Turns payments into deposits. Every call is part of the transaction that records the chain's event. */
export function createPaymentListener(services: Services): PaymentListener {
  return {
    onSeen: async (trx, sighting, { confirmations, now }) => {
      await assertBooksAgree(trx);
      const { id, sightings } = await depositOf(trx, services, { sighting, now });
      const { status } = await nextStep(trx, id, 'SEE');
      await trx
        .updateTable('deposits')
        .set({ sighting_id: sighting.id, received: sighting.amount, confirmations, sightings: sightings + 1 })
        .where('id', '=', id)
        .execute();
      await depositSeen(trx, {
        receiptId: id,
        at: now,
        status,
        sighting: sightings + 1,
        amount: normal(sighting.amount),
      });
      await noteStep(trx, { receiptId: id, status, at: now });
      await recordNotice(trx, services, {
        kind: 'depositSeen',
        ...noticeOf({ id, sighting, at: now }),
        // Another payment may be seen after one that was dropped.
        event: `${id} ${sightings + 1}`,
      });
    },
    onConfirmations: async (trx, sighting, { confirmations }) => {
      await trx.updateTable('deposits').set({ confirmations }).where('sighting_id', '=', sighting.id).execute();
      tellMember(trx, sighting.memberId, 'statuses');
    },
    beforeFinals: (trx, sightings) =>
      lockWallets(
        trx,
        sightings.map(({ memberId, asset }) => ({ memberId, asset })),
      ),
    onFinal: async (trx, sighting, { confirmations, now }) => {
      await assertBooksAgree(trx);
      const { id, confirmations: before, confirmations_needed: neededBefore } = await sightedDeposit(trx, sighting);
      const needed = confirmationsNeeded(services.chain.networks, await ownRulesAt(trx, now), sighting.network);
      await trx
        .updateTable('deposits')
        .set({ confirmations, confirmations_needed: needed })
        .where('id', '=', id)
        .execute();
      const settled = await settleDeposit(trx, services, { id, sighting, now });
      // While it waits, each block says the same again. Where fewer are needed by now, more than those may come first.
      if (settled === 'waits' && before < neededBefore) tellMember(trx, sighting.memberId, 'statuses');
      return settled;
    },
    onDropped: async (trx, sighting, { now }) => {
      await assertBooksAgree(trx);
      const { id, sightings, wanted } = await sightedDeposit(trx, sighting);
      const status = await statusAfterDrop(trx, id, await isKeyRetired(trx, sighting.addressId));
      await depositDropped(trx, {
        ...{ receiptId: id, at: now, status, sighting: sightings },
        wanted: wanted === null ? null : normal(wanted),
      });
      await trx
        .updateTable('deposits')
        .set({ sighting_id: null, received: null, confirmations: 0 })
        .where('id', '=', id)
        .execute();
      await noteStep(trx, { receiptId: id, status, at: now });
    },
  };
}

/**
 * An operator credits a deposit that is held.
 *
 * @throws StepRefused if it is not such a deposit, BooksStopped
 */
export async function approveDeposit(
  trx: Trx,
  services: Services,
  given: { id: string; operator: string; call: AuditEvent['call'] },
): Promise<void> {
  const { id, operator, call } = given;
  await assertBooksAgree(trx);
  const at = services.clock.now();
  const { status, memberId } = await nextStep(trx, id, 'APPROVE');
  await depositApproved(trx, { receiptId: id, at, status });
  await credited(trx, services, { id, status, memberId, at, call, details: { operator } });
}

/**
 * An operator records that a held deposit went back to its sender.
 *
 * @throws StepRefused if it is not held, BooksStopped, DepositActRefused
 */
export async function returnDeposit(
  trx: Trx,
  services: Services,
  given: {
    id: string;
    txId: string;
    /** Whether an operator says that the transaction brought back another deposit as well. */
    isSure: boolean;
    operator: string;
    call: AuditEvent['call'];
    details: Record<string, string>;
  },
): Promise<void> {
  const { id, txId, isSure, operator, call, details } = given;
  await assertBooksAgree(trx);
  const at = services.clock.now();
  const { status, memberId } = await nextStep(trx, id, 'RETURN');
  const { network, transaction } = await mailValues(trx, id);
  if (transaction === txId) throw new DepositActRefused(`${txId} is the transaction by which it came in`);
  await refuseUsed(trx, { network, txId, isSure });
  await depositReturned(trx, { receiptId: id, at, status });
  await trx.updateTable('deposits').set({ returned_by: txId }).where('id', '=', id).execute();
  await noteStep(trx, { receiptId: id, status, at });
  await audit(trx, {
    kind: 'deposit_returned',
    at,
    memberId: null,
    call,
    details: { receiptId: id, memberId, operator, transactionId: txId, ...details },
  });
}

/**
 * Credits a payment that reaches the minimum at the rate of this moment, or says why it does not. A payment to a
 * retired address is never credited by itself: whoever has the old seed could take it back and pay it again. One of an
 * asset that the club has set no rate of waits for a rate: anybody can pay to an address in each asset of its network.
 */
async function settleDeposit(
  trx: Trx,
  services: Services,
  given: { id: string; sighting: Sighting; now: Date },
): Promise<'settled' | 'waits'> {
  const { id, sighting, now } = given;
  if (await isRetired(trx, services, sighting.addressId)) {
    await hold(trx, services, given, { refusal: 'retiredAddress', refusal_minimum: null });
    return 'settled';
  }
  const { minimumDepositUsd } = await rulesAt(trx, now);
  const rate = await findRate(trx, sighting.asset, now);
  if (rate === null) return 'waits';
  if (compare(multiply(normal(sighting.amount), rate.usd), minimumDepositUsd) >= 0) {
    const { status, memberId } = await nextStep(trx, id, 'CREDIT');
    await depositCredited(trx, { receiptId: id, at: now, status });
    await credited(trx, services, { id, status, memberId, at: now, call: CHAIN, details: {} });
    return 'settled';
  }
  const minimum = leastAmountOfUsd(minimumDepositUsd, rate);
  await hold(
    trx,
    services,
    given,
    { refusal: 'belowMinimum', refusal_minimum: minimum },
    { minimum, minimumUsd: minimumDepositUsd },
  );
  return 'settled';
}

/** Leaves a payment uncredited, and says why; an operator decides about it. */
async function hold(
  trx: Trx,
  services: Services,
  { id, sighting, now }: { id: string; sighting: Sighting; now: Date },
  why: { refusal: 'belowMinimum' | 'retiredAddress'; refusal_minimum: string | null },
  minimum: Record<string, string> = {},
): Promise<void> {
  const { status, memberId } = await nextStep(trx, id, 'REFUSE');
  await depositRefused(trx, { receiptId: id, at: now, status });
  await trx.updateTable('deposits').set(why).where('id', '=', id).execute();
  await noteStep(trx, { receiptId: id, status, at: now });
  await audit(trx, { kind: 'deposit_refused', at: now, memberId, call: CHAIN, details: { receiptId: id } });
  const values = { ...(await mailValues(trx, id)), ...minimum };
  await recordNotice(trx, services, { kind: 'depositHeld', ...noticeOf({ id, sighting, at: now }) });
  await enqueueMail(trx, services, { kind: MAIL_OF[why.refusal], memberId, device: null, now, values });
}

async function credited(
  trx: Trx,
  services: Services,
  given: {
    id: string;
    status: string;
    memberId: string;
    at: Date;
    call: AuditEvent['call'];
    details: Record<string, string>;
  },
): Promise<void> {
  const { id, status, memberId, at, call, details } = given;
  await trx.updateTable('deposits').set({ credited_at: at }).where('id', '=', id).execute();
  await noteStep(trx, { receiptId: id, status, at });
  await audit(trx, { kind: 'deposit_credited', at, memberId, call, details: { receiptId: id, ...details } });
  const values = await mailValues(trx, id);
  const money = { asset: values.asset, amount: values.amount };
  await recordNotice(trx, services, { kind: 'depositCredited', memberId, at, receiptId: id, ...money });
  await enqueueMail(trx, services, { kind: 'depositCredited', memberId, device: null, now: at, values });
}

function noticeOf({ id, sighting, at }: { id: string; sighting: Sighting; at: Date }) {
  const { memberId, asset, amount } = sighting;
  return { memberId, at, receiptId: id, asset, amount: normal(amount) };
}

async function mailValues(trx: Trx, id: string) {
  const row = await trx
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .innerJoin('chain_sightings', 'chain_sightings.id', 'deposits.sighting_id')
    .select(['receipts.reference', 'receipts.asset', 'receipts.amount', 'deposits.network', 'chain_sightings.tx_id'])
    .where('deposits.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    reference: row.reference,
    asset: row.asset,
    amount: normal(row.amount),
    network: row.network,
    transaction: row.tx_id,
  };
}

/**
 * The request that a payment is for. Among the open requests of its address and asset, one that is not canceled comes
 * before a canceled one, one with exactly this amount before others, then the oldest. If there is none, the payment
 * gets a deposit of its own.
 */
async function depositOf(
  trx: Trx,
  services: Services,
  given: { sighting: Sighting; now: Date },
): Promise<{ id: string; sightings: number }> {
  const { sighting, now } = given;
  const { memberId, asset, addressId, network } = sighting;
  const waiting = await trx
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .select(['deposits.id', 'deposits.sightings'])
    .where('deposits.address_id', '=', addressId)
    .where('receipts.asset', '=', asset)
    .where('deposits.sighting_id', 'is', null)
    .orderBy((order) => order('receipts.status', '=', 'cancel'))
    .orderBy(
      (order) => order('deposits.wanted', '=', sighting.amount),
      (by) => by.desc().nullsLast(),
    )
    .orderBy('receipts.at')
    .orderBy('deposits.id')
    .executeTakeFirst();
  if (waiting !== undefined) return waiting;
  const info = services.chain.networks.find((each) => each.network === network);
  if (info === undefined) throw new Error(`a payment was seen on ${network}, which isn't watched`);
  const { version: ruleVersion, values: rules } = await storedRulesAt(trx, now);
  const id = await depositOpened(trx, services.random, {
    memberId,
    asset,
    amount: normal(sighting.amount),
    status: initialStatus(depositLifecycle),
    at: now,
    ruleVersion,
  });
  await trx
    .insertInto('deposits')
    .values({
      id,
      member_id: memberId,
      address_id: addressId,
      network,
      development: info.development,
      wanted: null,
      confirmations_needed: confirmationsNeeded([info], rules, network),
    })
    .execute();
  return { id, sightings: 0 };
}

/** Without its payment a request waits again; one that the member had canceled is canceled still. */
async function statusAfterDrop(trx: Trx, id: string, isOver: boolean): Promise<string> {
  const { status } = await nextStep(trx, id, 'DROP');
  // Nobody is shown a retired address to pay to.
  if (isOver) return statusByStep(depositLifecycle, status, 'RETIRE');
  const canceled = statusByStep(depositLifecycle, status, 'CANCEL');
  const steps = await stepsOf(trx, id);
  return steps.some((step) => step.status === canceled) ? canceled : status;
}

async function sightedDeposit(
  trx: Trx,
  sighting: Sighting,
): Promise<Pick<Selectable<DepositsTable>, 'id' | 'sightings' | 'wanted' | 'confirmations' | 'confirmations_needed'>> {
  return trx
    .selectFrom('deposits')
    .select(['id', 'sightings', 'wanted', 'confirmations', 'confirmations_needed'])
    .where('sighting_id', '=', sighting.id)
    .executeTakeFirstOrThrow();
}

/**
 * The status that a step leads to, and the deposit's owner; the receipt stays locked until the transaction ends.
 * @throws StepRefused
 */
async function nextStep(
  trx: Trx,
  id: string,
  event: DepositEvent['type'],
): Promise<{ status: string; memberId: string }> {
  const { status, member_id: memberId } = await lockReceipt(trx, id, 'deposit');
  return { status: statusByStep(depositLifecycle, status ?? '', event), memberId };
}
