import type { Amount } from '#money/amount.ts';
import type { Executor } from '#server/domain/drafts/executor.ts';
import { receiptReference } from '#server/domain/receipts/references.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { requireRightMoment } from './begin.ts';
import type { StakeOption } from './choices.ts';
import { endOfDay, lockStake } from './stakes.ts';
import { chooseForStake } from './steps.ts';

/**
 * The choice for a stake, as it was shown before it was confirmed. A matured stake earns nothing more, so the amounts
 * stay the same.
 */
export interface RestakeTerms {
  stakeId: string;
  option: StakeOption;
  stakedUsdt: Amount;
  stakedMp: Amount;
  returnedUsdt: Amount;
  returnedMp: Amount;
  /** Of the new term; null if nothing is restaked. */
  days: number | null;
  ruleVersion: number;
}

/** Restakes a matured stake, or withdraws it (F-14). */
export const restakeExecutor: Executor<RestakeTerms> = {
  kind: 'restake',
  codeMail: (terms) => ({ kind: 'restakeCode', values: mailValues(terms) }),
  check: async (trx, services, { terms }) => {
    const { state } = await lockStake(trx, terms.stakeId);
    if (state !== 'matured') throw new Problem('stake_not_matured');
    if (terms.option !== 'withdraw') await requireRightMoment({ ...services, db: trx });
  },
  execute: async (trx, services, call, { member: { id: memberId }, terms, confirmedBy }) => {
    const at = services.clock.now();
    const { stakeId, option, days, ruleVersion } = terms;
    const { receiptId } = await chooseForStake(trx, services, { id: stakeId, option, at, ruleVersion, days });
    const withdrawn = option === 'withdraw';
    await audit(trx, {
      kind: withdrawn ? 'stake_withdrawn' : 'stake_restaked',
      at,
      memberId,
      sessionId: call.session?.id ?? null,
      call,
      details: { receiptId, stakeId, option, confirmedBy },
    });
    const values = {
      ...mailValues(terms),
      reference: await receiptReference(trx, receiptId),
      endsAt: days === null ? '' : momentText(endOfDay(at, days)),
    };
    await enqueueMail(trx, services, {
      kind: withdrawn ? 'stakeWithdrawn' : 'stakeRestaked',
      memberId,
      device: call.device,
      now: at,
      values,
    });
    return receiptId;
  },
};

function mailValues({ stakedUsdt, stakedMp, returnedUsdt, returnedMp, days }: RestakeTerms): Record<string, string> {
  const term: Record<string, string> = days === null ? {} : { days: String(days) };
  return { stakedUsdt, stakedMp, returnedUsdt, returnedMp, ...term };
}
