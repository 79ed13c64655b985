import { requireSession } from '#server/domain/sessions/require-session.ts';
import { listOwnStakes } from '#server/domain/stakes/list.ts';
import type { Handler } from './handler.ts';

/** F-14: the member's own stakes, page by page. */
export const listStakes: Handler<'listStakes'> = async (services, call) => {
  const { memberId } = requireSession(call);
  const { state, cursor } = call.query;
  return { status: 200, body: await listOwnStakes(services, call, { memberId, state, cursor }) };
};
