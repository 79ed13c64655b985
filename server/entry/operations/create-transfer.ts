import { runMoney } from '#server/domain/drafts/run-money.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { draftTransfer } from '#server/domain/transfers/draft.ts';
import type { Handler } from './handler.ts';

/** F-11: a transfer is drafted; nothing moves. */
export const createTransfer: Handler<'createTransfer'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, {
    session,
    about: call.body,
    work: (trx, opened) => draftTransfer(trx, services, call, { opened, ...call.body }),
  });
};
