import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * One key for each purpose, so that no use of one reveals anything about another. `rotation.ts` says what happens to
 * each with a new secret.
 */
export interface PurposeKeys {
  /** Seals second-factor secrets at rest (S-08). */
  twoFactorSecret: Buffer;
  /** Derives the secret that is offered for binding. */
  twoFactorOffer: Buffer;
  /** Hashes recovery codes. */
  recoveryCode: Buffer;
  /** Signs the cookie by which a browser is known again. */
  browser: Buffer;
  /** Hides usernames in the keys of throttles. */
  throttle: Buffer;
  /** Hides email addresses, of strangers and members alike, where only their equality matters. */
  emailAddress: Buffer;
  /** Hashes email codes, and binds them to what they are good for. */
  emailCode: Buffer;
  /** Hashes requests, whose bodies may hold passwords. */
  request: Buffer;
  /** Seals kept answers that hold secrets. */
  answer: Buffer;
  /** Seals the key by which push services know the club. */
  pushKey: Buffer;
  /** Encrypts keys of earlier secrets that are still needed. */
  retired: Buffer;
  /** Recognizes the secret itself at the next start. */
  check: Buffer;
}

/** The keys of the secret in use, and those of earlier secrets that are still needed. */
export interface Keys extends PurposeKeys {
  /**
   * The keys of the previous secret, while it is being replaced: what they made is still accepted, but nothing is made
   * with them.
   */
  previous?: PurposeKeys;
  /** Keys of earlier secrets by which recovery codes were hashed. */
  retiredRecoveryCode?: readonly Buffer[];
}

/** Derives all keys (HKDF-SHA-256) from the configured or generated secret. */
export function deriveKeys(secret: string): PurposeKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'perch', purpose, KEY_BYTES));
  return {
    twoFactorSecret: derive('two-factor secret'),
    twoFactorOffer: derive('two-factor offer'),
    recoveryCode: derive('recovery code'),
    browser: derive('browser cookie'),
    throttle: derive('throttle bucket'),
    emailAddress: derive('e-mail address'),
    emailCode: derive('e-mail code'),
    request: derive('request hash'),
    answer: derive('kept answer'),
    pushKey: derive('push key'),
    retired: derive('retired key'),
    check: derive('key check'),
  };
}

/**
 * The possible values of a stored hash: made with the key in use or, while the secret is being replaced, with the
 * previous one.
 */
export function eitherHash(keys: Keys, purpose: keyof PurposeKeys, ...parts: string[]): Buffer[] {
  return eitherKey(keys, purpose).map((key) => keyedHash(key, ...parts));
}

/** The key of a purpose and, while the secret is being replaced, the previous one. */
export function eitherKey(keys: Keys, purpose: keyof PurposeKeys): Buffer[] {
  return keys.previous === undefined ? [keys[purpose]] : [keys[purpose], keys.previous[purpose]];
}

/** HMAC-SHA-256 over parts, each preceded by its length so that no two lists of parts give the same text. */
export function keyedHash(key: Buffer, ...parts: string[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) {
    const bytes = Buffer.from(part, 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hmac.update(length).update(bytes);
  }
  return hmac.digest();
}
