import { runOnce } from '#server/domain/requests/run-once.ts';
import { sendBindingCode } from '#server/domain/second-factor/two-factor-binding.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-07: mails the code that setting up an app requires to the verified address (S-08). */
export const sendTwoFactorCode: Handler<'sendTwoFactorCode'> = async (services, call) => {
  const session = requireSession(call);
  return runOnce(services, call, {
    session,
    keyed: { body: null, secret: false, whenForgotten: 'two_factor_already_on' },
    work: (trx) => sendBindingCode(trx, services, call, session),
  });
};
