import { HOUR_SECONDS } from '#server/platform/system/clock.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { endOfWait } from '#server/domain/club/trusted-clock.ts';
import type { Executor } from '#server/domain/drafts/executor.ts';
import { withdrawalAccepted } from '#server/domain/ledger/withdrawals.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import { receiptReference } from '#server/domain/receipts/references.ts';
import { noteStep } from '#server/domain/receipts/steps.ts';
import { withdrawalLifecycle } from '#machines/lifecycles/withdrawal.machine.ts';
import { initialStatus } from '#machines/lifecycles/lifecycle.ts';
import { refuseNotAllowed } from './not-allowed.ts';
import type { WithdrawalTerms } from './terms.ts';

/** Accepts a withdrawal (D-05): the amount leaves the balance into transit, and its waiting time begins. */
export const withdrawalExecutor: Executor<WithdrawalTerms> = {
  kind: 'withdrawal',
  codeMail: (terms) => ({ kind: 'withdrawalCode', values: mailValues(terms) }),
  check: async (trx, services, { member: { id: memberId }, terms }) => {
    const { asset, network, address } = terms;
    if (services.chain.networkOf(asset)?.network !== network) throw new Problem('asset_closed');
    await refuseNotAllowed(trx, services, { memberId, asset, network, address });
  },
  execute: async (trx, services, call, { id, member: { id: memberId }, terms, confirmedBy }) => {
    const now = services.clock.now();
    const { asset, network, development, address, amount, fee, ruleVersion } = terms;
    const status = initialStatus(withdrawalLifecycle);
    const rate = { value: terms.rate, at: new Date(terms.rateAt) };
    const { receiptId } = await withdrawalAccepted(trx, services.random, {
      key: `draft:${id}`,
      at: now,
      memberId,
      ruleVersion,
      asset,
      amount,
      fee,
      status,
      rate,
    });
    const completesAt = await endOfWait(trx, now, terms.completionHours * HOUR_SECONDS);
    await trx
      .insertInto('withdrawals')
      .values({ id: receiptId, member_id: memberId, network, development, address, completes_at: completesAt })
      .execute();
    await noteStep(trx, { receiptId, status, at: now });
    await audit(trx, {
      kind: 'withdrawal_requested',
      at: now,
      memberId,
      sessionId: call.session?.id ?? null,
      call,
      details: { receiptId, asset, amount, confirmedBy },
    });
    const values = {
      ...mailValues(terms),
      reference: await receiptReference(trx, receiptId),
      completesAt: momentText(completesAt),
    };
    await enqueueMail(trx, services, { kind: 'withdrawalAccepted', memberId, device: call.device, now, values });
    return receiptId;
  },
};

function mailValues({ asset, amount, fee, net, network, address }: WithdrawalTerms): Record<string, string> {
  return { asset, amount, fee, net, network, address };
}
