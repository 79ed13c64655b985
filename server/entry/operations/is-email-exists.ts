import { checkEmailProof } from '#server/domain/codes/email-proof.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Handler } from './handler.ts';

/** F-03: whether an address belongs to a member; answered only to a caller who has proven it with a code (D-15). */
export const isEmailExists: Handler<'isEmailExists'> = async (services, call) => {
  const { email } = call.query;
  if ((await checkEmailProof(services.db, services, call, email)) !== 'proven') throw new Problem('email_not_verified');
  const member = await services.db
    .selectFrom('members')
    .select('id')
    .where('email_key', '=', nameKey(email))
    .executeTakeFirst();
  return { status: 200, body: { existed: member !== undefined } };
};
