// What a device is asked to sign: random, once, for five minutes and for one purpose. To confirm a draft it also signs
// what the draft says.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { Services } from '#server/domain/services/services.ts';
import { secondsAfter, secondsUntil } from '#server/platform/system/clock.ts';

export const DEVICE_SECONDS = 5 * 60;
const RANDOM_BYTES = 32;

/** What a challenge is for; an answer to one is worth nothing for another. */
export type ChallengeFor =
  | { purpose: 'signIn' }
  | { purpose: 'add'; session: MemberSession }
  // `digest`: of what the draft says now.
  | { purpose: 'confirm'; session: MemberSession; draft: { id: string; digest: Buffer } };

/** The end of what is asked of a device, and what it is to sign. */
export interface Asked {
  challenge: string;
  expiresIn: number;
}

/** Makes a challenge, which is worth nothing after `until`. In a session a draft has one: the one before is void. */
export async function askDevice(trx: Trx, services: Services, use: ChallengeFor, until?: Date): Promise<Asked> {
  const now = services.clock.now();
  const fiveMinutes = secondsAfter(now, DEVICE_SECONDS);
  const expiresAt = until !== undefined && until < fiveMinutes ? until : fiveMinutes;
  if (use.purpose === 'confirm')
    await trx
      .updateTable('passkey_challenges')
      .set({ used_at: now })
      .where('member_id', '=', use.session.memberId)
      .where('session_id', '=', use.session.id)
      .where('draft_id', '=', use.draft.id)
      .where('used_at', 'is', null)
      .execute();
  const random = services.random.bytes(RANDOM_BYTES);
  const challenge = Buffer.concat([random, ...digestOf(use)]).toString('base64url');
  await trx
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: challengeHash(challenge),
      purpose: use.purpose,
      ...ownerOf(use),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { challenge, expiresIn: secondsUntil(now, expiresAt) };
}

/**
 * Uses a challenge up, whether or not the rest of the answer is right. True for exactly one of any number of answers
 * that come at once; to confirm a draft, only if the draft still says what it said when the device was asked.
 */
export async function takeChallenge(
  trx: Trx,
  services: Services,
  use: ChallengeFor & { challenge: string },
): Promise<boolean> {
  const now = services.clock.now();
  const { member_id: memberId, session_id: sessionId, draft_id: draftId } = ownerOf(use);
  const taken = await trx
    .updateTable('passkey_challenges')
    .set({ used_at: now })
    .where('challenge_hash', '=', challengeHash(use.challenge))
    .where('purpose', '=', use.purpose)
    .where('member_id', 'is not distinct from', memberId)
    .where('session_id', 'is not distinct from', sessionId)
    .where('draft_id', 'is not distinct from', draftId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n && saysTheSame(use);
}

/** Whether the end of the challenge is the digest of what it is for; nothing else has one. */
function saysTheSame(use: ChallengeFor & { challenge: string }): boolean {
  const end = Buffer.from(use.challenge, 'base64url').subarray(RANDOM_BYTES);
  const digest = Buffer.concat(digestOf(use));
  return end.length === digest.length && timingSafeEqual(end, digest);
}

function digestOf(use: ChallengeFor): Buffer[] {
  return use.purpose === 'confirm' ? [use.draft.digest] : [];
}

/** How a challenge is stored and found; nobody reads one out of the database. */
export function challengeHash(challenge: string): Buffer {
  return createHash('sha256').update(challenge, 'utf8').digest();
}

/** The challenge that a device says it has signed; empty if it says none. What it says is verified afterwards. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const isObject = typeof said === 'object' && said !== null && 'challenge' in said;
    return isObject && typeof said.challenge === 'string' ? said.challenge : '';
  } catch {
    return '';
  }
}

function ownerOf(use: ChallengeFor) {
  if (use.purpose === 'signIn') return { member_id: null, session_id: null, draft_id: null };
  const { memberId, id } = use.session;
  return { member_id: memberId, session_id: id, draft_id: use.purpose === 'confirm' ? use.draft.id : null };
}

/** The challenge of a sign-in that was answered; null if there is none. */
export async function answeredSignIn(db: Db | Trx, challenge: string) {
  const row = await db
    .selectFrom('passkey_challenges')
    .select(['used_at', 'answer_key', 'answer_hash', 'signed_in'])
    .where('challenge_hash', '=', challengeHash(challenge))
    .where('purpose', '=', 'signIn')
    .where('used_at', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}
