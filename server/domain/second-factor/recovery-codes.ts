// Recovery codes: ten of 80 bits, shown once, stored as keyed hashes, each used once (S-08).
import { FIGURES } from '#openapi/figures.ts';
import { eitherKey, keyedHash, type Keys } from '#server/platform/crypto/keys.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { Random } from '#server/platform/system/random.ts';
import { typedCode } from './totp.ts';

const CODE_COUNT = FIGURES.recoveryCodes;
const CODE_LETTERS = 16;
const GROUP_LETTERS = 4;
/**
 * Crockford's base 32 has no letter that looks like a digit. It has 32 symbols, so five random bits choose one without
 * bias.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ten new codes as members see them, such as `7KQ2-M9XA-4TDC-WV3H`. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: CODE_COUNT }, () => {
    const letters = [...random.bytes(CODE_LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return letters.replace(new RegExp(`.{${GROUP_LETTERS}}(?=.)`, 'g'), '$&-');
  });
}

/** Stores a member's codes in place of all earlier ones. */
export async function replaceRecoveryCodes(
  trx: Trx,
  options: { memberId: string; codes: string[]; keys: Keys; now: Date },
): Promise<void> {
  const { memberId, codes, keys, now } = options;
  await deleteRecoveryCodes(trx, memberId);
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ member_id: memberId, code_hash: codeHash(keys, memberId, code), created_at: now })))
    .execute();
}

/** Uses up one code. True for exactly one of any number of callers who present it at once. */
export async function useRecoveryCode(
  trx: Trx,
  options: { memberId: string; code: string; keys: Keys; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('recovery_codes')
    .set({ used_at: options.now })
    .where('member_id', '=', options.memberId)
    .where('code_hash', 'in', possibleHashes(options.keys, options.memberId, options.code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** How many codes a member has left. */
export async function recoveryCodesLeft(db: Db | Trx, memberId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((query) => query.fn.countAll<bigint>().as('left'))
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Deletes a member's codes: without a second factor they have no use. */
export async function deleteRecoveryCodes(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute();
}

function codeHash(keys: Keys, memberId: string, code: string): Buffer {
  return keyedHash(keys.recoveryCode, memberId, lettersOf(code));
}

/** Codes are kept for years and only their members know them, so they outlive the secret that they were hashed with. */
function possibleHashes(keys: Keys, memberId: string, code: string): Buffer[] {
  return [...eitherKey(keys, 'recoveryCode'), ...(keys.retiredRecoveryCode ?? [])].map((key) =>
    keyedHash(key, memberId, lettersOf(code)),
  );
}

/** Letters that Crockford's alphabet omits are read as the digits they look like. */
function lettersOf(code: string): string {
  return typedCode(code).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
}
