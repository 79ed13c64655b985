import { setEmailPhrase as setPhrase } from '#server/domain/email-phrase/email-phrase.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireStepUp } from '#server/domain/second-factor/step-up.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Sets the phrase that the member's mails show, with a password or a code of the second factor (S-08). */
export const setEmailPhrase: Handler<'setEmailPhrase'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: true, whenForgotten: 'request_running' },
    before: () => requireStepUp(services, call, { session, given: call.body }),
    work: (trx) => setPhrase(trx, services, call, { session, wanted: call.body }),
  });
};
