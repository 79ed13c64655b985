import { listPasskeys as list } from '#server/domain/passkeys/passkeys.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** The member's passkeys, and what adding one requires. */
export const listPasskeys: Handler<'listPasskeys'> = async (services, call) => ({
  status: 200,
  body: await list(services.db, requireSession(call).memberId),
});
