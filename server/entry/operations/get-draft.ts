import { findDraft, showDraft } from '#server/domain/drafts/drafts.ts';
import { requestOutcome } from '#server/domain/requests/requests.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Handler } from './handler.ts';

/**
 * S-16: the state of a draft; another member's is not found.
 *
 * @throws Problem request_running while it is being confirmed: "open" would tell a caller who lost the answer that
 * nothing was done
 */
export const getDraft: Handler<'getDraft'> = async (services, call) => {
  const { memberId } = requireSession(call);
  const { id } = call.path;
  // First: what is carried out between the two is seen in the draft.
  const { state } = await requestOutcome(services, call, `confirm-${id}`);
  const draft = await findDraft(services.db, { memberId, id });
  if (state === 'running') throw new Problem('request_running', { retryAfterSeconds: 1 });
  const owner = await services.db
    .selectFrom('members')
    .select('email')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return { status: 200, body: await showDraft(services.db, services, draft, owner) };
};
