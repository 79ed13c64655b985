import { requireSession } from '#server/accounts/require-session.ts';
import { runMoney } from '#server/drafts/run-money.ts';
import { acknowledgeOwnWithdrawal } from '#server/withdrawals/own.ts';
import type { Handler } from './handler.ts';

/** D-05: a withdrawal that was paid out was seen, and is done. */
export const acknowledgeWithdrawal: Handler<'acknowledgeWithdrawal'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, { session, about: call.path, work: (trx) => acknowledgeOwnWithdrawal(trx, services, { session, id: call.path.id }) });
};
