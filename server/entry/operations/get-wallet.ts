import { requireSession } from '#server/domain/sessions/require-session.ts';
import { showWallet } from '#server/domain/wallet/wallet.ts';
import type { Handler } from './handler.ts';

/** D-01, D-27: a member's balances, and money under way. */
export const getWallet: Handler<'getWallet'> = async (services, call) => ({
  status: 200,
  body: await showWallet(services, requireSession(call)),
});
