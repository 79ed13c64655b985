import { RECOVERY_COOKIE, resendRecoveryCode } from '#server/domain/passwords/password-recovery.ts';
import { cookieHash } from '#server/domain/requests/requests.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** F-04: another code for the recovery that the browser is in (SRC §7: the address is a query parameter). */
export const sendResetPasswordCodeByEmail: Handler<'sendResetPasswordCodeByEmail'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    keyed: {
      body: { email: call.query.email, recovery: cookieHash(call, RECOVERY_COOKIE) },
      secret: true,
      whenForgotten: 'recovery_expired',
    },
    work: (trx) => resendRecoveryCode(trx, services, call, call.query.email),
  });
