import { requireSession } from '#server/accounts/require-session.ts';
import { runMoney } from '#server/drafts/run-money.ts';
import { draftTransfer } from '#server/transfers/draft.ts';
import type { Handler } from './handler.ts';

/** F-11: a transfer is drafted; nothing moves. */
export const createTransfer: Handler<'createTransfer'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, { session, about: call.body, work: (trx) => draftTransfer(trx, services, call, { session, ...call.body }) });
};
