import { changePassword as setPassword, prepareChange } from '#server/domain/passwords/password-change.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** F-08: changes the member's own password; all other sessions end (D-17). */
export const changePassword: Handler<'changePassword'> = async (services, call) => {
  const session = requireSession(call);
  let prepared = { presentHash: '', newHash: '' };
  return runOnce(services, call, {
    session,
    keyed: { body: call.body, secret: true, whenForgotten: 'password_incorrect' },
    before: async () => {
      prepared = await prepareChange(services, call, { session, ...call.body });
    },
    work: (trx) => setPassword(trx, services, call, { session, prepared, secondFactor: call.body.secondFactor }),
  });
};
