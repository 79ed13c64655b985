import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { removeAddress as removeOwn } from '#server/domain/withdrawals/addresses.ts';
import type { Handler } from './handler.ts';

/** D-28: an address leaves the address book. */
export const removeAddress: Handler<'removeAddress'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.path, secret: false, whenForgotten: 'request_running' },
    work: (trx) => removeOwn(trx, services, call, { session, id: call.path.id }),
  });
};
