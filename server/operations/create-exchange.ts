import { requireSession } from '#server/accounts/require-session.ts';
import { runMoney } from '#server/drafts/run-money.ts';
import { draftExchange } from '#server/exchanges/draft.ts';
import type { Handler } from './handler.ts';

/** F-12: an exchange is quoted; nothing moves. */
export const createExchange: Handler<'createExchange'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, { session, about: call.body, work: (trx) => draftExchange(trx, services, call, { session, ...call.body }) });
};
