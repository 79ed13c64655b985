// The mails of the outbox as the operator reads them where no mail server is configured.
import type { Db } from '#server/platform/db/kysely.ts';

const PAGE = 50;

export interface MailLine {
  id: string;
  at: Date;
  recipient: string;
  subject: string;
}

export interface KeptMail extends MailLine {
  kind: string;
  culture: string;
  body: string;
  html: string;
  /** The rendered message; null until the job has rendered it, which takes seconds. */
  eml: string | null;
  /** Set if its code or link has expired and was removed from it. */
  wipedAt: Date | null;
}

/** One page of the mails, newest first; those after a mail if its id is given. */
export async function listMails(db: Db, after: string | null): Promise<{ mails: MailLine[]; more: boolean }> {
  let query = db
    .selectFrom('mails')
    .select(['id', 'created_at', 'recipient', 'subject'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1);
  const last = after === null ? undefined : await findMail(db, after);
  if (last !== undefined && last !== null) {
    query = query.where((any) =>
      any.or([any('created_at', '<', last.at), any.and([any('created_at', '=', last.at), any('id', '<', last.id)])]),
    );
  }
  const rows = await query.execute();
  const mails = rows
    .slice(0, PAGE)
    .map((row) => ({ id: row.id, at: row.created_at, recipient: row.recipient, subject: row.subject }));
  return { mails, more: rows.length > PAGE };
}

/** One mail; null if no mail has this id. */
export async function findMail(db: Db, id: string): Promise<KeptMail | null> {
  const row = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const { kind, culture, recipient, subject, body, html, eml } = row;
  return { id: row.id, at: row.created_at, kind, culture, recipient, subject, body, html, eml, wipedAt: row.wiped_at };
}
