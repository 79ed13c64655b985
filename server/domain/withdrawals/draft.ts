import { compare, multiply } from '#money/amount.ts';
import { feeOf } from '#money/fee.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { HOUR_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { requireBalance, wantedAmount } from '#server/domain/drafts/amounts.ts';
import { draftEnd, keepDraft } from '#server/domain/drafts/drafts.ts';
import { requireSecondFactor } from '#server/domain/drafts/factor.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import { leastAmountOfUsd, usdOf } from '#server/domain/rates/convert.ts';
import { ratesAt } from '#server/domain/rates/rates.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Opened } from '#server/domain/sessions/open-session.ts';
import { entryOf, resemblanceOf } from './addresses.ts';
import { normalAddress, refuseOwnDeposit, requireNetwork } from '#server/domain/networks/networks.ts';
import { refuseNotAllowed } from './not-allowed.ts';
import type { WithdrawalTerms } from './terms.ts';

/**
 * Quotes a withdrawal (F-10, D-04, D-05): the fee is taken out of the amount, rounded down at the asset's scale.
 *
 * @throws Problem of createWithdrawal
 */
export async function draftWithdrawal(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { opened: Opened } & components['schemas']['WithdrawalWanted'],
): Promise<CallResult<components['schemas']['WithdrawalDraft']>> {
  const now = services.clock.now();
  const { member } = given.opened;
  const secondFactor = requireSecondFactor(given.opened);
  const { asset, info } = requireNetwork(services, call, given);
  const amount = wantedAmount(call, { amount: given.amount, unit: asset });
  const address = normalAddress(services, info.network, given.address);
  await refuseOwnDeposit(trx, { memberId: member.id, network: info.network, address });
  await refuseNotAllowed(trx, services, { memberId: member.id, asset, network: info.network, address });
  const rules = await rulesAt(trx, now);
  const rate = (await ratesAt(trx, now)).get(asset);
  if (rate === undefined) throw new Problem('asset_closed');
  if (compare(multiply(amount, rate.usd), rules.minimumWithdrawalUsd) < 0) {
    const minimum = leastAmountOfUsd(rules.minimumWithdrawalUsd, rate);
    throw new Problem('below_minimum_withdrawal', {
      amounts: { unit: asset, asked: amount, minimum, available: null },
    });
  }
  await requireBalance(trx, { memberId: member.id, asset, amount });
  const terms: WithdrawalTerms = {
    asset,
    network: info.network,
    development: info.development,
    address,
    amount,
    ...feeOf(amount, rules.withdrawalFeeRate, asset),
    rate: rate.usd,
    rateAt: rate.at.toISOString(),
    completionHours: rules.withdrawalCompletionHours,
    ruleVersion: rules.version,
  };
  const expiresAt = draftEnd(now, rules);
  const draft = await keepDraft(trx, services, {
    member,
    kind: 'withdrawal',
    terms,
    secondFactor,
    expiresAt,
  });
  // With a clock in doubt, no entry of the book becomes old enough to suppress a warning.
  const known = await trustedMoment({ ...services, db: trx });
  const body = {
    ...draft,
    ...terms,
    ...(await entryOf(trx, { memberId: member.id, asset, network: info.network, address }, known)),
    feeRate: rules.withdrawalFeeRate,
    amountUsd: usdOf(amount, rate),
    completesAt: secondsAfter(now, rules.withdrawalCompletionHours * HOUR_SECONDS).toISOString(),
    resembles: await resemblanceOf(trx, member.id, { network: info.network, address, now: known }),
  };
  return { kind: 'done', body };
}
