import { runMoney } from '#server/domain/drafts/run-money.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { draftWithdrawal } from '#server/domain/withdrawals/draft.ts';
import type { Handler } from './handler.ts';

/** F-10: a withdrawal is quoted; nothing moves. */
export const createWithdrawal: Handler<'createWithdrawal'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, {
    session,
    about: call.body,
    work: (trx, opened) => draftWithdrawal(trx, services, call, { opened, ...call.body }),
  });
};
