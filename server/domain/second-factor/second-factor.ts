// Checks second-factor codes for every act that requires one (S-07 and S-08).
import type { components } from '#openapi/api.gen.d.ts';
import { audit } from '#server/platform/audit/audit.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Keys } from '#server/platform/crypto/keys.ts';
import { unsealEither } from '#server/platform/crypto/seal.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Services } from '#server/domain/services/services.ts';
import { boundFactor } from './bound-factor.ts';
import { signInBucket, thawBucket, type CodeCounter } from '#server/domain/throttle/code-buckets.ts';
import { objectToRemoval } from '#server/domain/support-requests/support-requests.ts';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { holdMoney } from '#server/domain/members/hold.ts';
import { recoveryCodesLeft, useRecoveryCode } from './recovery-codes.ts';
import { blockedProblem, chargeCode, clearThrottle } from '#server/domain/throttle/throttle.ts';
import { totpStep, typedCode } from './totp.ts';
import { chargeProof, endIfUsedUp, giveProofBack } from '#server/domain/sessions/wrong-proofs.ts';

export type SecondFactorMethod = components['schemas']['SecondFactorMethod'];

/**
 * `locked`: too many wrong codes before; nothing was compared and no try was counted. `ended`: the session had no try
 * left, or this was its last.
 */
export type CodeCheck = { kind: 'right' } | { kind: 'wrong' } | { kind: 'locked'; until: Date } | { kind: 'ended' };

/**
 * Where a code is entered: each place counts its failures separately, so that nobody can lock somebody else's way in.
 *
 * - `signIn`: by browser, by all resets or by all strangers (`codeCounter`).
 * - `thaw`: over all links of the member.
 * - `session`: by session, together with its wrong passwords; a session that fails too often ends, and nothing is
 *   locked.
 */
export type CodePlace =
  | { kind: 'signIn'; counter: CodeCounter }
  | { kind: 'thaw' }
  | { kind: 'session'; session: MemberSession };

/**
 * Compares a code and uses it up if it is right. The member's row must be locked, and the transaction must commit
 * whatever the result, since the count of failures is part of it.
 */
export async function checkCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { memberId: string; method: SecondFactorMethod; code: string; of: CodePlace },
): Promise<CodeCheck> {
  const { memberId, method, code, of } = options;
  const { keys, clock } = services;
  const now = clock.now();
  const refused = await charge(trx, { memberId, method, of, now });
  if (refused !== null) return refused;
  const right =
    method === 'totp'
      ? await useTotp(trx, { memberId, code, keys, now })
      : await useRecoveryCode(trx, { memberId, code, keys, now });
  if (!right) {
    await audit(trx, {
      kind: 'second_factor_failed',
      at: now,
      memberId,
      sessionId: call.session?.id ?? null,
      call,
      details: { method },
    });
    return of.kind === 'session' && (await endIfUsedUp(trx, call, { session: of.session, now }))
      ? { kind: 'ended' }
      : { kind: 'wrong' };
  }
  if (of.kind === 'session') await giveProofBack(trx, of.session);
  else if (method === 'totp') await clearThrottle(trx, codeBucket(memberId, of));
  await objectToRemoval(trx, { memberId, now, call });
  if (method === 'recoveryCode') {
    const left = await recoveryCodesLeft(trx, memberId);
    await audit(trx, {
      kind: 'recovery_code_used',
      at: now,
      memberId,
      sessionId: call.session?.id ?? null,
      call,
      details: { left },
    });
    const heldUntil = momentText(
      await holdMoney(trx, services, memberId, (await boundFactor(trx, services, memberId))?.settled === true),
    );
    const values = { left: String(left), heldUntil };
    await enqueueAlarm(trx, services, { kind: 'recoveryCodeUsed', memberId, device: call.device, now, values });
  }
  return { kind: 'right' };
}

/** The refusal of a code that was not even compared, or that ended its session. */
export function refusalOf(check: Extract<CodeCheck, { kind: 'locked' | 'ended' }>, now: Date): Problem {
  return check.kind === 'locked'
    ? blockedProblem('second_factor_locked', now, check.until)
    : new Problem('session_ended');
}

/**
 * Counts a code before it is compared; returns why it is refused if no try is left. Recovery codes have 80 bits: only
 * six-digit codes are locked.
 */
async function charge(
  trx: Trx,
  given: { memberId: string; method: SecondFactorMethod; of: CodePlace; now: Date },
): Promise<CodeCheck | null> {
  const { memberId, method, of, now } = given;
  if (of.kind === 'session') return (await chargeProof(trx, of.session)) ? null : { kind: 'ended' };
  if (method === 'recoveryCode') return null;
  const until = await chargeCode(trx, codeBucket(memberId, of), now);
  return until === null ? null : { kind: 'locked', until };
}

function codeBucket(memberId: string, of: Exclude<CodePlace, { kind: 'session' }>): string {
  return of.kind === 'thaw' ? thawBucket(memberId) : signInBucket(memberId, of.counter);
}

/**
 * Accepts a TOTP code whose step is later than the last accepted one, by compare-and-set: no code is accepted twice.
 */
async function useTotp(trx: Trx, options: { memberId: string; code: string; keys: Keys; now: Date }): Promise<boolean> {
  const { memberId, code, keys, now } = options;
  const bound = await trx
    .selectFrom('two_factor')
    .select('secret_sealed')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (bound === undefined) return false;
  const step = totpStep(unsealEither(keys, 'twoFactorSecret', bound.secret_sealed, memberId), typedCode(code), now);
  if (step === null) return false;
  const moved = await trx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('member_id', '=', memberId)
    .where('last_step', '<', BigInt(step))
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}
