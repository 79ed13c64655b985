// The clock from the command line: shows its comparison, and accepts it as right.
import { acceptMoment, clockSentence, judgeClock } from '#server/domain/club/trusted-clock.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { readArguments, type CommandLine, type Commands } from './command.ts';
import { Refused } from './errors.ts';

export const clockCommands: Commands = {
  'clock show': {
    usage: 'clock show',
    help: 'the clock, the last moment it was seen, and whether money waits for it',
    run: show,
  },
  'clock accept': {
    usage: 'clock accept',
    help: 'confirm the clock after it jumped or no server ran; what is due is then paid',
    run: accept,
  },
};

async function show({ services, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const verdict = await judgeClock(services);
  const sentence = clockSentence(verdict);
  if (verdict.kind !== 'right') return [`rewards, payouts and clean-up wait: ${sentence}`];
  return [
    verdict.lastSeen === null
      ? `${sentence}; no job has run yet`
      : `${sentence}, last seen at ${verdict.lastSeen.toISOString()}`,
  ];
}

async function accept({ services, operator, call, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const verdict = await judgeClock(services);
  if (verdict.kind === 'right') return [`${clockSentence(verdict)}; there is nothing to accept`];
  if (verdict.kind === 'apart') throw new Refused(clockSentence(verdict));
  const { now, lastSeen } = verdict;
  await inTransaction(services.db, async (trx) => {
    await acceptMoment(trx, now);
    await audit(trx, {
      kind: 'clock_accepted',
      at: now,
      memberId: null,
      call,
      details: { operator, lastSeen: lastSeen.toISOString() },
    });
  });
  return [
    `${now.toISOString()} is accepted; what has fallen due since ${lastSeen.toISOString()} is done within a minute`,
  ];
}
