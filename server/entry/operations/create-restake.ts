import { runMoney } from '#server/domain/drafts/run-money.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { draftRestake } from '#server/domain/stakes/draft-restake.ts';
import type { Handler } from './handler.ts';

/** F-14: a restake or the withdrawal of a matured stake is drafted; nothing moves. */
export const createRestake: Handler<'createRestake'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, {
    session,
    about: call.body,
    work: (trx, opened) => draftRestake(trx, services, { opened, ...call.body }),
  });
};
