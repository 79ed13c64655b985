// Where the club is: at which origin people reach it, and whether it stays at home. The server knows by its settings and keeps it in the
// database, so that a process without them doesn't take the club for another one (decision 0030).
import type { Config } from '#server/platform/config/config.ts';
import { isLoopback } from '#server/platform/config/hosts.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { StartRefused } from '#server/platform/system/one-line-error.ts';

interface ClubPlace {
  publicOrigin: string;
  /** Whether it is served on this machine alone, with all that is published or worth nothing (`Config.demo`). */
  atHome: boolean;
}

type Settings = Pick<Config, 'publicOrigin' | 'demo'>;

/**
 * Keeps where the club is, at each start of a server. A club that others have reached never comes home: the demo club would be filled
 * into it, or its mails shown on a page.
 *
 * @throws StartRefused where a server with other settings has made it a club that others reach
 */
export async function settlePlace(db: Db, { publicOrigin, demo }: Settings, log: (line: string) => void): Promise<void> {
  const before = await readPlace(db);
  if (before !== null && !before.atHome && demo) {
    throw new StartRefused(`this database is that of the club ${before.publicOrigin}, which others reach; start it with ${settingsOf(before)}, or set another DATA_DIR`);
  }
  if (before !== null && !isSameOrigin(before.publicOrigin, publicOrigin)) log(`the club is reached at ${publicOrigin} from now on; it was ${before.publicOrigin}`);
  await db.updateTable('club_state').set({ public_origin: publicOrigin, at_home: demo }).execute();
}

/**
 * Makes sure that a command was given the settings of the club's server: its links, its chains and its mail server are made of them.
 *
 * @throws StartRefused where they are another club's, or where no server has started on the database yet
 */
export async function requirePlace(db: Db, { publicOrigin, demo }: Settings): Promise<void> {
  const place = await readPlace(db);
  if (place === null) throw new StartRefused('no server has started on this database yet; start Perch on it once, with its own settings');
  const sameHome = place.atHome || !demo;
  if (sameHome && isSameOrigin(place.publicOrigin, publicOrigin)) return;
  throw new StartRefused(`this is the club ${place.publicOrigin}, and the command has other settings (${publicOrigin}): run it with those of the club's server, ${settingsOf(place)} among them`);
}

async function readPlace(db: Db): Promise<ClubPlace | null> {
  const { public_origin: publicOrigin, at_home: atHome } = await db.selectFrom('club_state').select(['public_origin', 'at_home']).executeTakeFirstOrThrow();
  return publicOrigin === null || atHome === null ? null : { publicOrigin, atHome };
}

function settingsOf({ publicOrigin, atHome }: ClubPlace): string {
  return `${atHome ? '' : 'NODE_ENV=production and '}PUBLIC_ORIGIN=${publicOrigin}`;
}

/** Links within this machine lead to the same one whatever the port. */
function isSameOrigin(one: string, other: string): boolean {
  return one === other || (isLoopback(new URL(one).hostname) && isLoopback(new URL(other).hostname));
}
