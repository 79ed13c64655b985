import type { components } from '#openapi/api.gen.d.ts';
import { requireBalance, wantedAmount } from '#server/domain/drafts/amounts.ts';
import { draftEnd, keepDraft } from '#server/domain/drafts/drafts.ts';
import { requireSecondFactor } from '#server/domain/drafts/factor.ts';
import { personLine } from '#server/domain/members/person.ts';
import { usdOf } from '#server/domain/rates/convert.ts';
import { requireTradable } from '#server/domain/rates/tradable.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Opened } from '#server/domain/sessions/open-session.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { TransferTerms } from './execute.ts';
import { recipientOf } from './recipient.ts';

/** Drafts a transfer to another member (F-11). @throws Problem of createTransfer */
export async function draftTransfer(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { opened: Opened } & components['schemas']['TransferWanted'],
): Promise<CallResult<components['schemas']['TransferDraft']>> {
  const now = services.clock.now();
  const { member } = given.opened;
  const secondFactor = requireSecondFactor(given.opened);
  const { asset } = given;
  const recipient = await recipientOf(trx, call, {
    memberId: member.id,
    username: given.recipient,
    field: 'recipient',
  });
  const amount = wantedAmount(call, { amount: given.amount, unit: asset });
  const note = personLine(call, given.note, 'TransferWanted/properties/note');
  const rules = await rulesAt(trx, now);
  const rate = await requireTradable(trx, call, { asset, field: 'asset', now });
  await requireBalance(trx, { memberId: member.id, asset, amount });
  const terms: TransferTerms = {
    toMemberId: recipient.id,
    toUsername: recipient.shown.username,
    asset,
    amount,
    note,
    ruleVersion: rules.version,
  };
  const expiresAt = draftEnd(now, rules);
  const draft = await keepDraft(trx, services, {
    member,
    kind: 'transfer',
    terms,
    secondFactor,
    expiresAt,
  });
  return {
    kind: 'done',
    body: {
      ...draft,
      recipient: recipient.shown,
      asset,
      amount,
      note,
      amountUsd: usdOf(amount, rate),
      ruleVersion: rules.version,
    },
  };
}
