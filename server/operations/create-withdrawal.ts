import { requireSession } from '#server/accounts/require-session.ts';
import { runMoney } from '#server/drafts/run-money.ts';
import { draftWithdrawal } from '#server/withdrawals/draft.ts';
import type { Handler } from './handler.ts';

/** F-10: a withdrawal is quoted; nothing moves. */
export const createWithdrawal: Handler<'createWithdrawal'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, { session, about: call.body, work: (trx) => draftWithdrawal(trx, services, call, { session, ...call.body }) });
};
