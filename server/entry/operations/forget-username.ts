import { ASKING_COOKIE } from '#server/domain/codes/asking-browser.ts';
import { mailUsername } from '#server/domain/email-address/email-verification.ts';
import { cookieHash } from '#server/domain/requests/requests.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** F-05: with a right code the username goes to the address by mail. */
export const forgetUsername: Handler<'forgetUsername'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    keyed: {
      body: { ...call.body, asking: cookieHash(call, ASKING_COOKIE) },
      secret: false,
      whenForgotten: 'code_expired',
    },
    work: (trx) => mailUsername(trx, services, call, call.body),
  });
