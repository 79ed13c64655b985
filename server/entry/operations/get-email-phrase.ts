import { readEmailPhrase } from '#server/domain/email-phrase/email-phrase.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Whether the member's mails show a phrase. */
export const getEmailPhrase: Handler<'getEmailPhrase'> = async (services, call) => ({
  status: 200,
  body: await readEmailPhrase(services.db, requireSession(call).memberId),
});
