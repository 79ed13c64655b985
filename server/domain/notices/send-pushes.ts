// Notifies members' browsers, by the push services that they subscribed to. What waits is a row that is written with
// the notice; it is gone once it is sent, or useless.
import type { SelectQueryBuilder } from 'kysely';
import { noticePage } from '#openapi/notice-page.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { authorization, encrypt, type PushKeys } from '#server/platform/push/message.ts';
import { isPushService, type PostPush, type PushAnswer } from '#server/platform/push/services.ts';
import { DAY_SECONDS, secondsAfter, secondsUntil } from '#server/platform/system/clock.ts';
import { retryDelay } from '#server/platform/system/retry-delay.ts';
import { texts } from '#server/platform/texts/texts.ts';
import { ENDED, usedSince } from './notified-browsers.ts';
import { readPushKeys } from './push-keys.ts';

/** How many messages one run sends; after a full run the next one follows at once. */
const PUSHES_IN_A_RUN = 50;
/** A service that fails so many browsers one after the other fails all of them. */
const BROKEN_AFTER = 2;
/** Longer than a call may take, so that no second sender takes a message that is on its way. */
const LEASE_SECONDS = 60;
/** After so many failures in a row, most of a day, a browser is forgotten, unless nobody's messages get through. */
export const MOST_FAILURES = 24;
/** A notice that is older is read in the app: nobody is notified any more, and the service keeps it no longer. */
export const PUSH_SECONDS = DAY_SECONDS;

/**
 * Queues notices of one moment for the browsers of their members, unless the club sends none. It is part of a
 * transaction that moves money, which neither fails nor waits for a browser: one that is being forgotten, or moved to
 * another session, at this moment is left out.
 */
export async function queuePushes(
  trx: Trx,
  { config }: Pick<Services, 'config'>,
  { at, notices }: { at: Date; notices: readonly { id: bigint; memberId: string }[] },
): Promise<void> {
  if (!config.webPush) return;
  const devices = await trx
    .selectFrom('push_devices')
    .innerJoin('sessions', 'sessions.id', 'push_devices.session_id')
    .select(['push_devices.id', 'push_devices.member_id'])
    .where(({ eb, fn, val }) => eb('push_devices.member_id', '=', fn.any(val(notices.map(({ memberId }) => memberId)))))
    .where(({ not }) => not(ENDED))
    .where('sessions.last_used_at', '>=', usedSince(at))
    .forKeyShare('push_devices')
    .skipLocked()
    .execute();
  if (devices.length === 0) return;
  await trx
    .insertInto('push_messages')
    .values(
      devices.flatMap((device) =>
        notices
          .filter(({ memberId }) => memberId === device.member_id)
          .map(({ id }) => ({ device_id: device.id, notice_id: id, created_at: at, next_attempt_at: at })),
      ),
    )
    .execute();
}

/**
 * Sends what waits, and tells whether a full run may have left more. Any number of processes may run it: each takes
 * messages that no other has. A message may go out twice if a process dies between the answer and its note; the browser
 * shows it once, since both have the notice's tag. A server that stops finishes only the message that is on its way.
 * A service that gives no answer, which takes its time, or fails several browsers is called no more in this run.
 */
export async function sendPushes(
  services: Pick<Services, 'db' | 'keys' | 'random' | 'clock' | 'config'>,
  post: PostPush,
  isStopping: () => boolean = () => false,
): Promise<{ more: boolean }> {
  const { db, clock } = services;
  const failing = new FailingServices();
  let keys: PushKeys | null = null;
  for (let taken = 0; taken < PUSHES_IN_A_RUN; taken += 1) {
    if (isStopping()) return { more: false };
    const message = await take(db, clock.now());
    if (message === null) return { more: false };
    if (endOf(message) <= clock.now()) {
      await forget(db, message.id);
      continue;
    }
    if (failing.has(message)) {
      await giveBack(services, message);
      continue;
    }
    keys ??= await readPushKeys(services);
    const answer = await answerTo(services, { message, keys, post });
    await settle(services, message, answer);
    failing.note(message, answer);
    if (failing.has(message)) await putOffService(services, message, answer?.retryAfter ?? 0);
  }
  return { more: true };
}

type Taken = NonNullable<Awaited<ReturnType<typeof read>>>;

/** Takes the message that has waited longest, with what it says and to whom; null if none is due. */
async function take(db: Db, now: Date): Promise<Taken | null> {
  for (;;) {
    const taken = await db
      .updateTable('push_messages')
      .set((query) => ({ leased_until: secondsAfter(now, LEASE_SECONDS), attempts: query('attempts', '+', 1) }))
      .where('id', '=', (query) =>
        query
          .selectFrom('push_messages')
          .select('id')
          .where('next_attempt_at', '<=', now)
          .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<=', now)]))
          .orderBy('next_attempt_at')
          .orderBy('id')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .executeTakeFirst();
    if (taken === undefined) return null;
    const message = await read(db, taken.id);
    if (message !== undefined) return message;
    // Its device was forgotten at this moment, and the message with it.
  }
}

function read(db: Db, id: bigint) {
  return db
    .selectFrom('push_messages')
    .innerJoin('push_devices', 'push_devices.id', 'push_messages.device_id')
    .innerJoin('sessions', 'sessions.id', 'push_devices.session_id')
    .innerJoin('members', 'members.id', 'push_devices.member_id')
    .leftJoin('notices', 'notices.id', 'push_messages.notice_id')
    .leftJoin('inquiries', 'inquiries.id', 'notices.inquiry_id')
    .select(['push_messages.id', 'push_messages.created_at', 'push_messages.attempts', 'push_messages.device_id'])
    .select(['push_devices.endpoint', 'push_devices.public_key', 'push_devices.auth_secret', 'members.culture'])
    .select(['notices.id as notice_id', 'notices.kind', 'notices.receipt_id', 'inquiries.ticket'])
    .select(ENDED.as('ended'))
    .where('push_messages.id', '=', id)
    .executeTakeFirst();
}

/** The services that fail in a run. */
class FailingServices {
  /** The browsers that a service has failed since it last took a message. */
  private readonly failed = new Map<string, Set<string>>();
  private readonly services = new Set<string>();

  has({ endpoint }: Taken): boolean {
    return this.services.has(serviceOf(endpoint));
  }

  note({ endpoint, device_id: deviceId }: Taken, answer: PushAnswer | null): void {
    const service = serviceOf(endpoint);
    const failed = this.failed.get(service) ?? new Set();
    if (answer !== null && answer.status < FIRST_OWN_FAULT) failed.clear();
    else failed.add(deviceId);
    this.failed.set(service, failed);
    if (answer === null || failed.size >= BROKEN_AFTER) this.services.add(service);
  }
}

/** All that an endpoint has in common with the others of its service. */
function serviceOf(endpoint: string): string {
  return `${new URL(endpoint).origin}/`;
}

function endOf({ created_at: createdAt }: Pick<Taken, 'created_at'>): Date {
  return secondsAfter(createdAt, PUSH_SECONDS);
}

/** What the service answers; null if it gave no answer. */
async function answerTo(
  { random, clock, config }: Pick<Services, 'random' | 'clock' | 'config'>,
  { message, keys, post }: { message: Taken; keys: PushKeys; post: PostPush },
): Promise<PushAnswer | null> {
  const { endpoint, public_key: publicKey, auth_secret: authSecret } = message;
  // A session that a server of the release before has ended, or a service that has left the list since.
  if (message.ended || !isPushService(endpoint)) return { status: GONE, retryAfter: null };
  const now = clock.now();
  const subject = config.publicOrigin.startsWith('https://') ? config.publicOrigin : `mailto:${config.supportEmail}`;
  const headers = {
    authorization: authorization(keys, { endpoint, subject, now }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(secondsUntil(now, endOf(message))),
    urgency: 'normal',
  };
  const body = encrypt(Buffer.from(JSON.stringify(payloadOf(message))), { publicKey, authSecret }, random);
  return post(endpoint, { headers, body }).catch(() => null);
}

/** Where a member asks for a message to try it. */
export const TEST_PAGE = '/Notifications';

/** What the browser shows: what kind of thing happened, and where it is told in full. No amounts, no names. */
function payloadOf({ notice_id: id, kind, receipt_id: receiptId, ticket, culture }: Taken) {
  const { kind: lines, test } = texts(culture).push;
  return kind === null
    ? { tag: 'test', text: test, page: TEST_PAGE, culture }
    : { tag: String(id), text: lines[kind], page: noticePage({ kind, receiptId, ticket }), culture };
}

const GONE = 410;
/** By which a service says that a browser is no longer there. */
const GONE_FOR_GOOD: readonly number[] = [404, GONE];
const REQUEST_TIMEOUT = 408;
const TOO_MANY = 429;
const FIRST_OWN_FAULT = 500;

/** Forgets a message that is delivered or never will be, and a browser that is gone; puts off all others. */
async function settle(services: Pick<Services, 'db' | 'clock'>, message: Taken, answer: PushAnswer | null) {
  const { db, clock } = services;
  const { id, device_id: deviceId } = message;
  const status = answer?.status ?? FIRST_OWN_FAULT;
  if (GONE_FOR_GOOD.includes(status)) {
    await db.deleteFrom('push_devices').where('id', '=', deviceId).execute();
    return;
  }
  if (status !== REQUEST_TIMEOUT && status !== TOO_MANY && status < FIRST_OWN_FAULT) {
    await forget(db, id);
    if (status < 300)
      await db.updateTable('push_devices').set({ delivered_at: clock.now() }).where('id', '=', deviceId).execute();
    return;
  }
  await putOff(services, message, answer?.retryAfter ?? 0);
}

/**
 * Puts off all that waits for a browser, since the next message would fail as this one did. A browser that fails again
 * and again is forgotten, if others are reached meanwhile: the fault is neither the club's nor of its network.
 */
async function putOff({ db, clock }: Pick<Services, 'db' | 'clock'>, message: Taken, retryAfter: number) {
  const { id, device_id: deviceId, created_at: since } = message;
  const now = clock.now();
  const { failures } = await db
    .selectFrom('push_messages')
    .select(({ fn }) => fn.max('attempts').as('failures'))
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow();
  if (failures >= MOST_FAILURES) {
    const forgotten = await db
      .deleteFrom('push_devices')
      .where('id', '=', deviceId)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('push_devices as other').select('other.id').where('other.delivered_at', '>', since)),
      )
      .executeTakeFirst();
    if (forgotten.numDeletedRows > 0n) return;
  }
  const later = secondsAfter(now, retryDelay(failures, retryAfter));
  await db
    .updateTable('push_messages')
    .set({ leased_until: null, next_attempt_at: later })
    .where('id', '=', id)
    .execute();
  await putOffWaiting(db, {
    now,
    later,
    devices: db.selectFrom('push_devices').select('id').where('id', '=', deviceId),
  });
}

/**
 * Puts off what waits for a service. None of it was tried, so nothing counts as a failure of its browser, and the wait
 * is that of a first failure: one message finds out whether the service is back.
 */
async function putOffService({ db, clock }: Pick<Services, 'db' | 'clock'>, { endpoint }: Taken, retryAfter: number) {
  const now = clock.now();
  const later = secondsAfter(now, retryDelay(1, retryAfter));
  const devices = db
    .selectFrom('push_devices')
    .select('id')
    .where(({ fn, val }) => fn<boolean>('starts_with', ['endpoint', val(serviceOf(endpoint))]));
  await putOffWaiting(db, { now, later, devices });
}

/** Puts off what waits for some browsers, except what is on its way or is being put off by another process. */
async function putOffWaiting(
  db: Db,
  {
    now,
    later,
    devices,
  }: { now: Date; later: Date; devices: SelectQueryBuilder<Tables, 'push_devices', { id: string }> },
): Promise<void> {
  await db
    .updateTable('push_messages')
    .set({ next_attempt_at: later })
    .where('id', 'in', (query) =>
      query
        .selectFrom('push_messages')
        .select('id')
        .where('device_id', 'in', devices)
        .where('next_attempt_at', '<', later)
        .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<=', now)]))
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/** Puts off a message that was queued since for such a service. */
async function giveBack({ db, clock }: Pick<Services, 'db' | 'clock'>, { id, attempts }: Taken) {
  const later = secondsAfter(clock.now(), retryDelay(1));
  await db
    .updateTable('push_messages')
    .set({ leased_until: null, attempts: attempts - 1, next_attempt_at: later })
    .where('id', '=', id)
    .execute();
}

async function forget(db: Db, id: bigint): Promise<void> {
  await db.deleteFrom('push_messages').where('id', '=', id).execute();
}
