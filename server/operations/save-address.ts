import { requireSession } from '#server/accounts/require-session.ts';
import { runOnce } from '#server/requests/run-once.ts';
import { saveAddress as saveOwn } from '#server/withdrawals/addresses.ts';
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
