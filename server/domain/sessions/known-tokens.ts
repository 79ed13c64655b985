// Which tokens were ever given out, live or not: limits tell their owners from strangers by them.
import { tokenHash } from '#server/platform/crypto/tokens.ts';
import type { Db } from '#server/platform/db/kysely.ts';

/** Whether an access token was given out; it may have run out since, up to a day ago. */
export async function wasGivenOut(db: Db, accessToken: string): Promise<boolean> {
  const row = await db
    .selectFrom('access_tokens')
    .select('session_id')
    .where('token_hash', '=', tokenHash(accessToken))
    .executeTakeFirst();
  return row !== undefined;
}

/** The session that a refresh token was given out for, spent or not; null if it was made up. */
export async function sessionOfRefreshToken(db: Db, refreshToken: string): Promise<string | null> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', tokenHash(refreshToken))
    .executeTakeFirst();
  return row?.session_id ?? null;
}
