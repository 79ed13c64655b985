import { compare } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { lockMember } from '#server/accounts/members.ts';
import { personName } from '#server/accounts/person.ts';
import type { CallContext, MemberSession } from '#server/contract/types.ts';
import type { Trx } from '#server/db/kysely.ts';
import { wantedAmount } from '#server/drafts/amounts.ts';
import { draftEnd, keepDraft } from '#server/drafts/drafts.ts';
import { requireSecondFactor } from '#server/drafts/factor.ts';
import { balanceOf } from '#server/ledger/balances.ts';
import { Problem } from '#server/problems.ts';
import { usdOf } from '#server/rates/convert.ts';
import { requireTradable } from '#server/rates/tradable.ts';
import type { Worked } from '#server/requests/run-once.ts';
import { rulesAt } from '#server/rules/rules.ts';
import type { Services } from '#server/services.ts';
import type { TransferTerms } from './execute.ts';
import { recipientOf } from './recipient.ts';

/** Drafts a transfer to another member (F-11). @throws Problem of createTransfer */
export async function draftTransfer(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession } & components['schemas']['TransferWanted'],
): Promise<Worked<components['schemas']['TransferDraft']>> {
  const now = services.clock.now();
  const member = await lockMember(trx, given.session.memberId);
  const secondFactor = await requireSecondFactor(trx, member.id);
  const { asset } = given;
  const recipient = await recipientOf(trx, call, { memberId: member.id, username: given.recipient, field: 'recipient' });
  const amount = wantedAmount(call, { amount: given.amount, unit: asset });
  const note = personName(call, given.note, 'note');
  const rules = await rulesAt(trx, now);
  const rate = await requireTradable(trx, call, { asset, field: 'asset', now });
  if (compare(amount, await balanceOf(trx, member.id, asset)) > 0) throw new Problem('insufficient_balance');
  const terms: TransferTerms = { toMemberId: recipient.id, toUsername: recipient.shown.username, asset, amount, note, ruleVersion: rules.version };
  const expiresAt = draftEnd(now, rules);
  const draft = await keepDraft(trx, services, { memberId: member.id, kind: 'transfer', terms, secondFactor, expiresAt });
  return { kind: 'done', body: { ...draft, recipient: recipient.shown, asset, amount, note, amountUsd: usdOf(amount, rate), ruleVersion: rules.version } };
}
