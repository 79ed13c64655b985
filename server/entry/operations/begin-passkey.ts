import { beginAdding } from '#server/domain/passkeys/add.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requirePassword } from '#server/domain/second-factor/step-up.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Takes the proofs of who adds a passkey (S-08), and answers with what the device is asked. */
export const beginPasskey: Handler<'beginPasskey'> = async (services, call) => {
  const session = requireSession(call);
  const { password, secondFactor, emailCode } = call.body;
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: true, whenForgotten: 'request_running' },
    before: () => requirePassword(services, call, { session, password }),
    work: (trx) => beginAdding(trx, services, call, { session, secondFactor, emailCode }),
  });
};
