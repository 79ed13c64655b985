import { requireSession } from '#server/domain/sessions/require-session.ts';
import { withdrawalOptions } from '#server/domain/withdrawals/options.ts';
import type { Handler } from './handler.ts';

/** F-10: what can be withdrawn, and by which rules. */
export const getWithdrawalOptions: Handler<'getWithdrawalOptions'> = async (services, call) => ({
  status: 200,
  body: await withdrawalOptions(services, requireSession(call)),
});
