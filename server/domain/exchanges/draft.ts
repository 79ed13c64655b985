import { compare, isPositive, multiply } from '#money/amount.ts';
import { exchanged, leastExchanged } from '#money/rate.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { requireBalance, wantedAmount } from '#server/domain/drafts/amounts.ts';
import { keepDraft } from '#server/domain/drafts/drafts.ts';
import { requireSecondFactor } from '#server/domain/drafts/factor.ts';
import { exchangeRate } from '#server/domain/rates/convert.ts';
import { agingNow, isStale } from '#server/domain/rates/rates.ts';
import { tradableIn, tradableRates } from '#server/domain/rates/tradable.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Opened } from '#server/domain/sessions/open-session.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { later, secondsAfter } from '#server/platform/system/clock.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';
import type { ExchangeTerms } from './execute.ts';
import { CODE_SECONDS } from './options.ts';

/** Quotes an exchange (F-12, D-07): executed at this rate in time, or not at all. @throws Problem of createExchange */
export async function draftExchange(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { opened: Opened } & components['schemas']['ExchangeWanted'],
): Promise<CallResult<components['schemas']['ExchangeDraft']>> {
  const now = services.clock.now();
  const { member } = given.opened;
  if (given.from === given.to)
    throw new Problem('invalid_request', { errors: fieldError('to', call.culture, 'wrongForm') });
  const rates = await tradableRates(trx, now);
  const from = tradableIn(rates, call, { asset: given.from, field: 'from' });
  const to = tradableIn(rates, call, { asset: given.to, field: 'to' });
  const amount = wantedAmount(call, { amount: given.amount, unit: from.asset });
  const { version: ruleVersion, values: rules } = await storedRulesAt(trx, now);
  const aging = await agingNow({ ...services, db: trx }, rules);
  if (isStale(from, aging) || isStale(to, aging)) throw new Problem('rate_stale');
  const spread = rules.exchangeSpread;
  const receive = exchanged(amount, { from, to, spread });
  if (!isPositive(receive)) {
    const minimum = leastExchanged({ from, to, spread });
    throw new Problem('amount_too_small', { amounts: { unit: from.asset, asked: amount, minimum, available: null } });
  }
  await requireBalance(trx, { memberId: member.id, asset: from.asset, amount });
  const large = compare(multiply(amount, from.usd), rules.exchangeSecondFactorAboveUsd) > 0;
  const secondFactor = large ? requireSecondFactor(given.opened) : 'none';
  const terms: ExchangeTerms = {
    from: from.asset,
    to: to.asset,
    amount,
    receive,
    rate: exchangeRate({ from, to, spread }),
    // The rate of a pair is as old as the later of its two rates.
    rateAt: later(from.at, to.at).toISOString(),
    spread,
    ruleVersion,
  };
  const expiresAt = secondsAfter(now, rules.quoteSeconds + (large ? CODE_SECONDS : 0));
  const draft = await keepDraft(trx, services, {
    member,
    kind: 'exchange',
    terms,
    secondFactor,
    expiresAt,
  });
  return { kind: 'done', body: { ...draft, ...terms } };
}
