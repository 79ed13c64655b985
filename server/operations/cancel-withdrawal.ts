import { requireSession } from '#server/accounts/require-session.ts';
import { runMoney } from '#server/drafts/run-money.ts';
import { cancelOwnWithdrawal } from '#server/withdrawals/own.ts';
import type { Handler } from './handler.ts';

/** D-05: a withdrawal in process is cancelled; the money returns at once. */
export const cancelWithdrawal: Handler<'cancelWithdrawal'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, { session, about: call.path, work: (trx) => cancelOwnWithdrawal(trx, services, call, { session, id: call.path.id }) });
};
