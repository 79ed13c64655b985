import { requireSession } from '#server/domain/sessions/require-session.ts';
import { recipientOf } from '#server/domain/transfers/recipient.ts';
import type { Handler } from './handler.ts';

/** F-11, D-15: looks up the member of a username before anything moves. */
export const findRecipient: Handler<'findRecipient'> = async (services, call) => {
  const { memberId } = requireSession(call);
  const { shown } = await recipientOf(services.db, call, {
    memberId,
    username: call.query.username,
    field: 'username',
  });
  return { status: 200, body: shown };
};
