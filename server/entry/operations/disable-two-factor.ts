import { runOnce } from '#server/domain/requests/run-once.ts';
import { requirePassword } from '#server/domain/second-factor/step-up.ts';
import { unbindTwoFactor } from '#server/domain/second-factor/two-factor-binding.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-07: removing the app requires the password and a current code (S-08). */
export const disableTwoFactor: Handler<'disableTwoFactor'> = async (services, call) => {
  const session = requireSession(call);
  const { password, method, code } = call.body;
  const keyed = { body: call.body, secret: false, whenForgotten: 'two_factor_already_off' } as const;
  return runOnce(services, call, {
    session,
    keyed,
    before: () => requirePassword(services, call, { session, password }),
    work: (trx) => unbindTwoFactor(trx, services, call, { session, method, code }),
  });
};
