// Which addresses a member who withdraws only to saved ones may withdraw to.
import { isAllowListOn } from '#server/domain/open-acts/allow-list-state.ts';
import { NEW_FOR_SECONDS } from '#server/domain/open-acts/new-addresses.ts';
import type { ChainAsset, Network } from '#server/domain/chain/chain.ts';
import { trustedMoment } from '#server/domain/club/trusted-clock.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { entryOf } from './addresses.ts';

/**
 * Refuses an address that is not in the member's book, or is new there, if the member withdraws only to saved ones. It
 * is called both where a withdrawal is drafted and where it is carried out, so a draft that was made before is refused.
 *
 * @throws Problem address_not_allowed, with the end of its day if the address is new, otherwise with null
 */
export async function refuseNotAllowed(
  trx: Trx,
  services: Pick<Services, 'clock' | 'config'>,
  wanted: { memberId: string; asset: ChainAsset; network: Network; address: string },
): Promise<void> {
  if (!(await isAllowListOn(trx, services, wanted.memberId))) return;
  const { clock, config } = services;
  const entry = await entryOf(trx, wanted, await trustedMoment({ db: trx, clock, config }));
  if (entry.addressLabel === null) throw new Problem('address_not_allowed', { until: null });
  if (entry.addressNewSince === null) return;
  throw new Problem('address_not_allowed', { until: secondsAfter(new Date(entry.addressNewSince), NEW_FOR_SECONDS) });
}
