import type { components } from '#openapi/api.gen.d.ts';
import { secondFactorOf } from '#server/domain/drafts/factor.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { showChoices } from './choices.ts';
import { findStake, showStake } from './stakes.ts';

/** A stake of the member's and its choices (F-14, D-10). @throws Problem not_found */
export async function stakeOptions(
  { db, clock }: Services,
  own: { memberId: string; id: string },
): Promise<components['schemas']['StakeOptions']> {
  const now = clock.now();
  const rules = await rulesAt(db, now);
  const stake = await findStake(db, own);
  return {
    secondFactor: await secondFactorOf(db, own.memberId),
    stake: showStake(stake, { rules, now }),
    choices: showChoices(stake, { rules, now }),
  };
}
