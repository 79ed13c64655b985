import { readEmailPhrase } from '#server/domain/email-phrase/email-phrase.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** The phrase that the member's mails show. */
export const getEmailPhrase: Handler<'getEmailPhrase'> = async (services, call) => ({
  status: 200,
  body: await readEmailPhrase(services.db, requireSession(call).memberId),
});
