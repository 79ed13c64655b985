import type { Db } from '#server/platform/db/kysely.ts';

/** What is switched on or off in the club now. */
export interface ClubState {
  maintenance: boolean;
  maintenanceUntil: Date | null;
  demoFilledAt: Date | null;
}

/** Reads the one row of the club's state. It is read at every call, so that every process closes the club at once. */
export async function readClubState(db: Db): Promise<ClubState> {
  const row = await db
    .selectFrom('club_state')
    .select(['maintenance', 'maintenance_until', 'demo_filled_at'])
    .executeTakeFirstOrThrow();
  return { maintenance: row.maintenance, maintenanceUntil: row.maintenance_until, demoFilledAt: row.demo_filled_at };
}

/** Closes the club for maintenance, or opens it again. */
export async function setMaintenance(db: Db, state: { on: boolean; until: Date | null }): Promise<void> {
  await db
    .updateTable('club_state')
    .set({ maintenance: state.on, maintenance_until: state.on ? state.until : null })
    .execute();
}
