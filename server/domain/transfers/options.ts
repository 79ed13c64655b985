import type { components } from '#openapi/api.gen.d.ts';
import { secondFactorOf } from '#server/domain/drafts/factor.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { moneyHeldUntil } from '#server/domain/members/hold.ts';
import { tradableRates } from '#server/domain/rates/tradable.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import { recipientsOf } from './recipient.ts';

/** What can be transferred now (F-11). */
export async function transferOptions(
  services: Services,
  session: MemberSession,
): Promise<components['schemas']['TransferOptions']> {
  const { db, clock } = services;
  const now = clock.now();
  const available = await balancesOf(db, session.memberId);
  const rates = await tradableRates(db, now);
  const heldUntil = await moneyHeldUntil(db, services, session.memberId);
  return {
    heldUntil: heldUntil?.toISOString() ?? null,
    secondFactor: await secondFactorOf(db, session.memberId),
    assets: rates.map(({ asset }) => ({ asset, available: available[asset] })),
    ...(await recipientsOf(db, session.memberId, now)),
  };
}
