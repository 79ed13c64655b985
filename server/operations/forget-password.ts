import { beginRecovery } from '#server/accounts/password-recovery.ts';
import type { Handler } from '#server/contract/types.ts';
import { runOnce } from '#server/requests/run-once.ts';

/** F-04: begins a recovery; the answer is the same whoever is asked for (D-15). */
export const forgetPassword: Handler<'forgetPassword'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    keyed: { body: call.body, secret: true, whenForgotten: 'idempotency_key_reused' },
    work: (trx) => beginRecovery(trx, services, call, call.body),
  });
