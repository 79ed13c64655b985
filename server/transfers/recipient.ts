import type { components } from '#openapi/api.gen.d.ts';
import { nameKey } from '#server/accounts/members.ts';
import { firstLetter } from '#server/accounts/short-names.ts';
import type { CallContext } from '#server/contract/types.ts';
import type { Db, Trx } from '#server/db/kysely.ts';
import { Problem } from '#server/problems.ts';
import { fieldSentence } from '#server/texts.ts';

/**
 * The member of a user name, whatever its letter case, as another member may see them (D-15).
 *
 * @throws Problem user_not_found, recipient_self
 */
export async function recipientOf(
  db: Db | Trx,
  call: CallContext,
  wanted: { memberId: string; username: string; field: 'username' | 'recipient' },
): Promise<{ id: string; shown: components['schemas']['Recipient'] }> {
  const { memberId, username, field } = wanted;
  const row = await db.selectFrom('members').select(['id', 'username', 'name']).where('username_key', '=', nameKey(username.trim())).executeTakeFirst();
  if (row === undefined) throw new Problem('user_not_found', { errors: { [field]: [fieldSentence(call.culture, 'userNotFound')] } });
  if (row.id === memberId) throw new Problem('recipient_self');
  return { id: row.id, shown: { username: row.username, name: firstLetter(row.name) } };
}
