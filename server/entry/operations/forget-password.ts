import { beginRecovery } from '#server/domain/passwords/password-recovery.ts';
import { cookieHash } from '#server/domain/requests/requests.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { BROWSER_COOKIE } from '#server/domain/sessions/browsers.ts';
import type { Handler } from './handler.ts';

/** F-04: begins a recovery; the answer is the same for every account (D-15). */
export const forgetPassword: Handler<'forgetPassword'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    // Names and addresses are not secret. If the browser has signed in before, its own cookie distinguishes a
    // repetition from a stranger's call.
    keyed: {
      body: { ...call.body, browser: cookieHash(call, BROWSER_COOKIE) },
      secret: true,
      whenForgotten: 'idempotency_key_reused',
    },
    work: (trx) => beginRecovery(trx, services, call, call.body),
  });
