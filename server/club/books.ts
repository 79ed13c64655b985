import type { Db } from '#server/db/kysely.ts';
import { Problem } from '#server/problems.ts';

/** Since when no money moves, because a check found that the books don't agree (security rule 17); null where they do. */
export async function booksStoppedAt(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('club_state').select('books_stopped_at').executeTakeFirstOrThrow();
  return row.books_stopped_at;
}

/** @throws Problem books_stopped while the books don't agree */
export async function refuseStoppedBooks(db: Db): Promise<void> {
  if ((await booksStoppedAt(db)) !== null) throw new Problem('books_stopped');
}
