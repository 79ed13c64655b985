// Rotation of refresh tokens with re-use detection (S-10, RFC 9700 §4.14).
import { audit } from '#server/platform/audit/audit.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { tokenHash } from '#server/platform/crypto/tokens.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import type { Services } from '#server/domain/services/services.ts';
import { endSession, issueTokens, type TokenGrant } from './sessions.ts';

/** `ended`: there is nothing to refresh, or the session was ended because a spent token was used. */
export type RefreshOutcome = { kind: 'refreshed'; grant: TokenGrant } | { kind: 'ended' };

/**
 * Exchanges a refresh token for new tokens. A spent or void token ends its session, mails the member and is recorded.
 * The exception is a repetition of the same call (same Idempotency-Key) whose answer was lost and never used: then
 * fresh tokens replace the lost ones, as long as those are valid. A phone may be put away while the answer is on its
 * way, and ask again an hour later; that this is too late is not a sign of theft.
 */
export async function refreshSession(
  services: Services,
  call: CallContext,
  refreshToken: string,
): Promise<RefreshOutcome> {
  const { db, clock, random } = services;
  const now = clock.now();
  const hash = tokenHash(refreshToken);
  return inTransaction(db, async (trx) => {
    const found = await lockFamily(trx, hash);
    if (found === null || found.session.ended_at !== null || found.session.absolute_end <= now)
      return { kind: 'ended' };
    const { session, token } = found;
    const successorOf = async (): Promise<TokenGrant> => {
      const issued = await issueTokens(trx, {
        session: { id: session.id, absoluteEnd: session.absolute_end },
        now,
        random,
      });
      await trx
        .updateTable('refresh_tokens')
        .set({ spent_at: token.spent_at ?? now, spent_under_key: call.requestKey, successor_hash: issued.refreshHash })
        .where('token_hash', '=', hash)
        .execute();
      await trx
        .updateTable('sessions')
        .set({ last_used_at: now, device: call.device })
        .where('id', '=', session.id)
        .execute();
      return issued.grant;
    };
    if (token.voided_at === null && token.spent_at === null) {
      if (token.expires_at <= now) return { kind: 'ended' };
      return { kind: 'refreshed', grant: await successorOf() };
    }
    const lost = await lostSuccessor(trx, token, call.requestKey);
    if (lost !== null) {
      if (lost.expiresAt <= now) return { kind: 'ended' };
      await lost.voidAt(now);
      await audit(trx, {
        kind: 'refresh_answer_reissued',
        at: now,
        memberId: session.member_id,
        sessionId: session.id,
        call,
      });
      return { kind: 'refreshed', grant: await successorOf() };
    }
    await endSession(trx, { sessionId: session.id, reason: 'refresh_reused', now });
    await audit(trx, {
      kind: 'refresh_token_reused',
      at: now,
      memberId: session.member_id,
      sessionId: session.id,
      call,
    });
    await enqueueMail(trx, services, {
      kind: 'refreshTokenReused',
      memberId: session.member_id,
      device: call.device,
      now,
    });
    return { kind: 'ended' };
  });
}

/**
 * Locks the session of a token and reads the token under that lock: the tokens of a session rotate one step at a time.
 */
async function lockFamily(trx: Trx, hash: Buffer) {
  const session = await trx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', (query) => query.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hash))
    .forUpdate()
    .executeTakeFirst();
  if (session === undefined) return null;
  const token = await trx
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .executeTakeFirstOrThrow();
  return { session, token };
}

/** The tokens of a lost answer that the same call asks for again; null if this is not such a case. */
async function lostSuccessor(
  trx: Trx,
  token: {
    spent_at: Date | null;
    spent_under_key: string | null;
    voided_at: Date | null;
    successor_hash: Buffer | null;
  },
  requestKey: string | null,
): Promise<{ readonly expiresAt: Date; readonly voidAt: (now: Date) => Promise<void> } | null> {
  const { successor_hash: hash } = token;
  if (token.voided_at !== null || token.spent_at === null || hash === null) return null;
  if (requestKey === null || token.spent_under_key !== requestKey) return null;
  const successor = await trx
    .selectFrom('refresh_tokens')
    .leftJoin('access_tokens', 'access_tokens.token_hash', 'refresh_tokens.access_token_hash')
    .select(['refresh_tokens.spent_at', 'refresh_tokens.expires_at', 'refresh_tokens.access_token_hash'])
    .select('access_tokens.first_used_at')
    .where('refresh_tokens.token_hash', '=', hash)
    .executeTakeFirstOrThrow();
  if (successor.spent_at !== null || successor.first_used_at !== null) return null;
  return {
    expiresAt: successor.expires_at,
    async voidAt(now) {
      await trx.updateTable('refresh_tokens').set({ voided_at: now }).where('token_hash', '=', hash).execute();
      await trx.deleteFrom('access_tokens').where('token_hash', '=', successor.access_token_hash).execute();
    },
  };
}
