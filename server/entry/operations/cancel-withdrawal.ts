import { runMoney } from '#server/domain/drafts/run-money.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { showReceipt } from '#server/domain/wallet/receipt.ts';
import { cancelOwnWithdrawal } from '#server/domain/withdrawals/own.ts';
import type { Handler } from './handler.ts';

/** D-05: a withdrawal in process is canceled; the money returns at once. */
export const cancelWithdrawal: Handler<'cancelWithdrawal'> = async (services, call) => {
  const session = requireSession(call);
  const own = { session, id: call.path.id };
  return runMoney(services, call, {
    session,
    about: call.path,
    work: async (trx) => {
      await cancelOwnWithdrawal(trx, services, call, own);
      return { kind: 'done', body: await showReceipt(trx, services, { memberId: session.memberId, id: own.id }) };
    },
  });
};
