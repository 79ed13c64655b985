import { exchangeOptions } from '#server/domain/exchanges/options.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-12: what can be exchanged, at which rates. */
export const getExchangeOptions: Handler<'getExchangeOptions'> = async (services, call) => ({
  status: 200,
  body: await exchangeOptions(services, requireSession(call)),
});
