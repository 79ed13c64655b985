import type { components } from '#openapi/api.gen.d.ts';
import { draftEnd, keepDraft } from '#server/domain/drafts/drafts.ts';
import { requireSecondFactor } from '#server/domain/drafts/factor.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Opened } from '#server/domain/sessions/open-session.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { showChoice } from './choices.ts';
import type { RestakeTerms } from './execute-restake.ts';
import { findStake, showStake } from './stakes.ts';

/** Drafts a restake or the withdrawal of a matured stake (F-14, D-10). @throws Problem of createRestake */
export async function draftRestake(
  trx: Trx,
  services: Services,
  given: { opened: Opened } & components['schemas']['RestakeWanted'],
): Promise<CallResult<components['schemas']['RestakeDraft']>> {
  const now = services.clock.now();
  const { member } = given.opened;
  const secondFactor = requireSecondFactor(given.opened);
  const rules = await rulesAt(trx, now);
  const stake = await findStake(trx, { memberId: member.id, id: given.stakeId });
  if (stake.state !== 'matured') throw new Problem('stake_not_matured');
  const choice = showChoice(stake, given.option, { rules, now });
  if (!choice.possible) throw new Problem('nothing_to_move');
  const { option, stakedUsdt, stakedMp, returnedUsdt, returnedMp, days } = choice;
  const terms: RestakeTerms = {
    stakeId: stake.id,
    option,
    stakedUsdt,
    stakedMp,
    returnedUsdt,
    returnedMp,
    days,
    ruleVersion: rules.version,
  };
  const expiresAt = draftEnd(now, rules);
  const draft = await keepDraft(trx, services, {
    member,
    kind: 'restake',
    terms,
    secondFactor,
    expiresAt,
  });
  return {
    kind: 'done',
    body: { ...draft, stake: showStake(stake, { rules, now }), choice, ruleVersion: rules.version },
  };
}
