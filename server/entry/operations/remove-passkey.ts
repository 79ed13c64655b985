import { removePasskey as remove } from '#server/domain/passkeys/passkeys.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requirePassword } from '#server/domain/second-factor/step-up.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Removes one of the member's passkeys, with the password and, if an app is set up, a code of it (S-08). */
export const removePasskey: Handler<'removePasskey'> = async (services, call) => {
  const session = requireSession(call);
  const { password, secondFactor } = call.body;
  return runOnce(services, call, {
    session,
    keyed: { body: { ...call.path, ...call.body }, secret: false, whenForgotten: 'not_found' },
    before: () => requirePassword(services, call, { session, password }),
    work: (trx) => remove(trx, services, call, { session, ...call.path, secondFactor }),
  });
};
