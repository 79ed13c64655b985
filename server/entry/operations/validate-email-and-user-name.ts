import { grantReset, RECOVERY_COOKIE } from '#server/domain/passwords/password-recovery.ts';
import { cookieHash } from '#server/domain/requests/requests.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** F-04: a right code issues the grant to set a new password, in a cookie (S-04). The browser stays in its recovery. */
export const validateEmailAndUserName: Handler<'validateEmailAndUserName'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    keyed: {
      body: { ...call.body, recovery: cookieHash(call, RECOVERY_COOKIE) },
      secret: true,
      whenForgotten: 'code_expired',
    },
    work: (trx) => grantReset(trx, services, call, call.body),
  });
