import { sendAddingCode } from '#server/domain/passkeys/add.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Mails the code that adding a passkey requires without an app to the verified address (S-08). */
export const sendPasskeyCode: Handler<'sendPasskeyCode'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: null, secret: false, whenForgotten: 'two_factor_already_on' },
    work: (trx) => sendAddingCode(trx, services, call, session),
  });
};
