import { findDraft, showDraft } from '#server/domain/drafts/drafts.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** S-16: the state of a draft; another member's is not found. */
export const getDraft: Handler<'getDraft'> = async (services, call) => {
  const { memberId } = requireSession(call);
  const draft = await findDraft(services.db, { memberId, id: call.path.id });
  const owner = await services.db
    .selectFrom('members')
    .select('email')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return { status: 200, body: await showDraft(services.db, services, draft, owner) };
};
