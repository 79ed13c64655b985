// What somebody with a mailbox finds there: the newest code or link, read as a person reads it.
import { holdsWithin } from '#walk/browser/patience.ts';
import type { Club } from './club.ts';

/** On a busy machine a mail takes that long; nobody waits for it where all goes well. */
const PATIENCE_MS = 30_000;

/** The text of the newest mail to `address` in which `wanted` occurs. Throws when none comes. */
async function newest(club: Club, address: string, wanted: RegExp, after: number): Promise<string> {
  let found: string | undefined;
  const hasCome = await holdsWithin(PATIENCE_MS, async () => {
    const mails = await club.db
      .selectFrom('mails')
      .select(['body'])
      .where('recipient', '=', address)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    const fresh = mails.slice(0, Math.max(0, mails.length - after));
    found = fresh.map(({ body }) => wanted.exec(body)?.[0]).find((text) => text !== undefined);
    return found !== undefined;
  });
  if (!hasCome || found === undefined) throw new Error(`No mail to ${address} has ${wanted.source}.`);
  return found;
}

/** How many mails `address` has got so far, to tell a new one from an old one. */
export async function mailsTo(club: Club, address: string): Promise<number> {
  return (await club.db.selectFrom('mails').select('id').where('recipient', '=', address).execute()).length;
}

/** The six digits of the newest mail to `address`; with `after`, of one that came after so many. */
export function codeTo(club: Club, address: string, after = 0): Promise<string> {
  return newest(club, address, /\b\d{6}\b/, after);
}

/** The link of the newest mail to `address` that leads to `path`, as its path, search and fragment. */
export async function linkTo(club: Club, address: string, path: string, after = 0): Promise<string> {
  const link = await newest(club, address, new RegExp(`https?://\\S*${path}\\S*`), after);
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
}
