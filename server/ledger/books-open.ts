// Money stands still while the books don't agree (security rule 17).
import type { Db, Trx } from '#server/db/kysely.ts';

/** The books disagree, so nothing may move until somebody has looked; told to members as `books_stopped`. */
export class BooksStopped extends Error {
  override readonly name = 'BooksStopped';
  readonly since: Date;

  constructor(since: Date) {
    super(`the books have been stopped since ${since.toISOString()}`);
    this.since = since;
  }
}

/** First thing in every transaction that moves money. @throws BooksStopped */
export async function assertBooksOpen(db: Db | Trx): Promise<void> {
  const { books_stopped_at: since } = await db.selectFrom('club_state').select('books_stopped_at').executeTakeFirstOrThrow();
  if (since !== null) throw new BooksStopped(since);
}
