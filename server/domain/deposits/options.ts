import type { components } from '#openapi/api.gen.d.ts';
import { CHAIN_ASSETS, showNetwork } from '#server/domain/networks/networks.ts';
import { leastAmountOfUsd } from '#server/domain/rates/convert.ts';
import { ratesAt } from '#server/domain/rates/rates.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import { openDeposits } from './show.ts';

/** What can be deposited now (F-09). An asset without a network or a rate is closed and not listed. */
export async function depositOptions(
  services: Services,
  session: MemberSession,
): Promise<components['schemas']['DepositOptions']> {
  const { db, clock, chain } = services;
  const now = clock.now();
  const { minimumDepositUsd, ...rules } = (await storedRulesAt(db, now)).values;
  const rates = await ratesAt(db, now);
  const assets = CHAIN_ASSETS.flatMap((asset) => {
    const info = chain.networkOf(asset);
    const rate = rates.get(asset);
    if (info === null || rate === undefined) return [];
    return [
      {
        asset,
        minimum: leastAmountOfUsd(minimumDepositUsd, rate),
        rate: rate.usd,
        networks: [showNetwork(chain, info, rules)],
      },
    ];
  });
  return { minimumUsd: minimumDepositUsd, assets, open: await openDeposits(db, services, session.memberId) };
}
