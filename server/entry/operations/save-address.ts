import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { saveAddress as saveOwn } from '#server/domain/withdrawals/addresses.ts';
import type { Handler } from './handler.ts';

/** D-28: an address goes into the address book. */
export const saveAddress: Handler<'saveAddress'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: false, whenForgotten: 'request_running' },
    work: (trx) => saveOwn(trx, services, call, { session, ...call.body }),
  });
};
