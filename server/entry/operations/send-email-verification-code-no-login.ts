import { sendAddressCode } from '#server/domain/email-address/email-verification.ts';
import { cookieHash } from '#server/domain/requests/requests.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { BROWSER_COOKIE } from '#server/domain/sessions/browsers.ts';
import type { Handler } from './handler.ts';

/** F-03 and F-05: a code to an address before signing in; the answer is the same for every address (D-15). */
export const sendEmailVerificationCodeNoLogin: Handler<'sendEmailVerificationCodeNoLogin'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    // The cookie of the asking browser is in the answer, so a repetition may lack it. As with `forgetPassword`, the
    // browser's own cookie distinguishes a repetition from a stranger's call, if it has signed in before.
    keyed: {
      body: { ...call.body, browser: cookieHash(call, BROWSER_COOKIE) },
      secret: true,
      whenForgotten: 'idempotency_key_reused',
    },
    work: (trx) => sendAddressCode(trx, services, call, call.body),
  });
