// The check of a second-factor code, shared by every act that asks for one (security rules 7 and 8).
import type { components } from '#openapi/api.gen.d.ts';
import { audit } from '#server/audit/audit.ts';
import type { CallContext } from '#server/contract/types.ts';
import type { Keys } from '#server/crypto/keys.ts';
import { unseal } from '#server/crypto/seal.ts';
import type { Trx } from '#server/db/kysely.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { momentText } from '#server/mail/render.ts';
import type { Services } from '#server/services.ts';
import { holdWithdrawals } from './hold.ts';
import { recoveryCodesLeft, useRecoveryCode } from './recovery-codes.ts';
import { blockedProblem, chargeCode, clearThrottle } from './throttle.ts';
import { totpStep, typedCode } from './totp.ts';

export type SecondFactorMethod = components['schemas']['SecondFactorMethod'];

/** `locked`: too many wrong codes over all challenges; nothing was compared and no try was counted. */
export type CodeCheck = { kind: 'right' } | { kind: 'wrong' } | { kind: 'locked'; until: Date };

/**
 * Compares a code and uses it up when it is right. The member's row must be locked, and the transaction must commit whatever
 * comes out, since the count of failures is part of it.
 */
export async function checkCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { memberId: string; method: SecondFactorMethod; code: string },
): Promise<CodeCheck> {
  const { memberId, method, code } = options;
  const { keys, clock } = services;
  const now = clock.now();
  const bucket = secondFactorBucket(memberId);
  const lockedBefore = await chargeCode(trx, bucket, now);
  if (lockedBefore !== null) return { kind: 'locked', until: lockedBefore };
  const right =
    method === 'totp'
      ? await useTotp(trx, { memberId, code, keys, now })
      : await useRecoveryCode(trx, { memberId, code, keys, now });
  if (!right) {
    await audit(trx, { kind: 'second_factor_failed', at: now, memberId, sessionId: call.session?.id ?? null, call, details: { method } });
    return { kind: 'wrong' };
  }
  await clearThrottle(trx, bucket);
  if (method === 'recoveryCode') {
    const left = await recoveryCodesLeft(trx, memberId);
    await audit(trx, { kind: 'recovery_code_used', at: now, memberId, sessionId: call.session?.id ?? null, call, details: { left } });
    const heldUntil = momentText(await holdWithdrawals(trx, memberId, now));
    const values = { left: String(left), heldUntil };
    await enqueueMail(trx, services, { kind: 'recoveryCodeUsed', memberId, device: call.device, now, values });
  }
  return { kind: 'right' };
}

/** The refusal of a locked second factor. */
export function lockedProblem(now: Date, until: Date) {
  return blockedProblem('second_factor_locked', now, until);
}

function secondFactorBucket(memberId: string): string {
  return `second-factor:${memberId}`;
}

/** Accepts a TOTP code whose step is later than the last accepted one, by compare-and-set: no code is accepted twice. */
async function useTotp(trx: Trx, options: { memberId: string; code: string; keys: Keys; now: Date }): Promise<boolean> {
  const { memberId, code, keys, now } = options;
  const bound = await trx.selectFrom('two_factor').select('secret_sealed').where('member_id', '=', memberId).executeTakeFirst();
  if (bound === undefined) return false;
  const step = totpStep(unseal(keys.twoFactorSecret, bound.secret_sealed, memberId), typedCode(code), now);
  if (step === null) return false;
  const moved = await trx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('member_id', '=', memberId)
    .where('last_step', '<', BigInt(step))
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}
