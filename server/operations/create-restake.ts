import { requireSession } from '#server/accounts/require-session.ts';
import { runMoney } from '#server/drafts/run-money.ts';
import { draftRestake } from '#server/stakes/draft-restake.ts';
import type { Handler } from './handler.ts';

/** F-14: what becomes of a matured stake is drafted; nothing moves. */
export const createRestake: Handler<'createRestake'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, { session, about: call.body, work: (trx) => draftRestake(trx, services, { session, ...call.body }) });
};
