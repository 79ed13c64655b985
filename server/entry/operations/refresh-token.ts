import { refreshSession } from '#server/domain/sessions/refresh.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Handler } from './handler.ts';

/** F-01, S-10: fresh tokens of the same session. */
export const refreshToken: Handler<'refreshToken'> = async (services, call) => {
  const outcome = await refreshSession(services, call, call.body.refreshToken);
  if (outcome.kind === 'ended') throw new Problem('session_ended');
  return { status: 200, body: outcome.grant };
};
