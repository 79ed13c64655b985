// Where the codes of mails are read: in the database of a club on PostgreSQL, or on the outbox page of one on this
// machine.
import type { Db } from '#server/platform/db/kysely.ts';
import type { Mailbox } from './acts.ts';
import { Lost, type Where } from './calls.ts';

const CODE = /^\d{6}$/m;

export function mailboxOf(db: Db): Mailbox {
  return {
    code: async (email) => {
      const newest = await newestTo(db, email).catch((error: unknown) => {
        // Nobody reads mails in a database that is away.
        throw new Lost(String(error));
      });
      return CODE.exec(newest?.body ?? '')?.[0] ?? null;
    },
  };
}

function newestTo(db: Db, email: string) {
  return db
    .selectFrom('mails')
    .select('body')
    .where('recipient', '=', email)
    .where('kind', 'like', '%Code')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The page lists the newest fifty mails of everybody; a code is asked for at once, so it is among them. */
export function outboxPage(where: Where): Mailbox {
  const page = (path: string) =>
    fetch(`${where.origin()}${path}`)
      .then((response) => response.text())
      .catch((error: unknown) => {
        throw new Lost(String(error));
      });
  return {
    code: async (email) => {
      const list = await page('/outbox');
      const rows = [...list.matchAll(new RegExp(`<td>${email}</td><td><a href="(/outbox/[0-9a-f-]+)">`, 'g'))];
      for (const [, path = ''] of rows) {
        const code = CODE.exec(textOf(await page(path)))?.[0];
        if (code !== undefined) return code;
      }
      return null;
    },
  };
}

/** The mail's text, in which the code has its own line. */
function textOf(page: string): string {
  return /<pre[^>]*>([^]*?)<\/pre>/.exec(page)?.[1] ?? '';
}
