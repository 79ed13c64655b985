import { requestDeposit } from '#server/domain/deposits/request.ts';
import { runMoney } from '#server/domain/drafts/run-money.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-09: an address for deposits. */
export const createDeposit: Handler<'createDeposit'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, {
    session,
    about: call.body,
    work: (trx) => requestDeposit(trx, services, call, { session, ...call.body }),
  });
};
