import type { components } from '#openapi/api.gen.d.ts';
import { isAllowListOn } from '#server/domain/open-acts/allow-list-state.ts';
import { trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { secondFactorOf } from '#server/domain/drafts/factor.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { moneyHeldUntil } from '#server/domain/members/hold.ts';
import { CHAIN_ASSETS, showNetwork } from '#server/domain/networks/networks.ts';
import { leastAmountOfUsd } from '#server/domain/rates/convert.ts';
import { ratesAt } from '#server/domain/rates/rates.ts';
import { ownRulesAt, rulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import { listAddresses, recentAddresses } from './addresses.ts';

/**
 * What can be withdrawn now, and by which rules (F-10). An asset without a network or a rate is closed and not listed.
 */
export async function withdrawalOptions(
  services: Services,
  session: MemberSession,
): Promise<components['schemas']['WithdrawalOptions']> {
  const { db, clock, chain } = services;
  const now = clock.now();
  const { memberId } = session;
  const rules = await rulesAt(db, now);
  const ownRules = await ownRulesAt(db, now);
  const rates = await ratesAt(db, now);
  const available = await balancesOf(db, memberId);
  const heldUntil = await moneyHeldUntil(db, services, memberId);
  const assets: components['schemas']['WithdrawalAsset'][] = [];
  const recent: components['schemas']['RecentAddress'][] = [];
  for (const asset of CHAIN_ASSETS) {
    const info = chain.networkOf(asset);
    const rate = rates.get(asset);
    if (info === null || rate === undefined) continue;
    const minimum = leastAmountOfUsd(rules.minimumWithdrawalUsd, rate);
    const network = showNetwork(chain, info, ownRules);
    recent.push(...(await recentAddresses(db, memberId, { asset, ...network })));
    assets.push({
      asset,
      available: available[asset],
      minimum,
      rate: rate.usd,
      networks: [network],
    });
  }
  return {
    minimumUsd: rules.minimumWithdrawalUsd,
    feeRate: rules.withdrawalFeeRate,
    completionHours: rules.withdrawalCompletionHours,
    heldUntil: heldUntil?.toISOString() ?? null,
    secondFactor: await secondFactorOf(db, memberId),
    assets,
    addresses: await listAddresses(db, memberId, await trustedMoment(services)),
    recent,
    allowList: await isAllowListOn(db, services, memberId),
  };
}
