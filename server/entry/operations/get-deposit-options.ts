import { depositOptions } from '#server/domain/deposits/options.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-09: what can be deposited, by which rules, and open requests. */
export const getDepositOptions: Handler<'getDepositOptions'> = async (services, call) => ({
  status: 200,
  body: await depositOptions(services, requireSession(call)),
});
