// Money stops while the books do not agree (S-17), and after a restore until an operator has accepted them.
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/**
 * The books disagree, or were put back and lack what has happened since; so nothing may move until somebody has looked.
 * Members get `books_stopped`.
 */
export class BooksStopped extends Error {
  override readonly name = 'BooksStopped';
  readonly since: Date;

  constructor(since: Date, restored = false) {
    super(
      restored
        ? `the club was put back at ${since.toISOString()} and lacks what has happened before that; see: restored show`
        : `the books have been stopped since ${since.toISOString()}`,
    );
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
  refuseStopped(
    await db.selectFrom('club_state').select(['books_stopped_at', 'restored_at']).executeTakeFirstOrThrow(),
  );
}

/** What stops money, as the club's state has it. */
export interface BooksState {
  books_stopped_at: Date | null;
  restored_at: Date | null;
}

/** The same of a state that was read in the transaction already. @throws BooksStopped */
export function refuseStopped({ books_stopped_at: since, restored_at: restoredAt }: BooksState): void {
  if (since !== null) throw new BooksStopped(since);
  if (restoredAt !== null) throw new BooksStopped(restoredAt, true);
}

/** Waits for work that moves money; returns false if the books were stopped instead. */
export async function unlessBooksStopped(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof BooksStopped) return false;
      throw error;
    },
  );
}

/** Whether money may move. */
export function booksAreOpen(db: Db | Trx): Promise<boolean> {
  return unlessBooksStopped(assertBooksOpen(db));
}

/**
 * The same for money that comes in: after a restore, what the chain says of deposits is put into the books again, so
 * that the operator compares all of it. @throws BooksStopped if they disagree
 */
export async function assertBooksAgree(db: Db | Trx): Promise<void> {
  const { books_stopped_at: since } = await db
    .selectFrom('club_state')
    .select('books_stopped_at')
    .executeTakeFirstOrThrow();
  if (since !== null) throw new BooksStopped(since);
}
