import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '#server/platform/system/random.ts';
import type { Keys, PurposeKeys } from './keys.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with AES-256-GCM; the result is nonce, ciphertext and tag.
 *
 * @param owner additional data, such as the member's id: what was sealed for one owner does not open for another
 */
export function seal(key: Buffer, plain: Buffer, options: { owner: string; random: Random }): Buffer {
  const nonce = options.random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(options.owner, 'utf8'));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `seal` made. @throws Error if key, owner or bytes are not those of the sealing */
export function unseal(key: Buffer, sealed: Buffer, owner: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner, 'utf8'));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
}

/**
 * Decrypts what was sealed with the secret in use or, while it is being replaced, with the previous one. @throws Error
 * as `unseal`
 */
export function unsealEither(keys: Keys, purpose: keyof PurposeKeys, sealed: Buffer, owner: string): Buffer {
  try {
    return unseal(keys[purpose], sealed, owner);
  } catch (error) {
    if (keys.previous === undefined) throw error;
    return unseal(keys.previous[purpose], sealed, owner);
  }
}
