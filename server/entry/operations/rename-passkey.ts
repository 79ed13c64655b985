import { renamePasskey as rename } from '#server/domain/passkeys/passkeys.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Gives one of the member's passkeys another name. */
export const renamePasskey: Handler<'renamePasskey'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: { ...call.path, ...call.body }, secret: false, whenForgotten: 'not_found' },
    work: (trx) => rename(trx, services, call, { session, ...call.path, ...call.body }),
  });
};
