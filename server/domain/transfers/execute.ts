import type { Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Executor } from '#server/domain/drafts/executor.ts';
import { transfer } from '#server/domain/ledger/moves.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import { receiptReference } from '#server/domain/receipts/references.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';

/** A transfer as it was shown before it was confirmed. */
export interface TransferTerms {
  toMemberId: string;
  toUsername: string;
  asset: Asset;
  amount: Amount;
  note: string;
  ruleVersion: number;
}

/** Sends money to another member, which is complete at once; both get a receipt and a mail. */
export const transferExecutor: Executor<TransferTerms> = {
  kind: 'transfer',
  codeMail: ({ asset, amount, toUsername }) => ({
    kind: 'transferCode',
    values: { asset, amount, recipient: toUsername },
  }),
  check: async () => undefined,
  execute: async (trx, services, call, { id, memberId, terms, confirmedBy }) => {
    const now = services.clock.now();
    const { toMemberId, toUsername, asset, amount, note, ruleVersion } = terms;
    const { receiptId } = await transfer(trx, services.random, {
      key: `draft:${id}`,
      at: now,
      memberId,
      toMemberId,
      ruleVersion,
      asset,
      amount,
      note,
    });
    await audit(trx, {
      kind: 'transfer_sent',
      at: now,
      memberId,
      sessionId: call.session?.id ?? null,
      call,
      details: { receiptId, asset, amount, confirmedBy },
    });
    const values = { asset, amount, recipient: toUsername, reference: await receiptReference(trx, receiptId) };
    await enqueueMail(trx, services, { kind: 'transferSent', memberId, device: call.device, now, values });
    const sender = await trx
      .selectFrom('members')
      .select('username')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    const arrived = await trx
      .selectFrom('receipts')
      .select(['id', 'reference'])
      .where('origin_id', '=', receiptId)
      .executeTakeFirstOrThrow();
    await recordNotice(trx, services, {
      kind: 'transferReceived',
      memberId: toMemberId,
      at: now,
      receiptId: arrived.id,
      asset,
      amount,
    });
    // No device: it is the sender's, and does not concern the recipient.
    await enqueueMail(trx, services, {
      kind: 'transferReceived',
      memberId: toMemberId,
      device: null,
      now,
      values: { asset, amount, sender: sender.username, reference: arrived.reference },
    });
    return receiptId;
  },
};
