import { showDeposit } from '#server/domain/deposits/show.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Handler } from './handler.ts';

/** F-09: one of the member's own deposits; another member's is not found. */
export const getDeposit: Handler<'getDeposit'> = async (services, call) => {
  const { memberId } = requireSession(call);
  const body = await showDeposit(services.db, services, { memberId, id: call.path.id });
  if (body === null) throw new Problem('not_found');
  return { status: 200, body };
};
