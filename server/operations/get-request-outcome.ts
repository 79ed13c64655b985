import { requireSession } from '#server/accounts/require-session.ts';
import type { Handler } from '#server/contract/types.ts';
import { requestOutcome } from '#server/requests/requests.ts';

/** P-3: what became of a call whose answer was lost. */
export const getRequestOutcome: Handler<'getRequestOutcome'> = async (services, call) => ({
  status: 200,
  body: await requestOutcome(services, { memberId: requireSession(call).memberId, key: call.path.key }),
});
