import { requireSession } from '#server/domain/sessions/require-session.ts';
import { stakeOptions } from '#server/domain/stakes/stake-options.ts';
import type { Handler } from './handler.ts';

/** F-14: one of the member's own stakes and what can be chosen for it; another member's is not found. */
export const getStakeOptions: Handler<'getStakeOptions'> = async (services, call) => {
  const { memberId } = requireSession(call);
  return { status: 200, body: await stakeOptions(services, { memberId, id: call.path.id }) };
};
