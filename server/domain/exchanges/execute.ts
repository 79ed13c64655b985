import type { Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Executor } from '#server/domain/drafts/executor.ts';
import { exchange } from '#server/domain/ledger/moves.ts';
import { exchangeRate, hasMoved } from '#server/domain/rates/convert.ts';
import { agingNow, isStale, ratesAt } from '#server/domain/rates/rates.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';

/** An exchange as it was quoted. */
export interface ExchangeTerms {
  from: Asset;
  to: Asset;
  amount: Amount;
  receive: Amount;
  /** How much of `to` one of `from` buys, the spread included. */
  rate: Amount;
  /** Since when this rate is in force: when the later of the two rates it was computed from was set. */
  rateAt: string;
  spread: Amount;
  ruleVersion: number;
}

/**
 * Exchanges at the quoted rate. Refused if there is no fresh rate any more, or if the rate has moved further than the
 * spread covers.
 */
export const exchangeExecutor: Executor<ExchangeTerms> = {
  kind: 'exchange',
  codeMail: ({ from, to, amount, receive }) => ({
    kind: 'exchangeCode',
    values: { asset: from, amount, counterAsset: to, received: receive },
  }),
  check: async (trx, services, { terms }) => {
    const now = services.clock.now();
    const { values: rules } = await storedRulesAt(trx, now);
    const rates = await ratesAt(trx, now);
    const aging = await agingNow({ ...services, db: trx }, rules);
    const [from, to] = [rates.get(terms.from), rates.get(terms.to)];
    if (from === undefined || to === undefined || isStale(from, aging) || isStale(to, aging))
      throw new Problem('rate_stale');
    if (hasMoved(terms.rate, exchangeRate({ from, to, spread: terms.spread }), terms.spread))
      throw new Problem('rate_moved');
  },
  execute: async (trx, services, call, { id, member: { id: memberId }, terms, confirmedBy }) => {
    const at = services.clock.now();
    const { from, to, amount, receive, rate, rateAt, spread, ruleVersion } = terms;
    const { receiptId } = await exchange(trx, services.random, {
      key: `draft:${id}`,
      at,
      memberId,
      ruleVersion,
      from: { asset: from, amount },
      to: { asset: to, amount: receive },
      rate: { value: rate, at: new Date(rateAt) },
      details: { spread },
    });
    const details = { receiptId, asset: from, amount, counterAsset: to, received: receive, confirmedBy };
    await audit(trx, { kind: 'exchange_made', at, memberId, sessionId: call.session?.id ?? null, call, details });
    return receiptId;
  },
};
