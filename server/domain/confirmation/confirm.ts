// Confirming a draft (S-15 and S-16): once, with a code or a signature that is bound to it, in one transaction with the
// movement of money.
import type { components } from '#openapi/api.gen.d.ts';
import { sendCode, takeCode } from '#server/domain/codes/email-codes.ts';
import {
  closeDraft,
  codeBinding,
  findDraft,
  isOpen,
  lockDraft,
  showDraft,
  takeTry,
  type DraftRow,
} from '#server/domain/drafts/drafts.ts';
import { isStillConfirmedSo } from '#server/domain/drafts/factor.ts';
import { refuseHeld } from '#server/domain/drafts/reach.ts';
import type { LockedMember } from '#server/domain/members/members.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { checkCode, refusalOf } from '#server/domain/second-factor/second-factor.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Opened } from '#server/domain/sessions/open-session.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { recipientIn } from '#server/platform/mail/outbox.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';
import { executorOf } from './executors.ts';
import { signatureProblem } from './passkey.ts';

type ShownDraft = components['schemas']['Draft'];
type Given = { session: MemberSession; id: string; opened: Opened };
/** What a draft is confirmed with; neither if it requires nothing. */
type Proof = { code: string | null; credential: components['schemas']['PasskeyAssertion'] | undefined };

/**
 * Mails the code of a draft and voids an older one. A draft that is confirmed another way has no code and is returned
 * as it is.
 */
export async function sendConfirmationCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: Given,
): Promise<CallResult<ShownDraft>> {
  const { id, opened } = given;
  const { member } = opened;
  const draft = await findDraft(trx, { memberId: member.id, id });
  if (!isOpen(draft, services.clock.now())) return refused('draft_expired');
  if (draft.second_factor === 'email') {
    const mail = executorOf(draft.kind).codeMail(termsOf(draft));
    const to = recipientIn(member);
    await sendCode(trx, services, call, {
      binding: codeBinding(draft, member.email),
      to,
      until: draft.expires_at,
      mail,
    });
  }
  return { kind: 'done', body: await showDraft(trx, services, draft, member) };
}

/**
 * Carries a draft out. A draft that was carried out before is returned, whatever key the call has.
 *
 * @throws Problem of what the draft moves, and InsufficientBalance: then nothing has happened, and neither the code nor
 * the signature is used up
 */
export async function carryOutDraft(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: Given & Proof,
): Promise<CallResult<ShownDraft>> {
  const { session, id, opened, code, credential } = given;
  const { member } = opened;
  const now = services.clock.now();
  const draft = await lockDraft(trx, { memberId: member.id, id });
  if (draft.state === 'executed') return { kind: 'done', body: await showDraft(trx, services, draft, member) };
  if (!isOpen(draft, now) || !isStillConfirmedSo(draft, opened)) return refused('draft_expired');
  const executor = executorOf(draft.kind);
  const confirmedBy = credential === undefined || draft.second_factor === 'none' ? draft.second_factor : 'passkey';
  const open = { id: draft.id, member, terms: termsOf(draft), confirmedBy } as const;
  await refuseHeld(trx, services, { member, kind: draft.kind });
  await executor.check(trx, services, open);
  const problem = await checkConfirmation(trx, services, call, { draft, member, session, code, credential });
  if (problem !== null) return { kind: 'refused', problem };
  const receiptId = await executor.execute(trx, services, call, open);
  const executed = await closeDraft(trx, draft, { receiptId, at: now });
  return { kind: 'done', body: await showDraft(trx, services, executed, member) };
}

/** The terms as the executor of the draft's kind wrote them. */
function termsOf(draft: DraftRow): never {
  // Only that executor knows their form.
  return draft.terms as never;
}

/**
 * What is wrong with the code or the signature; null if it is right, in which case it is used up. The transaction must
 * commit whatever the result.
 */
async function checkConfirmation(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { draft: DraftRow; member: LockedMember; session: MemberSession } & Proof,
): Promise<Problem | null> {
  const { draft, member, session, code, credential } = given;
  if (draft.second_factor === 'none') return null;
  if (credential !== undefined) return signatureProblem(trx, services, call, { draft, member, session, credential });
  if (draft.second_factor === 'totp') return checkTotp(trx, services, call, { draft, session, code: code ?? '' });
  const use = await takeCode(trx, services, call, { binding: codeBinding(draft, member.email), code: code ?? '' });
  return use.kind === 'right' ? null : use.problem;
}

/** A code of the app: five tries per draft, besides the limit of the session. Recovery codes do not confirm money. */
async function checkTotp(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { draft: DraftRow; session: MemberSession; code: string },
): Promise<Problem | null> {
  const { draft, session, code } = given;
  const triesLeft = await takeTry(trx, draft);
  if (triesLeft === null) return new Problem('code_used_up');
  const check = await checkCode(trx, services, call, {
    memberId: draft.member_id,
    method: 'totp',
    code,
    of: { kind: 'session', session },
  });
  if (check.kind === 'right') return null;
  if (check.kind !== 'wrong') return refusalOf(check, services.clock.now());
  if (triesLeft === 0) return new Problem('code_used_up');
  return new Problem('code_incorrect', {
    triesLeft,
    errors: { code: [fieldSentence(call.culture, 'codeIncorrect')] },
  });
}

function refused(code: 'draft_expired'): CallResult<never> {
  return { kind: 'refused', problem: new Problem(code) };
}
