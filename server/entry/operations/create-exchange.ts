import { runMoney } from '#server/domain/drafts/run-money.ts';
import { draftExchange } from '#server/domain/exchanges/draft.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-12: an exchange is quoted; nothing moves. */
export const createExchange: Handler<'createExchange'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, {
    session,
    about: call.body,
    work: (trx, opened) => draftExchange(trx, services, call, { opened, ...call.body }),
  });
};
