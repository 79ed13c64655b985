// A browser that is notified: what it gives out, how it opens what it is sent, and a push service in memory.
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { sendPushes } from '#server/domain/notices/send-pushes.ts';
import type { PostPush, PushAnswer } from '#server/platform/push/services.ts';
import type { World } from './world.ts';

/** For tests in which no browser is notified. */
export const noPost: PostPush = () => Promise.reject(new Error('no browser is notified'));

/** What a message says. */
export interface Told {
  readonly tag: string;
  readonly text: string;
  readonly page: string;
  readonly culture: string;
}

/** A subscription, and the browser's side of it. */
export interface Subscribed {
  readonly wanted: { readonly endpoint: string; readonly publicKey: string; readonly authSecret: string };
  readonly open: (body: Buffer) => Told;
}

let count = 0;

/** Subscribes as a browser does. */
export function subscribed(host = 'updates.push.services.mozilla.com'): Subscribed {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const authSecret = randomBytes(16);
  count += 1;
  return {
    wanted: {
      endpoint: `https://${host}/wpush/v2/${count}`,
      publicKey: own.getPublicKey('base64url'),
      authSecret: authSecret.toString('base64url'),
    },
    open: (body) => JSON.parse(opened(body, own, authSecret).toString()) as Told,
  };
}

/** What a browser does with a message, by its own steps (RFC 8291). */
function opened(message: Buffer, own: ECDH, authSecret: Buffer): Buffer {
  const [salt, sender] = [message.subarray(0, 16), message.subarray(21, 86)];
  const derive = (secret: Buffer, from: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, bytes));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const secret = derive(own.computeSecret(sender), authSecret, about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(message.subarray(-16));
  const plain = Buffer.concat([decipher.update(message.subarray(86, -16)), decipher.final()]);
  return plain.subarray(0, -1);
}

/** A message as a push service takes it. */
export interface Posted {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends what waits to push services that answer like this, and tells what was posted. */
export async function sendAll(
  world: World,
  answer: PushAnswer | Error | ((posted: Posted) => PushAnswer) = { status: 201, retryAfter: null },
): Promise<Posted[]> {
  const all: Posted[] = [];
  await sendPushes(world.services, (endpoint, { headers, body }) => {
    const posted = { endpoint, headers, body };
    all.push(posted);
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve(typeof answer === 'function' ? answer(posted) : answer);
  });
  return all;
}
