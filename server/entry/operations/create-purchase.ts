import { runMoney } from '#server/domain/drafts/run-money.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { draftPurchase } from '#server/domain/stakes/draft-purchase.ts';
import type { Handler } from './handler.ts';

/** F-13: the purchase of a plan is drafted; nothing moves. */
export const createPurchase: Handler<'createPurchase'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, {
    session,
    about: call.body,
    work: (trx, opened) => draftPurchase(trx, services, call, { opened, ...call.body }),
  });
};
