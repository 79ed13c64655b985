import type { components } from '#openapi/api.gen.d.ts';
import { moneyHeldUntil } from '#server/accounts/hold.ts';
import { trustedMoment } from '#server/club/trusted-clock.ts';
import type { MemberSession } from '#server/contract/types.ts';
import { secondFactorOf } from '#server/drafts/factor.ts';
import { balancesOf } from '#server/ledger/balances.ts';
import { leastAmountOfUsd } from '#server/rates/convert.ts';
import { ratesAt } from '#server/rates/rates.ts';
import { ownRulesAt, rulesAt } from '#server/rules/rules.ts';
import type { Services } from '#server/services.ts';
import { listAddresses } from './addresses.ts';
import { CHAIN_ASSETS, showNetwork } from './networks.ts';

/** What can be withdrawn now, and by which rules (F-10). An asset without a network or a rate is closed and not listed. */
export async function withdrawalOptions(services: Services, session: MemberSession): Promise<components['schemas']['WithdrawalOptions']> {
  const { db, clock, chain } = services;
  const now = clock.now();
  const { memberId } = session;
  const rules = await rulesAt(db, now);
  const ownRules = await ownRulesAt(db, now);
  const rates = await ratesAt(db, now);
  const available = await balancesOf(db, memberId);
  const heldUntil = await moneyHeldUntil(db, services, memberId);
  const assets: components['schemas']['WithdrawalAsset'][] = [];
  for (const asset of CHAIN_ASSETS) {
    const info = chain.networkOf(asset);
    const rate = rates.get(asset);
    if (info === null || rate === undefined) continue;
    const minimum = leastAmountOfUsd(rules.minimumWithdrawalUsd, rate);
    assets.push({ asset, available: available[asset], minimum, rate: rate.usd, networks: [showNetwork(chain, info, ownRules)] });
  }
  return {
    minimumUsd: rules.minimumWithdrawalUsd,
    feeRate: rules.withdrawalFeeRate,
    completionHours: rules.withdrawalCompletionHours,
    heldUntil: heldUntil?.toISOString() ?? null,
    secondFactor: await secondFactorOf(db, memberId),
    assets,
    addresses: await listAddresses(db, memberId, await trustedMoment(services)),
  };
}
