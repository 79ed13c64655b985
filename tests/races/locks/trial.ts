// Tests a single lock: one transaction holds its row, another act is seen waiting at its statement.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import type { World } from '#tests/api/support/world.ts';

const LOOK_EVERY_MS = 5;

/** The parts of a trial of one lock. */
export interface Trial {
  /** Locks the row and changes it. */
  first(trx: Trx): Promise<unknown>;
  second(): Promise<unknown>;
  /**
   * The statement at which the second act waits; null if it skips what the first has locked, and finishes beside it.
   */
  waitsAt: RegExp | null;
  /** Whether the first continues until the second has given up waiting. */
  givesUp?: boolean;
  /** The result of the second: its value, or the name of its refusal. */
  comesTo: unknown;
  /** Runs while the second waits. */
  meanwhile?(): Promise<void>;
  /** Checks the state once both are over. */
  after?(): Promise<void>;
}

export type Trials = Readonly<Record<string, () => Promise<Trial>>>;

/** The value, or the code or name of what was thrown; refusals that are returned after the commit count as thrown. */
export async function outcome(work: Promise<unknown>): Promise<unknown> {
  const nameOf = (error: unknown) => (error as { code?: string }).code ?? (error as Error).name;
  try {
    const value = await work;
    const worked = value as CallResult<Record<string, unknown>> | undefined;
    return worked?.kind === 'refused' ? nameOf(worked.problem) : worked?.kind === 'done' ? 'done' : value;
  } catch (error) {
    return nameOf(error);
  }
}

/**
 * The statement of the connection that waits for another, according to the database; null while none does. The database
 * reads the statement a moment before the wait, and may return the previous one: a connection that was already waiting
 * at the previous look is at its statement.
 */
async function waitingFor(world: World, holder: number): Promise<string | null> {
  return (await blockedBy(world, holder)) === null ? null : blockedBy(world, holder);
}

async function blockedBy(world: World, holder: number): Promise<string | null> {
  const { rows } = await sql<{
    query: string;
  }>`SELECT query FROM pg_stat_activity WHERE ${holder}::integer = ANY (pg_blocking_pids(pid))`.execute(world.db);
  return rows[0]?.query ?? null;
}

/**
 * @returns the statement at which the second waited, or null if it finished while the first was running; and its result
 */
export async function inTurn(
  world: World,
  { first, second, meanwhile, givesUp = false }: Trial,
): Promise<{ waitedAt: string | null; cameTo: unknown }> {
  const holder = await world.db.startTransaction().execute();
  try {
    await first(holder);
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(holder);
    const pid = rows[0]?.pid ?? 0;
    let isOver = false;
    const cameTo = outcome(second()).finally(() => void (isOver = true));
    let waitedAt: string | null = null;
    while ((waitedAt === null || givesUp) && !isOver) {
      waitedAt ??= await waitingFor(world, pid);
      await pause(LOOK_EVERY_MS);
    }
    await meanwhile?.();
    await holder.commit().execute();
    return { waitedAt, cameTo: await cameTo };
  } catch (error) {
    await holder.rollback().execute();
    throw error;
  }
}
