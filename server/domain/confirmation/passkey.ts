// Confirming a draft with a passkey, in place of a code (D-08): the device verifies its user and signs what the draft
// says.
import type { components } from '#openapi/api.gen.d.ts';
import { digestOf, hasPasskeyTries, isOpen, lockDraft, takeTry, type DraftRow } from '#server/domain/drafts/drafts.ts';
import { confirmingPasskeys, isStillConfirmedSo } from '#server/domain/drafts/factor.ts';
import type { LockedMember } from '#server/domain/members/members.ts';
import { askDevice, challengeIn, takeChallenge } from '#server/domain/passkeys/challenges.ts';
import { described, notePasskeyUse, tellOfCopy } from '#server/domain/passkeys/passkeys.ts';
import { siteOf, signedBy } from '#server/domain/passkeys/verify.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Opened } from '#server/domain/sessions/open-session.ts';
import { chargeProof, endIfUsedUp, giveProofBack } from '#server/domain/sessions/wrong-proofs.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

type Assertion = components['schemas']['PasskeyAssertion'];

/**
 * What the member's device is asked to sign: 32 random bytes and the digest of the draft. It is worth one answer, for
 * this draft as it is, in this session, for five minutes or until the draft expires; an older one is void.
 */
export async function beginConfirming(
  trx: Trx,
  services: Services,
  given: { session: MemberSession; id: string; opened: Opened },
): Promise<CallResult<components['schemas']['PasskeyRequest']>> {
  const { session, id, opened } = given;
  const { member } = opened;
  const draft = await lockDraft(trx, { memberId: member.id, id });
  if (!isOpen(draft, services.clock.now()) || !isStillConfirmedSo(draft, opened)) return refused('draft_expired');
  const passkeys = await confirmingPasskeys(trx, services, member.id);
  if (!hasPasskeyTries(draft) || passkeys.length === 0) return refused('no_passkey');
  const use = { purpose: 'confirm', session, draft: { id: draft.id, digest: digestOf(draft) } } as const;
  const { challenge, expiresIn } = await askDevice(trx, services, use, draft.expires_at);
  const options = {
    challenge,
    rpId: siteOf(services.config).id,
    timeout: expiresIn * MS_PER_SECOND,
    userVerification: 'required' as const,
    allowCredentials: passkeys.map(described),
  };
  return { kind: 'done', body: { options, expiresIn } };
}

/**
 * What is wrong with what a device has signed; null if nothing is. A wrong signature counts as a wrong code does: five
 * for the draft, together with codes of the app, and for the session. The member's row must be locked, and the
 * transaction must commit whatever the result.
 */
export async function signatureProblem(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { draft: DraftRow; member: LockedMember; session: MemberSession; credential: Assertion },
): Promise<Problem | null> {
  const { draft, member, session, credential } = given;
  const now = services.clock.now();
  if ((await takeTry(trx, draft)) === null) return new Problem('no_passkey');
  if (!(await chargeProof(trx, session))) return new Problem('session_ended');
  const problem = await compared(trx, services, call, { draft, member, session, credential });
  if (problem === null) {
    await giveProofBack(trx, session);
    return null;
  }
  const details = { method: 'passkey' };
  await audit(trx, {
    kind: 'second_factor_failed',
    at: now,
    memberId: member.id,
    sessionId: session.id,
    call,
    details,
  });
  return (await endIfUsedUp(trx, call, { session, now })) ? new Problem('session_ended') : problem;
}

async function compared(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { draft: DraftRow; member: LockedMember; session: MemberSession; credential: Assertion },
): Promise<Problem | null> {
  const { draft, member, session, credential } = given;
  const challenge = challengeIn(credential.clientDataJSON);
  const use = { purpose: 'confirm', session, draft: { id: draft.id, digest: digestOf(draft) }, challenge } as const;
  if (!(await takeChallenge(trx, services, use))) return new Problem('passkey_expired');
  const id = Buffer.from(credential.id, 'base64url');
  const passkey = (await confirmingPasskeys(trx, services, member.id)).find((each) => each.credential_id.equals(id));
  const isOthers =
    credential.userHandle !== null && credential.userHandle !== member.passkey_handle?.toString('base64url');
  if (passkey === undefined || isOthers) return new Problem('passkey_refused');
  const signed = await signedBy(services.config, { passkey, credential, challenge });
  if (signed.kind === 'copied') await tellOfCopy(trx, services, call, passkey);
  if (signed.kind !== 'right') return new Problem('passkey_refused');
  await notePasskeyUse(trx, services, { passkey, counter: signed.counter });
  return null;
}

function refused(code: 'draft_expired' | 'no_passkey'): CallResult<never> {
  return { kind: 'refused', problem: new Problem(code) };
}
