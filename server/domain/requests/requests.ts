// Calls under an Idempotency-Key (S-15): one effect, and the saved answer for a caller who lost it.
import { FIGURES } from '#openapi/figures.ts';
import { timingSafeEqual } from 'node:crypto';
import type { Updateable } from 'kysely';
import type { components } from '#openapi/api.gen.d.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem, type PlainCode } from '#server/platform/contract/problems.ts';
import type { CallContext, Cookie, GivenCookie, MemberSession } from '#server/platform/contract/types.ts';
import { canonical } from '#server/platform/crypto/canonical.ts';
import { eitherHash } from '#server/platform/crypto/keys.ts';
import { seal, unsealEither } from '#server/platform/crypto/seal.ts';
import { tokenHash } from '#server/platform/crypto/tokens.ts';
import { rehearse, type Db, type Trx } from '#server/platform/db/kysely.ts';
import type { RequestsTable } from '#server/platform/db/tables.ts';
import { isGone } from '#server/platform/db/presence.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import { secondsAfter, secondsBetween } from '#server/platform/system/clock.ts';
import { LEASE_SECONDS, releaseIfClaimed, type Release } from './release-soon.ts';

/** How long an answer that contains secrets is kept. */
export const SECRET_ANSWER_SECONDS = FIGURES.secretMinutes * 60;
/** How long any other answer is kept. */
export const REQUEST_DAYS = 30;
/**
 * How many different calls a key allows. After that it answers all calls alike, and a kept secret is deleted: nobody
 * can use a leaked key to guess what the call contained.
 */
const MOST_OTHER_CALLS = 5;
/** The owner of calls from people who are not signed in. Only the caller knows the key. */
const ANONYMOUS = 'anonymous';
/** Fields of answers that count seconds; they keep counting while the answer is kept. */
const COUNTED_FIELDS = ['expiresIn', 'codeExpiresIn', 'resendIn'];

/**
 * Fields that only a repetition of the call returns, and not the query for its outcome: for that the key is enough, and
 * logs may contain it.
 */
const CALLERS_FIELDS = ['frozen', 'proof'];

type Body = Record<string, unknown>;

/** The parts of an answer. Cookies are secrets: an answer with cookies must be kept as a secret one. */
export interface Answer {
  body: Body;
  cookies: GivenCookie[];
}

/** Saves the answer within the transaction of the effect. @throws Problem request_running if the key was taken over */
export type SaveAnswer = (trx: Trx, answer: Answer & { status: number }) => Promise<void>;

export interface Keyed {
  /**
   * The content of the call: its body, its query if that matters, and the cookie that it depends on (`cookieHash`). To
   * a caller without that cookie, every guess at the rest is answered alike.
   */
  body: unknown;
  /** The answer contains secrets: it is kept encrypted, and for ten minutes only. */
  secret: boolean;
  /** What a repetition is answered once the answer is no longer kept. */
  whenForgotten: PlainCode;
}

/** What to do with a call under a key: run it, or return the saved answer. */
export type Claimed = { kind: 'run'; save: SaveAnswer; release: Release } | { kind: 'replay'; answer: Answer };

interface Owner {
  scope: string;
  key: string;
}

/**
 * Claims the key of a call for the member, or for a caller who is not signed in. A call without a key always runs.
 *
 * @throws Problem idempotency_key_reused for another body or after five of them, request_running while the first still
 * runs
 */
export async function claimRequest(
  services: Services,
  call: CallContext,
  options: { session: MemberSession | null; keyed: Keyed },
): Promise<Claimed> {
  const { session, keyed } = options;
  const { requestKey } = call;
  if (requestKey === null) return { kind: 'run', save: async () => undefined, release: async () => false };
  const { db, clock, random, keys, processNumber } = services;
  const now = clock.now();
  const owner = { scope: session?.memberId ?? ANONYMOUS, key: requestKey };
  const claim = random.uuid();
  const [requestHash, ...earlierHashes] = eitherHash(keys, 'request', call.operationId, canonical(keyed.body)) as [
    Buffer,
    ...Buffer[],
  ];
  const values = {
    operation_id: call.operationId,
    request_hash: requestHash,
    claim,
    holder: processNumber,
    claimed_at: now,
    leased_until: secondsAfter(now, LEASE_SECONDS),
    other_calls: 0,
  };
  const release: Release = async () => {
    const released = await db
      .deleteFrom('requests')
      .where('scope', '=', owner.scope)
      .where('key', '=', owner.key)
      .where('claim', '=', claim)
      .where('done_at', 'is', null)
      .executeTakeFirst();
    return released.numDeletedRows > 0n;
  };
  const claimed = await db
    .insertInto('requests')
    .values({ ...owner, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet(values)
        .where('requests.done_at', 'is', null)
        .where('requests.leased_until', '<=', now),
    )
    .returning('claim')
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (isUnavailable(error)) releaseIfClaimed(release);
      throw error;
    });
  if (claimed === undefined) {
    const replayed = await replay(services, owner, {
      requestHashes: [requestHash, ...earlierHashes],
      whenForgotten: keyed.whenForgotten,
      takeOver: (abandoned) => takeOver(db, owner, { abandoned, values }),
    });
    if (replayed !== null) return replayed;
  }
  return {
    kind: 'run',
    save: (trx, answer) => saveAnswer(trx, services, { ...owner, claim, secret: keyed.secret, ...answer }),
    release,
  };
}

/**
 * Takes a key over from a run whose process is gone. If that run was committed at the last moment, or another call was
 * faster, nothing is taken. Should the process not be gone after all, its run can no longer save its answer, and so has
 * no effect.
 */
async function takeOver(
  db: Db,
  { scope, key }: Owner,
  { abandoned, values }: { abandoned: string; values: Updateable<RequestsTable> },
): Promise<boolean> {
  const taken = await db
    .updateTable('requests')
    .set(values)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim', '=', abandoned)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

/**
 * Releases the keys that a process held when it died. Only for the start of a server whose database nobody else opens:
 * then no run can still own them, and callers who repeat a call need not wait for the lease to end.
 */
export async function releaseClaims(db: Db): Promise<void> {
  await db.deleteFrom('requests').where('done_at', 'is', null).execute();
}

/** The saved answer under a key; null if the call may run, since `takeOver` got the key of a run that has died. */
async function replay(
  services: Services,
  owner: Owner,
  options: { requestHashes: Buffer[]; whenForgotten: PlainCode; takeOver: (claim: string) => Promise<boolean> },
): Promise<Claimed | null> {
  const row = await countAndFind(services, owner, options.requestHashes);
  // Released between our claim and this read: the caller may try again.
  if (row === undefined) throw new Problem('request_running', { retryAfterSeconds: 1 });
  const same = options.requestHashes.some((hash) => timingSafeEqual(row.request_hash, hash));
  if (!same || row.other_calls >= MOST_OTHER_CALLS) throw new Problem('idempotency_key_reused');
  if (row.done_at === null) {
    if ((await holderIsGone(services, row)) && (await options.takeOver(row.claim))) return null;
    throw new Problem('request_running', { retryAfterSeconds: 1 });
  }
  const answer = keptAnswer(services, owner, { ...row, done_at: row.done_at });
  if (answer === null) throw new Problem(options.whenForgotten);
  return { kind: 'replay', answer };
}

/** Whether the process that runs the call has died; unknown on a database whose processes have no numbers. */
async function holderIsGone({ db }: Pick<Services, 'db'>, { holder }: { holder: number | null }): Promise<boolean> {
  return holder !== null && (await isGone(db, holder));
}

/**
 * Finds the first call under a key and, if this call differs, counts it: in one statement, so that none of many calls
 * at once is compared before the others are counted.
 */
async function countAndFind({ db }: Services, { scope, key }: Owner, requestHashes: Buffer[]) {
  return db
    .updateTable('requests')
    .set((query) => {
      const other = query.case().when('request_hash', 'in', requestHashes).then(0).else(1).end();
      const calls = query('other_calls', '+', other);
      return {
        other_calls: calls,
        answer_sealed: query
          .case()
          .when(calls, '>=', MOST_OTHER_CALLS)
          .then(null)
          .else(query.ref('answer_sealed'))
          .end(),
      };
    })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst();
}

/** The value of a cookie, by which a request is remembered: a repetition from another browser is another call. */
export function cookieHash(call: CallContext, cookie: Cookie): string {
  return tokenHash(call.cookies.read(cookie) ?? '').toString('base64url');
}

async function saveAnswer(
  trx: Trx,
  services: Services,
  saved: Owner & Answer & { claim: string; secret: boolean; status: number },
): Promise<void> {
  const { keys, random, clock } = services;
  const { body, cookies, secret } = saved;
  if (!secret && cookies.length > 0) throw new Error('an answer with cookies must be kept as a secret one');
  const sealed = secret
    ? seal(keys.answer, Buffer.from(JSON.stringify({ body, cookies }), 'utf8'), { owner: ownerText(saved), random })
    : null;
  const updated = await trx
    .updateTable('requests')
    .set({
      done_at: clock.now(),
      status: saved.status,
      answer: secret ? null : JSON.stringify(body),
      answer_sealed: sealed,
    })
    .where('scope', '=', saved.scope)
    .where('key', '=', saved.key)
    .where('claim', '=', saved.claim)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  // Another run took the key over after our lease ended: ours must not take effect as well.
  if (updated.numUpdatedRows !== 1n) throw new Problem('request_running', { retryAfterSeconds: 1 });
}

/**
 * The outcome of a call under a key: the member's own call, or one by somebody not signed in; another member's call is
 * as unknown as one that was never made. Cookies of the lost answer are not returned, because the key is part of the
 * URL here, and URLs are logged. The caller gets them by repeating the call under its key, with the same content.
 */
export async function requestOutcome(
  services: Services,
  call: CallContext,
  key: string,
): Promise<components['schemas']['RequestOutcome']> {
  const scopes = call.session === null ? [ANONYMOUS] : [call.session.memberId, ANONYMOUS];
  for (const scope of scopes) {
    const row = await findSettled(services, { scope, key });
    if (row === undefined) continue;
    if (row === 'running') return { state: 'running' };
    if (row.done_at === null || row.status === null) return { state: 'unknown' };
    const answer = keptAnswer(services, { scope, key }, { ...row, done_at: row.done_at });
    return {
      state: 'done',
      operationId: row.operation_id,
      status: row.status,
      answer: answer === null ? null : withoutCallers(answer.body),
    };
  }
  return { state: 'unknown' };
}

/** Sets the cookies of an answer. */
export function giveCookies(call: CallContext, cookies: GivenCookie[]): void {
  for (const { cookie, value, maxAgeSeconds } of cookies) {
    if (maxAgeSeconds > 0) call.cookies.set(cookie, value, maxAgeSeconds);
    else call.cookies.clear(cookie);
  }
}

/**
 * The call under a key, or `running` while it may still be committed. A run that is not done has locked its row from
 * the moment that it saved its answer until its commit is over, and a commit that waits for a standby outlasts every
 * lease. So once nobody has to hold the key any more, it is not done only if nobody has its row locked either.
 */
async function findSettled({ db, clock }: Services, owner: Owner) {
  const row = await findIn(db, owner).executeTakeFirst();
  if (row === undefined || row.done_at !== null) return row;
  if (row.leased_until > clock.now() && !(await holderIsGone({ db }, row))) return 'running';
  const unlocked = await findUnlocked(db, owner);
  if (unlocked !== undefined) return unlocked;
  const locked = await findIn(db, owner).executeTakeFirst();
  return locked === undefined || locked.done_at !== null ? locked : 'running';
}

/**
 * The call under a key, unless a transaction changes it. The lock is shared, so that callers who ask at once don't take
 * each other for the run, and it is rolled back: its commit would wait for the same standby.
 */
function findUnlocked(db: Db, owner: Owner) {
  return rehearse(db, (trx) => findIn(trx, owner).forShare().skipLocked().executeTakeFirst());
}

function findIn(db: Db, { scope, key }: Owner) {
  return db.selectFrom('requests').selectAll().where('scope', '=', scope).where('key', '=', key);
}

function keptAnswer(
  services: Services,
  owner: Owner,
  row: { answer: Body | null; answer_sealed: Buffer | null; done_at: Date },
): Answer | null {
  const now = services.clock.now();
  const age = secondsBetween(row.done_at, now);
  if (row.answer !== null) return { body: aged(row.answer, age), cookies: [] };
  // The job that wipes answers may run late; the time limit applies all the same.
  if (row.answer_sealed === null || age >= SECRET_ANSWER_SECONDS) return null;
  // saveAnswer sealed it for this owner, so it has the form that it was given there.
  const kept = JSON.parse(
    unsealEither(services.keys, 'answer', row.answer_sealed, ownerText(owner)).toString('utf8'),
  ) as Answer;
  const cookies = kept.cookies.map((given) => ({ ...given, maxAgeSeconds: Math.max(0, given.maxAgeSeconds - age) }));
  return { body: aged(kept.body, age), cookies };
}

function withoutCallers(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !CALLERS_FIELDS.includes(field)));
}

/** A body with its counted seconds as of now. */
function aged(body: Body, age: number): Body {
  const counted = COUNTED_FIELDS.flatMap((field) => {
    const seconds = body[field];
    return typeof seconds === 'number' ? [[field, Math.max(0, seconds - age)]] : [];
  });
  return { ...body, ...Object.fromEntries(counted) };
}

function ownerText({ scope, key }: Owner): string {
  return `${scope} ${key}`;
}
