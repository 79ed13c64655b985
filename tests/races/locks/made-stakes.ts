// Stakes as the trials need them.
import { sql } from 'kysely';
import type { Trx } from '#server/platform/db/kysely.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { chooseForStake } from '#server/domain/stakes/steps.ts';
import { rich, type Rich } from '#tests/api/support/money.ts';
import { bought } from '#tests/api/support/stakes.ts';
import { world, now } from './club.ts';

export async function stake(daysAgo = 0): Promise<{ who: Rich; id: string }> {
  const who = await rich(world);
  const { id } = await bought(who);
  await sql`UPDATE stakes SET started_at = started_at - make_interval(days => ${daysAgo}), next_at = next_at - make_interval(days => ${daysAgo}), ends_at = ends_at - make_interval(days => ${daysAgo}) WHERE id = ${id}`.execute(
    world.db,
  );
  return { who, id };
}

const STAKE_DAYS = 365;
export async function due(): Promise<{ who: Rich; id: string }> {
  const made = await stake(STAKE_DAYS);
  await accrueStakes(world.services);
  return made;
}

export async function matured(): Promise<{ who: Rich; id: string }> {
  const made = await due();
  await matureStakes(world.services);
  return made;
}

export const stakeRow = (id: string) =>
  world.db.selectFrom('stakes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export const holdStake = (trx: Trx, id: string) => sql`SELECT id FROM stakes WHERE id = ${id} FOR UPDATE`.execute(trx);
export const withdrawn = (trx: Trx, id: string) =>
  chooseForStake(trx, world.services, { id, option: 'withdraw', at: now(), ruleVersion: 1, days: null });
