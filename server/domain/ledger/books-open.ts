// Money stops while the books do not agree (S-17).
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** The books disagree, so nothing may move until somebody has looked; members get `books_stopped`. */
export class BooksStopped extends Error {
  override readonly name = 'BooksStopped';
  readonly since: Date;

  constructor(since: Date) {
    super(`the books have been stopped since ${since.toISOString()}`);
    this.since = since;
  }
}

/** Since when money is stopped, and what was found then. */
export interface BooksStop {
  since: Date;
  findings: string[];
}

/** What stopped the books; null if they are open. */
export async function readBooksStop(db: Db | Trx): Promise<BooksStop | null> {
  const { books_stopped_at: since } = await db
    .selectFrom('club_state')
    .select('books_stopped_at')
    .executeTakeFirstOrThrow();
  if (since === null) return null;
  const event = await db
    .selectFrom('audit_events')
    .select('details')
    .where('kind', '=', 'books_stopped')
    .where('at', '=', since)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  // Written by checkBooks, in the transaction that stopped them.
  const { violations = [] } = (event?.details ?? {}) as { violations?: string[] };
  return { since, findings: violations };
}

/** The first step of every transaction that moves money. @throws BooksStopped */
export async function assertBooksOpen(db: Db | Trx): Promise<void> {
  const { books_stopped_at: since } = await db
    .selectFrom('club_state')
    .select('books_stopped_at')
    .executeTakeFirstOrThrow();
  if (since !== null) throw new BooksStopped(since);
}
