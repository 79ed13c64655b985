import { requireSession } from '#server/accounts/require-session.ts';
import { readTwoFactor } from '#server/accounts/two-factor-binding.ts';
import type { Handler } from './handler.ts';

/** F-07: the state of the second factor; reading changes nothing. */
export const getTwoFactorInfo: Handler<'getTwoFactorInfo'> = async (services, call) => ({
  status: 200,
  body: await readTwoFactor(services, requireSession(call)),
});
