import { runOnce } from '#server/domain/requests/run-once.ts';
import { beginSignIn } from '#server/domain/sign-in/passkey-sign-in.ts';
import type { Handler } from './handler.ts';

/** F-02 with a passkey: what the device is asked. */
export const beginPasskeySignIn: Handler<'beginPasskeySignIn'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    keyed: { body: null, secret: true, whenForgotten: 'request_running' },
    work: (trx) => beginSignIn(trx, services),
  });
