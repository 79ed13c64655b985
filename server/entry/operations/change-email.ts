import { confirmEmailChange } from '#server/domain/email-address/email-change.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import { sqlState } from '#server/platform/db/kysely.ts';
import type { Handler } from './handler.ts';

const UNIQUE_VIOLATION = '23505';

/** F-06, third step: the code of the new address makes it the address of the account (D-17). */
export const changeEmail: Handler<'changeEmail'> = async (services, call) => {
  const session = requireSession(call);
  try {
    return await runOnce(services, call, {
      session,
      keyed: { body: call.body, secret: false, whenForgotten: 'code_expired' },
      work: (trx) => confirmEmailChange(trx, services, call, { session, ...call.body }),
    });
  } catch (error) {
    // Somebody else proved the same address in the same moment; of two the database takes one.
    if (sqlState(error) === UNIQUE_VIOLATION) throw new Problem('email_taken');
    throw error;
  }
};
