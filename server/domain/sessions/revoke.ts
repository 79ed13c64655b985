import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { tokenHash } from '#server/platform/crypto/tokens.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { endSession } from './sessions.ts';

/** Ends the session of a refresh token, even a spent one, or else the session of the bearer token. */
export async function revokeSession(
  services: Services,
  call: CallContext,
  options: { refreshToken: string | null },
): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const { refreshToken } = options;
  await inTransaction(db, async (trx) => {
    const session = await trx
      .selectFrom('sessions')
      .select(['id', 'member_id'])
      .where('id', '=', (query) =>
        refreshToken === null
          ? query.val(call.session?.id ?? null)
          : query.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', tokenHash(refreshToken)),
      )
      .executeTakeFirst();
    if (session === undefined) return;
    const ended = await endSession(trx, { sessionId: session.id, reason: 'signed_out', now });
    if (ended)
      await audit(trx, { kind: 'signed_out', at: now, memberId: session.member_id, sessionId: session.id, call });
  });
}
