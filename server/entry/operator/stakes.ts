// Stakes of all members, for the operator.
import { nameKey } from '#server/domain/members/members.ts';
import { stakeLifecycle } from '#machines/lifecycles/stake.machine.ts';
import { normal } from '#money/amount.ts';
import { mpOf, type StakeRow } from '#server/domain/stakes/stakes.ts';
import { readArguments, type CommandLine, type Commands } from './command.ts';
import { Refused } from './errors.ts';
import { nearestName } from '#server/platform/system/nearest.ts';

export const stakeCommands: Commands = {
  'stakes list': {
    usage: 'stakes list [--member NAME] [--state STATE]',
    help: 'stakes, ordered by their end',
    empty: 'No stake is found.',
    run: listStakes,
  },
};

/** Ordered by their end; optionally of one member, or in one state only. */
async function listStakes({ services, args }: CommandLine): Promise<string[]> {
  const { valued } = readArguments(args, { words: [0, 0], valued: ['--member', '--state'] });
  const { db, clock } = services;
  const [username, state] = [valued.get('--member'), readState(valued.get('--state'))];
  let query = db
    .selectFrom('stakes')
    .innerJoin('members', 'members.id', 'stakes.member_id')
    .innerJoin('receipts', 'receipts.id', 'stakes.receipt_id')
    .selectAll('stakes')
    .select(['members.username', 'receipts.reference'])
    .orderBy('stakes.ends_at')
    .orderBy('stakes.id');
  if (state !== undefined) query = query.where('stakes.state', '=', state);
  if (username !== undefined) {
    const member = await db
      .selectFrom('members')
      .select('id')
      .where('username_key', '=', nameKey(username))
      .executeTakeFirst();
    if (member === undefined) throw new Refused(`there is no member ${JSON.stringify(username)}`);
    query = query.where('stakes.member_id', '=', member.id);
  }
  const now = clock.now();
  const rows = await query.execute();
  return rows.map((row) => {
    const late = row.state === 'running' && row.ends_at <= now ? ' OVERDUE' : '';
    const held = `${normal(row.staked_usdt)} USDT + ${mpOf(row)} MP (${normal(row.accrued_mp)} accrued)`;
    return [
      row.reference,
      row.state,
      row.username,
      `stage ${row.stage}`,
      held,
      `day ${row.days_accrued} of ${row.days}`,
      `until ${row.ends_at.toISOString()}${late}`,
    ].join('  ');
  });
}

function readState(typed: string | undefined): StakeRow['state'] | undefined {
  if (typed === undefined) return undefined;
  const states = Object.keys(stakeLifecycle.states);
  if (!states.includes(typed)) {
    const meant = nearestName(typed, states);
    throw new Refused(
      `there is no state ${JSON.stringify(typed)}; ${meant === null ? `there are ${states.join(', ')}` : `did you mean ${meant}?`}`,
    );
  }
  // One of the lifecycle's states, which are those of the table.
  return typed as StakeRow['state'];
}
