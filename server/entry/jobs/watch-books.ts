import { checkBooks } from '#server/domain/ledger/check-books.ts';
import type { Services } from '#server/domain/services/services.ts';

/**
 * Checks the books, which stops money if they disagree (S-17).
 *
 * @throws Error naming what was found, so that the log says so every minute until somebody has looked
 */
export async function watchBooks({ db, clock }: Services, { full }: { full: boolean }): Promise<void> {
  const found = await checkBooks(db, { now: clock.now(), full });
  if (found.kind === 'disagree')
    throw new Error(`the books disagree, money is stopped: ${found.violations.join('; ')}`);
}
