import { cancelDeposit as cancelOwn } from '#server/domain/deposits/request.ts';
import { runMoney } from '#server/domain/drafts/run-money.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-09: a deposit that has not been paid is canceled. */
export const cancelDeposit: Handler<'cancelDeposit'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, {
    session,
    about: call.path,
    work: (trx) => cancelOwn(trx, services, call, { session, id: call.path.id }),
  });
};
