import { withdrawalLifecycle } from '#machines/lifecycles/withdrawal.machine.ts';
import { statusAfter } from '#machines/lifecycles/lifecycle.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import { stepsOf } from '#server/domain/receipts/steps.ts';
import type { Services } from '#server/domain/services/services.ts';
import { trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { entryOf } from './addresses.ts';
import { isChainAsset } from '#server/domain/networks/networks.ts';

type Schemas = components['schemas'];

/** What a withdrawal has besides its receipt: its address, what may still be done, and until when (D-27). */
export async function withdrawalDetails(
  db: Db | Trx,
  services: Services,
  own: { memberId: string; id: string },
): Promise<Schemas['WithdrawalDetails']> {
  const { memberId, id } = own;
  const row = await db
    .selectFrom('withdrawals')
    .innerJoin('receipts', 'receipts.id', 'withdrawals.id')
    .selectAll('withdrawals')
    .select(['receipts.status', 'receipts.asset'])
    .where('withdrawals.id', '=', id)
    .where('withdrawals.member_id', '=', memberId)
    .executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  const now = await trustedMoment({ ...services, db });
  const { network, address, asset, status } = row;
  const waits = row.settled_at === null && row.completed_at === null;
  return {
    id,
    network,
    development: row.development,
    address,
    addressLabel: isChainAsset(asset)
      ? (await entryOf(db, { memberId, asset, network, address }, now)).addressLabel
      : null,
    completesAt: row.completes_at.toISOString(),
    overdue: waits && row.completes_at <= now,
    cancellable: statusAfter(withdrawalLifecycle, status ?? '', { type: 'CANCEL' }) !== null,
    transactionId: row.transaction_id,
    timeline: (await stepsOf(db, id)).map((step) => ({
      status: step.status as Schemas['RecordStatus'],
      at: step.at.toISOString(),
    })),
    refusal: row.refusal,
  };
}
