// Calls under an Idempotency-Key (security rule 15): one effect, and the saved answer for whoever lost it.
import { timingSafeEqual } from 'node:crypto';
import type { components } from '#openapi/api.gen.d.ts';
import type { MemberSession } from '#server/accounts/sessions.ts';
import { secondsAfter } from '#server/clock.ts';
import type { CallContext } from '#server/contract/types.ts';
import { keyedHash } from '#server/crypto/keys.ts';
import { seal, unseal } from '#server/crypto/seal.ts';
import type { Trx } from '#server/db/kysely.ts';
import { Problem, type ProblemCode } from '#server/problems.ts';
import type { Services } from '#server/services.ts';

/** How long a run holds its key; a process that died lets go by time. Longer than any call may take. */
const LEASE_SECONDS = 60;
/** How long an answer that holds secrets is kept. */
export const SECRET_ANSWER_SECONDS = 10 * 60;
/** How long any other is. */
export const REQUEST_DAYS = 30;

type Answer = Record<string, unknown>;

/** Saves the answer within the transaction of the effect. @throws Problem request_running where the key was taken over */
export type SaveAnswer = (trx: Trx, answer: { status: number; body: Answer }) => Promise<void>;

export interface Keyed {
  body: unknown;
  /** The answer holds secrets: it is kept encrypted, and for ten minutes only. */
  secret: boolean;
  /** What a repetition is told once the answer is no longer kept. */
  whenForgotten: ProblemCode;
}

/** What a call under a key comes to: run it, or answer what was saved. */
export type Claimed = { kind: 'run'; save: SaveAnswer; release: () => Promise<void> } | { kind: 'replay'; answer: Answer };

/**
 * Claims the key of a call for the member. A call without a key runs unconditionally.
 *
 * @throws Problem idempotency_key_reused for another body, request_running while the first still runs
 */
export async function claimRequest(services: Services, call: CallContext, options: { session: MemberSession; keyed: Keyed }): Promise<Claimed> {
  const { session, keyed } = options;
  const { requestKey } = call;
  if (requestKey === null) return { kind: 'run', save: async () => undefined, release: async () => undefined };
  const { db, clock, random, keys } = services;
  const now = clock.now();
  const owner = { memberId: session.memberId, key: requestKey };
  const claim = random.uuid();
  const values = {
    operation_id: call.operationId,
    request_hash: keyedHash(keys.request, call.operationId, canonical(keyed.body)),
    claim,
    claimed_at: now,
    leased_until: secondsAfter(now, LEASE_SECONDS),
  };
  const claimed = await db
    .insertInto('requests')
    .values({ member_id: owner.memberId, key: owner.key, ...values })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'key']).doUpdateSet(values).where('requests.done_at', 'is', null).where('requests.leased_until', '<=', now),
    )
    .returning('claim')
    .executeTakeFirst();
  if (claimed === undefined) return replay(services, owner, { requestHash: values.request_hash, whenForgotten: keyed.whenForgotten });
  return {
    kind: 'run',
    save: (trx, answer) => saveAnswer(trx, services, { ...owner, claim, secret: keyed.secret, ...answer }),
    release: async () => {
      await db
        .deleteFrom('requests')
        .where('member_id', '=', owner.memberId)
        .where('key', '=', owner.key)
        .where('claim', '=', claim)
        .where('done_at', 'is', null)
        .execute();
    },
  };
}

async function replay(
  services: Services,
  owner: { memberId: string; key: string },
  options: { requestHash: Buffer; whenForgotten: ProblemCode },
): Promise<Claimed> {
  const row = await find(services, owner);
  // Released between our claim and this look: the caller may try again.
  if (row === undefined) throw new Problem('request_running', { retryAfterSeconds: 1 });
  if (!timingSafeEqual(row.request_hash, options.requestHash)) throw new Problem('idempotency_key_reused');
  if (row.done_at === null) throw new Problem('request_running', { retryAfterSeconds: 1 });
  const answer = keptAnswer(services, owner, row);
  if (answer === null) throw new Problem(options.whenForgotten);
  return { kind: 'replay', answer };
}

async function saveAnswer(
  trx: Trx,
  services: Services,
  saved: { memberId: string; key: string; claim: string; secret: boolean; status: number; body: Answer },
): Promise<void> {
  const { keys, random, clock } = services;
  const text = JSON.stringify(saved.body);
  const sealed = saved.secret ? seal(keys.answer, Buffer.from(text, 'utf8'), { owner: ownerText(saved), random }) : null;
  const updated = await trx
    .updateTable('requests')
    .set({ done_at: clock.now(), status: saved.status, answer: sealed === null ? text : null, answer_sealed: sealed })
    .where('member_id', '=', saved.memberId)
    .where('key', '=', saved.key)
    .where('claim', '=', saved.claim)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  // Another run took the key over after our lease: ours must not have an effect as well.
  if (updated.numUpdatedRows !== 1n) throw new Problem('request_running', { retryAfterSeconds: 1 });
}

/** What became of a member's call under a key; a key of another member is as unknown as one never used. */
export async function requestOutcome(
  services: Services,
  owner: { memberId: string; key: string },
): Promise<components['schemas']['RequestOutcome']> {
  const row = await find(services, owner);
  if (row === undefined) return { state: 'unknown' };
  if (row.done_at === null || row.status === null) {
    return row.leased_until > services.clock.now() ? { state: 'running' } : { state: 'unknown' };
  }
  return { state: 'done', operationId: row.operation_id, status: row.status, answer: keptAnswer(services, owner, row) };
}

function find(services: Services, owner: { memberId: string; key: string }) {
  return services.db.selectFrom('requests').selectAll().where('member_id', '=', owner.memberId).where('key', '=', owner.key).executeTakeFirst();
}

function keptAnswer(
  services: Services,
  owner: { memberId: string; key: string },
  row: { answer: Answer | null; answer_sealed: Buffer | null; done_at: Date | null },
): Answer | null {
  if (row.answer_sealed === null || row.done_at === null) return row.answer;
  // The job that wipes may come late; the time is kept all the same.
  if (secondsAfter(row.done_at, SECRET_ANSWER_SECONDS) <= services.clock.now()) return null;
  const opened: unknown = JSON.parse(unseal(services.keys.answer, row.answer_sealed, ownerText(owner)).toString('utf8'));
  return typeof opened === 'object' && opened !== null ? Object.fromEntries(Object.entries(opened)) : null;
}

function ownerText(owner: { memberId: string; key: string }): string {
  return `${owner.memberId} ${owner.key}`;
}

/** One text for one meaning: fields in order, so that two clients' writing of a body is the same body. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
