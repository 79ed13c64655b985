import { beginConfirming } from '#server/domain/confirmation/passkey.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** D-08 with a passkey: what the device is asked to sign for a draft. */
export const beginDraftPasskey: Handler<'beginDraftPasskey'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.path, secret: true, whenForgotten: 'request_running' },
    work: (trx, opened) => beginConfirming(trx, services, { session, id: call.path.id, opened }),
  });
};
