import { revokeSession } from '#server/domain/sessions/revoke.ts';
import type { Handler } from './handler.ts';

/** F-16: signs out. The answer is the same if there was no session. */
export const revokeToken: Handler<'revokeToken'> = async (services, call) => {
  await revokeSession(services, call, { refreshToken: call.body.refreshToken ?? null });
  return { status: 204, body: undefined };
};
