// The club's place: the origin where people reach it, and whether it is served on this machine alone. The server knows
// this from its settings and stores it in the database, so that a process without them does not take the club for
// another one (decision 0030).
import type { Config } from '#server/platform/config/config.ts';
import { isLoopback } from '#server/platform/config/hosts.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { StartRefused } from '#server/platform/system/one-line-error.ts';

interface ClubPlace {
  publicOrigin: string;
  /** Whether it is served on this machine alone, with everything that is published or has no value (`Config.demo`). */
  atHome: boolean;
}

type Settings = Pick<Config, 'publicOrigin' | 'demo'>;

/**
 * Records the club's place at each start of a server. A club that others have reached never becomes a local one again:
 * it would be filled with the demo club, or its mails would be shown on a page.
 *
 * @throws StartRefused if a server with other settings has opened the club to others
 */
export async function settlePlace(
  db: Db,
  { publicOrigin, demo }: Settings,
  log: (line: string) => void,
): Promise<void> {
  const before = await readPlace(db);
  if (before !== null && !before.atHome && demo) {
    throw new StartRefused(
      `this database belongs to the club ${before.publicOrigin}, which others reach; start it with ${settingsOf(before)}, or set another DATA_DIR`,
    );
  }
  if (before !== null && !isSameOrigin(before.publicOrigin, publicOrigin))
    log(`the club is reached at ${publicOrigin} from now on; before, it was ${before.publicOrigin}`);
  await db.updateTable('club_state').set({ public_origin: publicOrigin, at_home: demo }).execute();
}

/**
 * Makes sure that a command has the settings of the club's server: they determine its links, its chains and its mail
 * server.
 *
 * @throws StartRefused if they belong to another club, or if no server has started on the database yet
 */
export async function requirePlace(db: Db, { publicOrigin, demo }: Settings): Promise<void> {
  const place = await readPlace(db);
  if (place === null)
    throw new StartRefused('no server has started on this database yet; start Perch on it once, with its own settings');
  const sameHome = place.atHome || !demo;
  if (sameHome && isSameOrigin(place.publicOrigin, publicOrigin)) return;
  throw new StartRefused(
    `this is the club ${place.publicOrigin}, and the command has other settings (${publicOrigin}): run it with those of the club's server, including ${settingsOf(place)}`,
  );
}

async function readPlace(db: Db): Promise<ClubPlace | null> {
  const { public_origin: publicOrigin, at_home: atHome } = await db
    .selectFrom('club_state')
    .select(['public_origin', 'at_home'])
    .executeTakeFirstOrThrow();
  return publicOrigin === null || atHome === null ? null : { publicOrigin, atHome };
}

function settingsOf({ publicOrigin, atHome }: ClubPlace): string {
  return `${atHome ? '' : 'NODE_ENV=production and '}PUBLIC_ORIGIN=${publicOrigin}`;
}

/** Links within this machine work whatever the port. */
function isSameOrigin(one: string, other: string): boolean {
  return one === other || (isLoopback(new URL(one).hostname) && isLoopback(new URL(other).hostname));
}
