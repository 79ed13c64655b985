import { requestOutcome } from '#server/domain/requests/requests.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Handler } from './handler.ts';

/**
 * P-3: the outcome of a call whose answer was lost. An ended session is reported as such: "unknown" would invite the
 * caller to repeat what was done.
 */
export const getRequestOutcome: Handler<'getRequestOutcome'> = async (services, call) => {
  if (call.bearerSent && call.session === null) throw new Problem('session_ended');
  return { status: 200, body: await requestOutcome(services, call, call.path.key) };
};
