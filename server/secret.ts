import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { keyedHash, type Keys } from './crypto/keys.ts';
import type { Db } from './db/kysely.ts';
import type { Random } from './random.ts';

const SECRET_BYTES = 32;
const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;

/**
 * The secret all keys are made of: the configured one, or one generated once into `secret.key` of the data folder (mode 0600).
 * Call it after the database is opened, since opening takes the folder's lock.
 *
 * @throws Error where the key file is damaged
 */
export async function loadSecret(config: Config, random: Random): Promise<string> {
  if (config.secret !== null) return config.secret;
  const file = join(config.dataDir, 'secret.key');
  const existing = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (existing !== null) {
    if (!SECRET_FORM.test(existing.trim())) throw new Error(`${file} is damaged: it should hold 43 characters of base64url`);
    return existing.trim();
  }
  const secret = random.bytes(SECRET_BYTES).toString('base64url');
  await mkdir(config.dataDir, { recursive: true });
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return secret;
}

/**
 * Makes sure that the database was made with this secret; the first start leaves its mark.
 * Under another secret no second factor would open any more, which must not come out one member at a time.
 *
 * @throws Error with one clear line where the secret is another one
 */
export async function checkSecret(db: Db, keys: Keys): Promise<void> {
  const mark = keyedHash(keys.check, 'perch');
  await db.updateTable('club_state').set({ key_check: mark }).where('key_check', 'is', null).execute();
  const { key_check: stored } = await db.selectFrom('club_state').select('key_check').executeTakeFirstOrThrow();
  if (stored === null || !stored.equals(mark)) {
    throw new Error('the secret key is not the one this database was made with (PERCH_SECRET, or secret.key in the data folder)');
  }
}
