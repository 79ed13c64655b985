import { readTwoFactor } from '#server/domain/second-factor/two-factor-binding.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-07: the state of the second factor; reading changes nothing. */
export const getTwoFactorInfo: Handler<'getTwoFactorInfo'> = async (services, call) => ({
  status: 200,
  body: await readTwoFactor(services, requireSession(call)),
});
