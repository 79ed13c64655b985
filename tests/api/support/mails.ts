// What members find in their mailboxes: the newest code or link of the outbox, read as a person reads it.
import type { World } from './world.ts';

/** The mails to an address, oldest first; of one kind if it is given. */
export async function mailsTo(world: World, address: string, kind?: string) {
  const rows = await world.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', address)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.filter((row) => kind === undefined || row.kind === kind);
}

/** The code of the newest mail of a kind to an address. */
export async function codeTo(world: World, address: string, kind: string): Promise<string> {
  const body = (await mailsTo(world, address, kind)).at(-1)?.body ?? '';
  const code = /^\d{6}$/m.exec(body)?.[0];
  if (code === undefined) throw new Error(`no ${kind} with a code went to ${address}`);
  return code;
}

/** The link of the newest mail of a kind to an address. */
export async function linkTo(world: World, address: string, kind: string): Promise<URL> {
  const body = (await mailsTo(world, address, kind)).at(-1)?.body ?? '';
  const link = /^https:\S+$/m.exec(body)?.[0];
  if (link === undefined) throw new Error(`no ${kind} with a link went to ${address}`);
  return new URL(link);
}

/** The token of a mailed link, as its page reads it from the URL (SRC §5). */
export function tokenIn({ hash }: URL): string {
  const [, token] = /^#token=(\S+)$/.exec(hash) ?? [];
  if (token === undefined) throw new Error(`no token stands behind ${hash}`);
  return token.replaceAll(/%2F/gi, '+');
}

/** The tokens of the links in a mail's text that freeze an account. */
export function freezeTokensIn(body = ''): string[] {
  const links = [...body.matchAll(/https:\S+/g)].map(([address]) => new URL(address));
  return links.filter(({ pathname }) => pathname === '/Freeze').map(tokenIn);
}

/** A code that is not the given one. */
export function otherCode(code: string, step = 1): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, '0');
}
