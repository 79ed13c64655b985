import { ASKING_COOKIE } from '#server/domain/codes/asking-browser.ts';
import { proveAddress } from '#server/domain/email-address/email-verification.ts';
import { cookieHash } from '#server/domain/requests/requests.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** F-03: a right code issues the proof of an address, in the answer and in a cookie. */
export const verifyEmailNoLogin: Handler<'verifyEmailNoLogin'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    keyed: {
      body: { ...call.body, asking: cookieHash(call, ASKING_COOKIE) },
      secret: true,
      whenForgotten: 'code_expired',
    },
    work: (trx) => proveAddress(trx, services, call, call.body),
  });
