import type { Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Executor } from '#server/domain/drafts/executor.ts';
import { transfer } from '#server/domain/ledger/moves.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import { audit } from '#server/platform/audit/audit.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { enqueueMail, enqueueMailTo, recipientIn } from '#server/platform/mail/outbox.ts';

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
  execute: async (trx, services, call, { id, member, terms, confirmedBy }) => {
    const now = services.clock.now();
    const { id: memberId } = member;
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
    const [sent, arrived] = await bothReceipts(trx, receiptId);
    const values = { asset, amount, recipient: toUsername, reference: sent.reference };
    const to = recipientIn(member);
    await enqueueMailTo(trx, services, { kind: 'transferSent', to, device: call.device, now, values });
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
      values: { asset, amount, sender: member.username, reference: arrived.reference },
    });
    return receiptId;
  },
};

interface NamedReceipt {
  id: string;
  reference: string;
}

/** The sender's receipt of a transfer, and the recipient's, which names it as its origin. */
async function bothReceipts(trx: Trx, sentId: string): Promise<[sent: NamedReceipt, arrived: NamedReceipt]> {
  const { id, reference, ...arrived } = await trx
    .selectFrom('receipts as sent')
    .innerJoin('receipts as arrived', 'arrived.origin_id', 'sent.id')
    .select(['sent.id', 'sent.reference', 'arrived.id as arrived_id', 'arrived.reference as arrived_reference'])
    .where('sent.id', '=', sentId)
    .executeTakeFirstOrThrow();
  return [
    { id, reference },
    { id: arrived.arrived_id, reference: arrived.arrived_reference },
  ];
}
