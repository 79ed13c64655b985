import { runOnce } from '#server/domain/requests/run-once.ts';
import { requirePassword } from '#server/domain/second-factor/step-up.ts';
import { renewRecoveryCodes as renew } from '#server/domain/second-factor/two-factor-binding.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-07: new recovery codes require what removing the app does (S-08). The answer contains them. */
export const renewRecoveryCodes: Handler<'renewRecoveryCodes'> = async (services, call) => {
  const session = requireSession(call);
  const { password, method, code } = call.body;
  return runOnce(services, call, {
    session,
    // The codes are not shown again: whoever asks late asks for the outcome, which says so.
    keyed: { body: call.body, secret: true, whenForgotten: 'request_running' },
    before: () => requirePassword(services, call, { session, password }),
    work: (trx) => renew(trx, services, call, { session, method, code }),
  });
};
