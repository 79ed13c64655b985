import { readClubState } from '#server/club/state.ts';
import type { Handler } from '#server/contract/types.ts';

/** D-23: whether the club is open; answers during maintenance too. */
export const getStatus: Handler<'getStatus'> = async (services) => {
  const { config, db, clock } = services;
  const { maintenance, maintenanceUntil, demoFilledAt } = await readClubState(db);
  return {
    status: 200,
    body: {
      time: clock.now().toISOString(),
      version: config.version,
      maintenance: { on: maintenance, until: maintenanceUntil?.toISOString() ?? null },
      demo: config.demo && demoFilledAt !== null,
    },
  };
};
