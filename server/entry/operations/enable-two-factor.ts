import { runOnce } from '#server/domain/requests/run-once.ts';
import { requirePassword } from '#server/domain/second-factor/step-up.ts';
import { bindTwoFactor } from '#server/domain/second-factor/two-factor-binding.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/**
 * F-07: setting up an app requires the password, the mailed code and a first code (S-08). The answer contains the
 * recovery codes.
 */
export const enableTwoFactor: Handler<'enableTwoFactor'> = async (services, call) => {
  const session = requireSession(call);
  const { password, emailCode, code } = call.body;
  const keyed = { body: call.body, secret: true, whenForgotten: 'two_factor_already_on' } as const;
  return runOnce(services, call, {
    session,
    keyed,
    before: () => requirePassword(services, call, { session, password }),
    work: (trx) => bindTwoFactor(trx, services, call, { session, emailCode, code }),
  });
};
