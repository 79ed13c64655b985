import { readClubState, type ClubState } from '#server/domain/club/state.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import type { Handler } from './handler.ts';

/** How long the database may take to answer before it counts as unreachable: supervisors wait no longer. */
const LONGEST_MS = 2_000;
const UNKNOWN: ClubState = { maintenance: false, maintenanceUntil: null, demoFilledAt: null };

/** D-23: whether the club is open; answers during maintenance too, and while the database is unreachable. */
export const getStatus: Handler<'getStatus'> = async (services) => {
  const { config, db, clock, chain } = services;
  const known = await knownState(db);
  const { maintenance, maintenanceUntil, demoFilledAt } = known ?? UNKNOWN;
  return {
    status: 200,
    body: {
      time: clock.now().toISOString(),
      version: config.version,
      available: known !== null,
      maintenance: { on: maintenance, until: maintenanceUntil?.toISOString() ?? null },
      demo: config.demo && demoFilledAt !== null,
      networks: chain
        .watches()
        .map(({ network, state, since }) => ({ network, state, since: since?.toISOString() ?? null })),
    },
  };
};

/** The club's state; null while the database is unreachable. */
async function knownState(db: Db): Promise<ClubState | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), LONGEST_MS)));
  const read = readClubState(db).catch((error: unknown) => {
    if (isUnavailable(error)) return null;
    throw error;
  });
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}
