// Requests a deposit address, and cancels such a request (F-09, D-06).
import { FIGURES } from '#openapi/figures.ts';
import { compare, multiply } from '#money/amount.ts';
import { depositLifecycle } from '#machines/lifecycles/deposit.machine.ts';
import { initialStatus } from '#machines/lifecycles/lifecycle.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { ChainAsset } from '#server/domain/chain/chain.ts';
import { confirmationsNeeded } from '#server/domain/chain/confirmations.ts';
import { wantedAmount } from '#server/domain/drafts/amounts.ts';
import { depositOpened } from '#server/domain/ledger/deposits.ts';
import { lockReceipt, setReceiptStatus } from '#server/domain/ledger/receipts.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { requireNetwork } from '#server/domain/networks/networks.ts';
import { leastAmountOfUsd } from '#server/domain/rates/convert.ts';
import { ratesAt } from '#server/domain/rates/rates.ts';
import { noteStep, statusByStep, StepRefused } from '#server/domain/receipts/steps.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { showDeposit } from './show.ts';

type Deposit = components['schemas']['Deposit'];

/**
 * How many requests of an asset may wait for their payment at once. A request that was paid or canceled frees its
 * place.
 */
export const MOST_OPEN_REQUESTS = FIGURES.openDeposits;

/**
 * Gives out an address of the asset's network: the one that still waits for its first payment, or a new one. A
 * request never expires: a late payment is credited like any other (D-06), which is why the number of open requests is
 * limited.
 *
 * @throws Problem asset_closed, below_minimum_deposit, too_many_open_deposits, invalid_request
 */
export async function requestDeposit(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession } & components['schemas']['DepositWanted'],
): Promise<CallResult<Deposit>> {
  const { session } = given;
  const { memberId } = session;
  const now = services.clock.now();
  await lockMember(trx, memberId);
  const { asset, info } = requireNetwork(services, call, given);
  const amount = wantedAmount(call, { amount: given.amount, unit: asset });
  const { version: ruleVersion, values: rules } = await storedRulesAt(trx, now);
  const rate = (await ratesAt(trx, now)).get(asset);
  if (rate === undefined) throw new Problem('asset_closed');
  if (compare(multiply(amount, rate.usd), rules.minimumDepositUsd) < 0) {
    const minimum = leastAmountOfUsd(rules.minimumDepositUsd, rate);
    throw new Problem('below_minimum_deposit', { amounts: { unit: asset, asked: amount, minimum, available: null } });
  }
  await refuseMore(trx, { memberId, asset });
  const issued =
    (await services.chain.unpaidAddress(trx, { memberId, asset })) ??
    (await services.chain.issueAddress(trx, { memberId, asset, now }));
  if (issued === null) throw new Problem('asset_closed');
  const status = initialStatus(depositLifecycle);
  const id = await depositOpened(trx, services.random, { memberId, asset, amount, status, at: now, ruleVersion });
  await trx
    .insertInto('deposits')
    .values({
      id,
      member_id: memberId,
      address_id: issued.id,
      network: info.network,
      development: info.development,
      wanted: amount,
      confirmations_needed: confirmationsNeeded([info], rules, info.network),
    })
    .execute();
  await noteStep(trx, { receiptId: id, status, at: now });
  await audit(trx, {
    kind: 'deposit_requested',
    at: now,
    memberId,
    sessionId: session.id,
    call,
    details: { receiptId: id, asset, amount },
  });
  return { kind: 'done', body: await shown(trx, services, { memberId, id }) };
}

/** @throws Problem too_many_open_deposits */
async function refuseMore(trx: Trx, { memberId, asset }: { memberId: string; asset: ChainAsset }): Promise<void> {
  const { count } = await trx
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('deposits.member_id', '=', memberId)
    .where('receipts.asset', '=', asset)
    .where('receipts.status', '=', 'awaitingPayment')
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_OPEN_REQUESTS) throw new Problem('too_many_open_deposits');
}

/** Cancels a request that was not paid, unless it is canceled already. @throws Problem not_found, not_cancellable */
export async function cancelDeposit(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession; id: string },
): Promise<CallResult<Deposit>> {
  const { session, id } = given;
  const { memberId } = session;
  const at = services.clock.now();
  const own = await trx
    .selectFrom('deposits')
    .select('id')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (own === undefined) throw new Problem('not_found');
  const receipt = await lockReceipt(trx, id, 'deposit');
  if (receipt.status !== 'cancel') {
    const status = cancelled(receipt.status);
    await setReceiptStatus(trx, { receiptId: id, status, at });
    await noteStep(trx, { receiptId: id, status, at });
    await audit(trx, {
      kind: 'deposit_cancelled',
      at,
      memberId,
      sessionId: session.id,
      call,
      details: { receiptId: id },
    });
  }
  return { kind: 'done', body: await shown(trx, services, { memberId, id }) };
}

function cancelled(status: string | null): string {
  try {
    return statusByStep(depositLifecycle, status ?? '', 'CANCEL');
  } catch (error) {
    if (error instanceof StepRefused) throw new Problem('not_cancellable');
    throw error;
  }
}

async function shown(trx: Trx, services: Services, own: { memberId: string; id: string }): Promise<Deposit> {
  const deposit = await showDeposit(trx, services, own);
  if (deposit === null) throw new Problem('not_found');
  return deposit;
}
