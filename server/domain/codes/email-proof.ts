// The proof of an address (S-01): issued for a right code, usable once, carried by a cookie that scripts cannot read.
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, Cookie, GivenCookie } from '#server/platform/contract/types.ts';
import { newToken, tokenHash } from '#server/platform/crypto/tokens.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { addressHash } from './addresses.ts';

export const EMAIL_PROOF_COOKIE: Cookie = { name: 'perch_email_proof' };
/** Long enough to fill in the rest of a sign-up. */
export const EMAIL_PROOF_SECONDS = 30 * 60;

/** Issues the proof of an address whose code was right. */
export async function makeEmailProof(
  trx: Trx,
  services: Services,
  email: string,
): Promise<{ proof: string; cookie: GivenCookie }> {
  const { clock, keys, random } = services;
  const now = clock.now();
  const proof = newToken('evp', random);
  await trx
    .insertInto('email_proofs')
    .values({
      proof_hash: tokenHash(proof),
      address: addressHash(keys, email),
      created_at: now,
      expires_at: secondsAfter(now, EMAIL_PROOF_SECONDS),
    })
    .execute();
  return { proof, cookie: { cookie: EMAIL_PROOF_COOKIE, value: proof, maxAgeSeconds: EMAIL_PROOF_SECONDS } };
}

/** Whether the call carries a live proof of the address; `other` if it proves another one. Uses nothing up. */
export async function checkEmailProof(
  db: Db | Trx,
  services: Services,
  call: CallContext,
  email: string,
): Promise<'proven' | 'other' | 'none'> {
  const { clock, keys } = services;
  const row = await db
    .selectFrom('email_proofs')
    .select('address')
    .where('proof_hash', '=', tokenHash(call.cookies.read(EMAIL_PROOF_COOKIE) ?? ''))
    .where('expires_at', '>', clock.now())
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return 'none';
  return row.address.equals(addressHash(keys, email)) ? 'proven' : 'other';
}

/**
 * Checks that the call proves the address and uses the proof up, within the transaction of what it is used for: of any
 * number of parallel calls one gets it, and a transaction that fails gives it back.
 *
 * @throws Problem email_not_verified if there is no live proof, email_different if it proves another address
 */
export async function takeEmailProof(trx: Trx, services: Services, call: CallContext, email: string): Promise<void> {
  const { clock, keys } = services;
  const now = clock.now();
  const taken = await trx
    .updateTable('email_proofs')
    .set({ used_at: now })
    .where('proof_hash', '=', tokenHash(call.cookies.read(EMAIL_PROOF_COOKIE) ?? ''))
    .where('address', '=', addressHash(keys, email))
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 1n) return;
  const state = await checkEmailProof(trx, services, call, email);
  throw new Problem(state === 'other' ? 'email_different' : 'email_not_verified');
}
