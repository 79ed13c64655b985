import {
  prepareReset,
  RECOVERY_COOKIE,
  RESET_COOKIE,
  resetPassword as setPassword,
} from '#server/domain/passwords/password-recovery.ts';
import { cookieHash } from '#server/domain/requests/requests.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** F-04: sets the password with the cookie's grant; signs nobody in (S-04 and S-12). */
export const resetPassword: Handler<'resetPassword'> = async (services, call) => {
  let passwordHash = '';
  const answer = await runOnce(services, call, {
    session: null,
    keyed: {
      body: { ...call.body, recovery: cookieHash(call, RECOVERY_COOKIE) },
      secret: true,
      whenForgotten: 'recovery_expired',
    },
    before: async () => {
      passwordHash = await prepareReset(services, call, call.body);
    },
    work: (trx) => setPassword(trx, services, call, passwordHash),
  });
  call.cookies.clear(RESET_COOKIE);
  call.cookies.clear(RECOVERY_COOKIE);
  return answer;
};
