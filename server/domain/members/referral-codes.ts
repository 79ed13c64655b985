import type { Random } from '#server/platform/system/random.ts';
import { nameKey } from './members.ts';

/** Without digits and letters that are easily confused. */
export const REFERRAL_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const REFERRAL_LETTERS = 8;

/** A referral code that cannot be guessed from another one. */
export function newReferralCode(random: Random): string {
  // Bytes beyond the last whole multiple would make some letters likelier than others.
  const limit = 256 - (256 % REFERRAL_ALPHABET.length);
  let code = '';
  while (code.length < REFERRAL_LETTERS) {
    const byte = random.bytes(1)[0] ?? limit;
    if (byte < limit) code += REFERRAL_ALPHABET.charAt(byte % REFERRAL_ALPHABET.length);
  }
  return code;
}

/** A code as stored, whatever the case and width in which it was typed. */
export function referralCodeKey(typed: string): string {
  return nameKey(typed.trim()).toUpperCase();
}
