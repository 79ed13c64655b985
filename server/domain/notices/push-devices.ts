// The browsers that a member lets us notify. Each belongs to a session (notified-browsers.ts).
import { createHash } from 'node:crypto';
import type { components } from '#openapi/api.gen.d.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { areSound } from '#server/platform/push/message.ts';
import { isPushService } from '#server/platform/push/services.ts';
import { readPushKeys } from './push-keys.ts';

type PushHere = components['schemas']['PushHere'];

/** More than anybody uses; with another one, the oldest is forgotten. */
export const MOST_PUSH_DEVICES = 10;

/** Whether the browser of a session is notified, and by which key it subscribes. */
export async function readPushHere(services: Services, session: MemberSession): Promise<PushHere> {
  if (!services.config.webPush) return { key: null, ...here(undefined) };
  const { publicKey } = await readPushKeys(services);
  const device = await deviceOf(services.db, session).executeTakeFirst();
  return { key: publicKey.toString('base64url'), ...here(device) };
}

/**
 * Lets the browser of the session be notified. A session has one subscription: another one takes its place.
 *
 * @throws Problem push_service_unknown, or invalid_request if its keys are unsound
 */
export async function turnOnPush(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; key: string; wanted: components['schemas']['PushWanted'] },
): Promise<PushHere> {
  const { session, key, wanted } = options;
  const { memberId } = session;
  const { endpoint } = wanted;
  const publicKey = Buffer.from(wanted.publicKey, 'base64url');
  const authSecret = Buffer.from(wanted.authSecret, 'base64url');
  if (!isPushService(endpoint)) throw new Problem('push_service_unknown');
  if (!areSound({ publicKey, authSecret })) throw new Problem('invalid_request');
  const body = { key, ...here(wanted) };
  const same = await trx
    .selectFrom('push_devices')
    .select('id')
    .where('session_id', '=', session.id)
    .where('endpoint', '=', endpoint)
    .where('public_key', '=', publicKey)
    .where('auth_secret', '=', authSecret)
    .executeTakeFirst();
  if (same !== undefined) return body;
  const { browser_hash: browserHash } = await trx
    .selectFrom('sessions')
    .select('browser_hash')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('push_devices')
    .where('member_id', '=', memberId)
    .where((or) =>
      or.or([
        or('session_id', '=', session.id),
        or('endpoint', '=', endpoint),
        ...(browserHash === null ? [] : [or('browser_hash', '=', browserHash)]),
      ]),
    )
    .execute();
  const at = services.clock.now();
  await trx
    .insertInto('push_devices')
    .values({
      id: services.random.uuid(),
      member_id: memberId,
      session_id: session.id,
      browser_hash: browserHash,
      endpoint,
      public_key: publicKey,
      auth_secret: authSecret,
      added_at: at,
    })
    .execute();
  await trx
    .deleteFrom('push_devices')
    .where('member_id', '=', memberId)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('push_devices')
        .select('id')
        .where('member_id', '=', memberId)
        .orderBy('added_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_PUSH_DEVICES),
    )
    .execute();
  await audit(trx, { kind: 'push_turned_on', at, memberId, sessionId: session.id, call });
  return body;
}

/** Notifies the browser of the session no more; one that is not notified already is not an error. */
export async function turnOffPush(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; key: string | null },
): Promise<PushHere> {
  const { session, key } = options;
  const { memberId } = session;
  const removed = await trx.deleteFrom('push_devices').where('session_id', '=', session.id).executeTakeFirst();
  const at = services.clock.now();
  if (removed.numDeletedRows > 0n)
    await audit(trx, { kind: 'push_turned_off', at, memberId, sessionId: session.id, call });
  return { key, ...here(undefined) };
}

/**
 * Queues a message that tells of nothing, unless one waits already.
 *
 * @throws Problem not_found if the browser is not notified
 */
export async function queueTestPush(
  trx: Trx,
  services: Services,
  options: { session: MemberSession; key: string },
): Promise<PushHere> {
  const { session, key } = options;
  const device = await deviceOf(trx, session).forKeyShare().executeTakeFirst();
  if (device === undefined) throw new Problem('not_found');
  const waiting = await trx
    .selectFrom('push_messages')
    .select('id')
    .where('device_id', '=', device.id)
    .where('notice_id', 'is', null)
    .executeTakeFirst();
  const at = services.clock.now();
  if (waiting === undefined)
    await trx
      .insertInto('push_messages')
      .values({ device_id: device.id, notice_id: null, created_at: at, next_attempt_at: at })
      .execute();
  return { key, ...here(device) };
}

function deviceOf(db: Db | Trx, session: MemberSession) {
  return db.selectFrom('push_devices').select(['id', 'endpoint']).where('session_id', '=', session.id);
}

/**
 * A session has one browser, and a thief who has the session may turn on another: a browser knows itself by the hash.
 */
function here(device: { endpoint: string } | undefined): Pick<PushHere, 'on' | 'endpointHash'> {
  return device === undefined
    ? { on: false, endpointHash: null }
    : { on: true, endpointHash: createHash('sha256').update(device.endpoint).digest('base64url') };
}
