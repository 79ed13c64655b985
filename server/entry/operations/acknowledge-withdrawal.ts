import { runMoney } from '#server/domain/drafts/run-money.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { showReceipt } from '#server/domain/wallet/receipt.ts';
import { acknowledgeOwnWithdrawal } from '#server/domain/withdrawals/own.ts';
import type { Handler } from './handler.ts';

/** D-05: the member has seen that a withdrawal was paid out, which closes it. */
export const acknowledgeWithdrawal: Handler<'acknowledgeWithdrawal'> = async (services, call) => {
  const session = requireSession(call);
  const own = { session, id: call.path.id };
  return runMoney(services, call, {
    session,
    about: call.path,
    work: async (trx) => {
      await acknowledgeOwnWithdrawal(trx, services, own);
      return { kind: 'done', body: await showReceipt(trx, services, { memberId: session.memberId, id: own.id }) };
    },
  });
};
