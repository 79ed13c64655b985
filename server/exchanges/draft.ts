import { compare, isPositive, multiply } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { lockMember } from '#server/accounts/members.ts';
import { later, secondsAfter } from '#server/clock.ts';
import { fieldError } from '#server/contract/field-errors.ts';
import type { CallContext, MemberSession } from '#server/contract/types.ts';
import type { Trx } from '#server/db/kysely.ts';
import { wantedAmount } from '#server/drafts/amounts.ts';
import { keepDraft } from '#server/drafts/drafts.ts';
import { requireSecondFactor } from '#server/drafts/factor.ts';
import { balanceOf } from '#server/ledger/balances.ts';
import { Problem } from '#server/problems.ts';
import { exchanged, exchangeRate } from '#server/rates/convert.ts';
import { isStale } from '#server/rates/rates.ts';
import { requireTradable } from '#server/rates/tradable.ts';
import type { Worked } from '#server/requests/run-once.ts';
import { storedRulesAt } from '#server/rules/rules.ts';
import type { Services } from '#server/services.ts';
import type { ExchangeTerms } from './execute.ts';
import { CODE_SECONDS } from './options.ts';

/** Quotes an exchange (F-12, D-07): carried out at this rate in time, or not at all. @throws Problem of createExchange */
export async function draftExchange(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession } & components['schemas']['ExchangeWanted'],
): Promise<Worked<components['schemas']['ExchangeDraft']>> {
  const now = services.clock.now();
  const member = await lockMember(trx, given.session.memberId);
  if (given.from === given.to) throw new Problem('invalid_request', { errors: fieldError('to', call.culture, 'wrongForm') });
  const from = await requireTradable(trx, call, { asset: given.from, field: 'from', now });
  const to = await requireTradable(trx, call, { asset: given.to, field: 'to', now });
  const amount = wantedAmount(call, { amount: given.amount, unit: from.asset });
  const { version: ruleVersion, values: rules } = await storedRulesAt(trx, now);
  const fresh = { now, rules };
  if (isStale(from, fresh) || isStale(to, fresh)) throw new Problem('rate_stale');
  const spread = rules.exchangeSpread;
  const receive = exchanged(amount, { from, to, spread });
  if (!isPositive(receive)) throw new Problem('amount_too_small');
  if (compare(amount, await balanceOf(trx, member.id, from.asset)) > 0) throw new Problem('insufficient_balance');
  const large = compare(multiply(amount, from.usd), rules.exchangeSecondFactorAboveUsd) > 0;
  const secondFactor = large ? await requireSecondFactor(trx, member.id) : 'none';
  const terms: ExchangeTerms = {
    from: from.asset,
    to: to.asset,
    amount,
    receive,
    rate: exchangeRate({ from, to, spread }),
    // The rate of a pair is what it is since the later of its two rates was set.
    rateAt: later(from.at, to.at).toISOString(),
    spread,
    ruleVersion,
  };
  const expiresAt = secondsAfter(now, rules.quoteSeconds + (large ? CODE_SECONDS : 0));
  const draft = await keepDraft(trx, services, { memberId: member.id, kind: 'exchange', terms, secondFactor, expiresAt });
  return { kind: 'done', body: { ...draft, ...terms } };
}
