import { createHash } from 'node:crypto';
import type { Random } from '#server/platform/system/random.ts';

const TOKEN_BYTES = 32;

/** The purpose of a token; its first letters show it, so that scanners recognize a leaked one. */
export type TokenKind = 'pat' | 'prt' | 'ch' | 'br' | 'ask' | 'evp' | 'prc' | 'prg' | 'thw' | 'frz' | 'frf' | 'obj';

/** An opaque token of 256 random bits (S-10). */
export function newToken(kind: TokenKind, random: Random): string {
  return `${kind}_${random.bytes(TOKEN_BYTES).toString('base64url')}`;
}

/** The form in which a token is stored and looked up. Unsalted: 256 random bits cannot be guessed from it. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
