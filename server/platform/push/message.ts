// A message to a browser by Web Push: encrypted for that browser alone (RFC 8291), so that its push service carries
// what it can't read, and signed (RFC 8292), so that the service takes messages for the browser from nobody else.
import { createCipheriv, createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto';
import type { Random } from '#server/platform/system/random.ts';

const CURVE = 'prime256v1';
export const PRIVATE_KEY_BYTES = 32;
const POINT_BYTES = 65;
const UNCOMPRESSED = 0x04;
export const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const RECORD_BYTES = 4096;
/** Ends the only record. */
const LAST = Buffer.from([2]);
/** Services refuse what is valid for more than a day. */
const TOKEN_SECONDS = 12 * 60 * 60;

/** What a browser gives out for messages to it. */
export interface Subscription {
  readonly endpoint: string;
  /** Its public key on P-256, uncompressed. */
  readonly publicKey: Buffer;
  readonly authSecret: Buffer;
}

/** The keys by which push services know the club (VAPID), on P-256; the public one uncompressed. */
export interface PushKeys {
  readonly publicKey: Buffer;
  readonly privateKey: Buffer;
}

/** Whether a browser's keys are of the right form, and the public one lies on the curve. */
export function areSound({ publicKey, authSecret }: Pick<Subscription, 'publicKey' | 'authSecret'>): boolean {
  if (publicKey.length !== POINT_BYTES || publicKey[0] !== UNCOMPRESSED || authSecret.length !== AUTH_BYTES)
    return false;
  const own = createECDH(CURVE);
  own.generateKeys();
  try {
    own.computeSecret(publicKey);
    return true;
  } catch {
    return false;
  }
}

/** The public key of a private one. */
export function publicKeyOf(privateKey: Buffer): Buffer {
  const own = createECDH(CURVE);
  own.setPrivateKey(privateKey);
  return own.getPublicKey();
}

/** Encrypts a message for a browser (RFC 8291, with the content encoding of RFC 8188). */
export function encrypt(plain: Buffer, to: Pick<Subscription, 'publicKey' | 'authSecret'>, random: Random): Buffer {
  const own = createECDH(CURVE);
  own.setPrivateKey(random.bytes(PRIVATE_KEY_BYTES));
  const ownPublic = own.getPublicKey();
  const shared = own.computeSecret(to.publicKey);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), to.publicKey, ownPublic]);
  const secret = derive(shared, to.authSecret, about, PRIVATE_KEY_BYTES);
  const salt = random.bytes(SALT_BYTES);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(LAST), cipher.final(), cipher.getAuthTag()]);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(ownPublic.length, 4);
  return Buffer.concat([salt, sizes, ownPublic, sealed]);
}

/** The `Authorization` of a message to an endpoint (RFC 8292). @param subject whom its service may write to */
export function authorization(
  keys: PushKeys,
  { endpoint, subject, now }: { endpoint: string; subject: string; now: Date },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + TOKEN_SECONDS,
    sub: subject,
  };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: signingKey(keys), dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.publicKey.toString('base64url')}`;
}

function signingKey({ publicKey, privateKey }: PushKeys) {
  const text = (bytes: Buffer) => bytes.toString('base64url');
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)];
  return createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', d: text(privateKey), x: text(x), y: text(y) },
    format: 'jwk',
  });
}

function derive(secret: Buffer, salt: Buffer, about: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, about, bytes));
}
