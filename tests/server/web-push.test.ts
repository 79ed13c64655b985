// Messages to browsers: the example of RFC 8291, a browser that opens what it is sent, and which services are called.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { areSound, authorization, encrypt, publicKeyOf } from '#server/platform/push/message.ts';
import { isPushService } from '#server/platform/push/services.ts';
import { systemRandom, type Random } from '#server/platform/system/random.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
const PLAIN = 'When I grow up, I want to be a watermelon';
/** Appendix A of RFC 8291. */
const EXAMPLE = {
  authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  sender: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

/** Gives these bytes in turn. */
function giving(...all: Buffer[]): Random {
  return { ...systemRandom, bytes: () => all.shift() ?? Buffer.alloc(0) };
}

/** What a browser does with a message, by its own steps. */
function opened(message: Buffer, { privateKey, authSecret }: { privateKey: Buffer; authSecret: Buffer }): string {
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey);
  const [salt, sender] = [message.subarray(0, 16), message.subarray(21, 86)];
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const derive = (secret: Buffer, from: Buffer, info: Buffer, count: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, count));
  const secret = derive(own.computeSecret(sender), authSecret, about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    key,
    derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  decipher.setAuthTag(message.subarray(-16));
  const padded = Buffer.concat([decipher.update(message.subarray(86, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

describe('a message', () => {
  it('is that of the example', () => {
    const random = giving(EXAMPLE.sender, EXAMPLE.salt);
    expect(encrypt(Buffer.from(PLAIN), EXAMPLE, random).toString('base64url')).toBe(EXAMPLE.message);
  });

  it('is opened by its browser, and by no other', () => {
    const [privateKey, other] = [systemRandom.bytes(32), systemRandom.bytes(32)];
    const authSecret = systemRandom.bytes(16);
    const message = encrypt(Buffer.from(PLAIN), { publicKey: publicKeyOf(privateKey), authSecret }, systemRandom);
    expect(opened(message, { privateKey, authSecret })).toBe(PLAIN);
    expect(() => opened(message, { privateKey: other, authSecret })).toThrow();
    expect(() => opened(message, { privateKey, authSecret: systemRandom.bytes(16) })).toThrow();
  });

  it('is signed for its service alone, for less than a day', () => {
    const privateKey = systemRandom.bytes(32);
    const keys = { privateKey, publicKey: publicKeyOf(privateKey) };
    const now = new Date('2026-11-26T04:00:00Z');
    const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/abc';
    const header = authorization(keys, { endpoint, subject: 'https://wallet.example', now });
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
    const [head = '', claims = '', signature = ''] = token.split('.');
    const said = JSON.parse(bytes(claims).toString()) as { aud: string; exp: number; sub: string };
    expect(said).toMatchObject({ aud: 'https://updates.push.services.mozilla.com', sub: 'https://wallet.example' });
    const ahead = said.exp - now.getTime() / 1000;
    expect(ahead > 0 && ahead < 86_400).toBe(true);
    const x = bytes(key).subarray(1, 33).toString('base64url');
    const y = bytes(key).subarray(33).toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), by, bytes(signature))).toBe(true);
    expect(verify('sha256', Buffer.from(`${head}.${claims}x`), by, bytes(signature))).toBe(false);
  });
});

it.each([
  ['those of a browser', EXAMPLE.publicKey, EXAMPLE.authSecret, true],
  ['a point off the curve', Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]), EXAMPLE.authSecret, false],
  ['a short key', EXAMPLE.publicKey.subarray(0, 33), EXAMPLE.authSecret, false],
  ['a short secret', EXAMPLE.publicKey, EXAMPLE.authSecret.subarray(1), false],
])('of the keys of a subscription, %s are sound or not', (_, publicKey, authSecret, sound) => {
  expect(areSound({ publicKey, authSecret })).toBe(sound);
});

describe('a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('is called at %s', (endpoint) => expect(isPushService(endpoint)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evilpush.apple.com/abc',
    'https://api.push.apple.com/abc',
    'https://www.wns2-par02p.notify.windows.com/w/?token=abc',
    'https://notify.windows.com/w/?token=abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://10.0.0.5/abc',
    'https://localhost/abc',
    'not an address',
  ])('is not called at %s', (endpoint) => expect(isPushService(endpoint)).toBe(false));
});
