// Acts of operators, and what they leave in mails and audit.
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import type { World } from './world.ts';

export const HOURS_72 = 72 * 3600;

export const runIn =
  (world: World, operator = 'olga') =>
  (...args: string[]) =>
    outcomeOf(world.services, { args, operator, osUser: 'unix-olga' });
export const mailKinds = async (world: World, memberId: string) =>
  (
    await world.db
      .selectFrom('mails')
      .select('kind')
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);
export const lastAct = async (world: World) => {
  const {
    kind,
    member_id: memberId,
    details,
  } = await world.db
    .selectFrom('audit_events')
    .select(['kind', 'member_id', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { kind, memberId, details };
};
