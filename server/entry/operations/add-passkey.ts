import { finishAdding } from '#server/domain/passkeys/add.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Adds the passkey that a device has made for the challenge of this session. */
export const addPasskey: Handler<'addPasskey'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'passkey_expired' },
    work: (trx) => finishAdding(trx, services, call, { session, given: call.body }),
  });
};
