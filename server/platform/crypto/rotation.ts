// Replaces the secret: encrypted values are encrypted again; hashes are either accepted with both keys or dropped.
// Decision 0031.
import { sql } from 'kysely';
import type { Trx } from '#server/platform/db/kysely.ts';
import { StartRefused } from '#server/platform/system/one-line-error.ts';
import type { Random } from '#server/platform/system/random.ts';
import { keyedHash, type Keys, type PurposeKeys } from './keys.ts';
import { seal, unseal } from './seal.ts';

type Purpose = keyof PurposeKeys;

/**
 * What happens to everything made with a key, and what the operator is told about it; `null` if nobody would notice.
 */
export const FATES: Readonly<
  Record<Purpose, { fate: 'sealed again' | 'either' | 'kept' | 'let go'; told: string | null }>
> = {
  twoFactorSecret: { fate: 'sealed again', told: null },
  answer: { fate: 'sealed again', told: null },
  pushKey: { fate: 'sealed again', told: null },
  retired: { fate: 'sealed again', told: null },
  recoveryCode: { fate: 'kept', told: 'recovery codes stay good; the key by which they were hashed is kept, sealed' },
  request: { fate: 'either', told: null },
  browser: {
    fate: 'either',
    told: 'browsers that sign in before the old secret is taken away stay known; others are told as new once',
  },
  check: { fate: 'either', told: null },
  twoFactorOffer: { fate: 'let go', told: 'an authenticator that was being bound is offered again' },
  throttle: { fate: 'let go', told: 'waits after wrong passwords start over' },
  emailAddress: { fate: 'let go', told: 'email codes and recoveries under way end, and their limits start over' },
  emailCode: { fate: 'let go', told: null },
};

/** Every column with encrypted values. Owner: the text that was given to `seal`. */
export const SEALED_COLUMNS: readonly { table: string; column: string; purpose: Purpose; owner: string }[] = [
  { table: 'two_factor', column: 'secret_sealed', purpose: 'twoFactorSecret', owner: 'member_id::text' },
  { table: 'requests', column: 'answer_sealed', purpose: 'answer', owner: "scope || ' ' || key" },
  { table: 'retired_keys', column: 'key_sealed', purpose: 'retired', owner: 'id::text' },
  { table: 'push_keys', column: 'private_sealed', purpose: 'pushKey', owner: 'id::text' },
];

const ROWS_AT_ONCE = 1000;

/** An arbitrary number: the advisory lock for a change of the secret. */
const ROTATION_LOCK = 7_265_005;

/** Keeps other processes from changing the secret until the transaction ends; false if one of them is changing it. */
export async function lockRotation(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`SELECT pg_try_advisory_xact_lock(${ROTATION_LOCK}::bigint) AS locked`.execute(trx);
  return rows[0]?.locked === true;
}

/**
 * Encrypts with the keys in use everything that was encrypted with the previous ones, and leaves the mark of the secret
 * in use. It is one transaction: if it is interrupted, both secrets stay valid and it can be run again. Run again after
 * its end, it converts what a process that only knew the previous secret has made meanwhile. The rotation must be
 * locked (`lockRotation`).
 *
 * @returns how many values were encrypted again
 * @throws StartRefused if the database belongs to a secret that is neither of the two
 */
export async function reencryptAll(
  trx: Trx,
  options: { keys: Keys & { previous: PurposeKeys }; random: Random; now: Date },
): Promise<number> {
  const { keys, random, now } = options;
  const present = markOf(keys);
  const { key_check: mark } = await trx.selectFrom('club_state').select('key_check').executeTakeFirstOrThrow();
  // Another process has introduced a third secret since these keys were read.
  if (mark !== null && !mark.equals(present) && !mark.equals(markOf(keys.previous)))
    throw new StartRefused(
      'the secret in the database is neither of the two that this process knows; restart it with the right ones',
    );
  let sealed = 0;
  for (const place of SEALED_COLUMNS) sealed += await sealColumn(trx, place, { keys, random });
  // Nothing was made with the previous secret since the last run.
  if (mark?.equals(present) === true && sealed === 0) return 0;
  await retireRecoveryKey(trx, { keys, random, now });
  await trx.updateTable('club_state').set({ key_check: present, key_check_next: null }).execute();
  return sealed;
}

/** The mark that a secret leaves in the database. */
export function markOf(keys: PurposeKeys): Buffer {
  return keyedHash(keys.check, 'perch');
}

/** The keys of earlier secrets by which recovery codes were hashed. */
export async function readRetiredKeys(
  trx: Pick<Trx, 'selectFrom'>,
  open: (sealed: Buffer, owner: string) => Buffer,
): Promise<Buffer[]> {
  const rows = await trx.selectFrom('retired_keys').select(['id', 'key_sealed']).orderBy('retired_at').execute();
  return rows.map((row) => open(row.key_sealed, row.id));
}

async function sealColumn(
  trx: Trx,
  place: (typeof SEALED_COLUMNS)[number],
  { keys, random }: { keys: Keys & { previous: PurposeKeys }; random: Random },
): Promise<number> {
  const [table, column, owner] = [sql.table(place.table), sql.ref(place.column), sql.raw(place.owner)];
  const { rows } = await sql<{
    owner: string;
    sealed: Buffer;
  }>`SELECT ${owner} AS owner, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL FOR UPDATE`.execute(trx);
  const old = rows.flatMap(({ owner: name, sealed }) => {
    if (opens(keys[place.purpose], sealed, name)) return [];
    const plain = unseal(keys.previous[place.purpose], sealed, name);
    return [{ owner: name, sealed: seal(keys[place.purpose], plain, { owner: name, random }) }];
  });
  for (let from = 0; from < old.length; from += ROWS_AT_ONCE) {
    const some = old.slice(from, from + ROWS_AT_ONCE);
    const values = sql.join(some.map((row) => sql`(${row.owner}::text, ${row.sealed}::bytea)`));
    await sql`UPDATE ${table} SET ${column} = v.sealed FROM (VALUES ${values}) AS v (owner, sealed) WHERE ${owner} = v.owner`.execute(
      trx,
    );
  }
  return old.length;
}

function opens(key: Buffer, sealed: Buffer, owner: string): boolean {
  try {
    unseal(key, sealed, owner);
    return true;
  } catch {
    return false;
  }
}

/** Keeps the keys of existing codes; keys that no code was hashed with any more are forgotten. */
async function retireRecoveryKey(
  trx: Trx,
  { keys, random, now }: { keys: Keys & { previous: PurposeKeys }; random: Random; now: Date },
): Promise<void> {
  const id = random.uuid();
  const key_sealed = seal(keys.retired, keys.previous.recoveryCode, { owner: id, random });
  await trx.insertInto('retired_keys').values({ id, key_sealed, retired_at: now }).execute();
  await trx
    .deleteFrom('retired_keys')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recovery_codes')
            .select('member_id')
            .whereRef('recovery_codes.created_at', '<=', 'retired_keys.retired_at'),
        ),
      ),
    )
    .execute();
}
