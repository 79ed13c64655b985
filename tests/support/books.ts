import { setTimeout as sleep } from 'node:timers/promises';
import { checkBooks, type BooksCheck, type CheckOptions } from '#server/domain/ledger/check-books.ts';
import type { Db } from '#server/platform/db/kysely.ts';

const PAUSE_MS = 100;
/** Much longer than a check of a small club takes, on a machine however busy. */
const PATIENCE_MS = 120_000;

/**
 * What a check of the books finds beside servers that check and post themselves: where one of them is in the way, it
 * is tried again.
 */
export async function checkBesideServers(db: Db, options: CheckOptions): Promise<BooksCheck> {
  const end = Date.now() + PATIENCE_MS;
  let check = await checkBooks(db, options);
  while (check.kind === 'busy' && Date.now() < end) {
    await sleep(PAUSE_MS);
    check = await checkBooks(db, options);
  }
  return check;
}
