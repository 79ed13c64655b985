import { requireSession } from '#server/accounts/require-session.ts';
import { cancelDeposit as cancelOwn } from '#server/deposits/request.ts';
import { runMoney } from '#server/drafts/run-money.ts';
import type { Handler } from './handler.ts';

/** F-09: a deposit that has not been paid is cancelled. */
export const cancelDeposit: Handler<'cancelDeposit'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, { session, about: call.path, work: (trx) => cancelOwn(trx, services, call, { session, id: call.path.id }) });
};
