// Real servers that start with a wrong clock: nothing is done for good until it is right.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#server/domain/services/services.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, HOUR_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { addressOf, freshDatabase, placeTemplate } from '#fixtures/club/database.ts';
import { addMember, lightPasswords } from '#fixtures/club/members.ts';
import { builtServer, onClub, startOnce } from '#tests/support/perch.ts';
import { COMPILED_ONCE } from '#tests/support/processes.ts';
import type { Place, Turn } from '../experiment.ts';
import { PERCH_SECRET } from '../kills/club.ts';

/** Time for the first run of every job. */
const JOBS_MS = 1_500;
const MOST_SERVERS = 8;
const STAKES = 5;

/** The first instruction of a process: by how many milliseconds its clock is off. */
function shifted(milliseconds: number): string {
  const source = `
    const Right = Date;
    globalThis.Date = class Date extends Right {
      constructor(...given) { given.length === 0 ? super(Right.now() + ${milliseconds}) : super(...given); }
      static now() { return Right.now() + ${milliseconds}; }
    };`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** A club on each engine is started with clocks that are wrong in both directions, and with the right one. */
export async function startWithWrongClocks({ folder }: Place, turn: Turn): Promise<void> {
  // One after the other: the embedded engine opens in this process and holds it up while it does, longer on a busy
  // machine than a connection to PostgreSQL may take.
  await onPostgres(folder, turn);
  await onEmbedded(folder, turn);
}

const ahead = ({ random }: Turn) => random.whole(2 * HOUR_SECONDS, 400 * DAY_SECONDS);
const behind = ({ random }: Turn) => -random.whole(HOUR_SECONDS, 30 * DAY_SECONDS);

/** By how much clocks are off, in seconds. Each start takes seconds of a core, so a short run has one wrong clock. */
function clocksOf(turn: Turn): number[] {
  const both = [ahead(turn), behind(turn)];
  return turn.short ? [turn.random.pick(both)] : both;
}

async function onPostgres(folder: string, turn: Turn): Promise<void> {
  const database = await freshDatabase();
  const DATA_DIR = join(folder, `postgres-${turn.cycle}`);
  mkdirSync(DATA_DIR, { recursive: true });
  const env = { DATABASE_URL: (await addressOf(database)) ?? '', PERCH_SECRET, DATA_DIR };
  try {
    await tryClocks({ env, options: [] }, clocksOf(turn), turn);
  } finally {
    await database.close();
  }
}

/**
 * In production: the demo club, whose money is worth nothing, goes on whatever the clock says.
 */
async function onEmbedded(folder: string, turn: Turn): Promise<void> {
  const DATA_DIR = join(folder, `embedded-${turn.cycle}`);
  await placeTemplate(DATA_DIR);
  const env = { NODE_ENV: 'production', SUPPORT_EMAIL: 'support@wallet.example', DATA_DIR };
  return tryClocks({ env, options: turn.short ? COMPILED_ONCE : [] }, clocksOf(turn), turn);
}

interface ClockClub {
  readonly env: Record<string, string>;
  /** Of the processes of its servers. */
  readonly options: readonly string[];
}

/** @param off by how many seconds clocks are wrong */
async function tryClocks(club: ClockClub, off: readonly number[], turn: Turn): Promise<void> {
  const { env } = club;
  await startOnce(env);
  await onClub(env, async (services) => {
    await makeStakes(services);
    await makeJobsDue(services);
  });
  await serveUntilDone(club);
  let before: object | null = null;
  const look = (why: string) =>
    onClub(env, async (services) => {
      const now = await done(services);
      before ??= now;
      assert.deepEqual(now, before, why);
      await makeJobsDue(services);
    });
  await look('');
  for (const seconds of off) {
    await serve(club, seconds);
    await look(`what a server did whose clock was ${seconds} s off`);
    turn.count('starts with a wrong clock');
  }
  await serve(club, 0);
  const [code, text] = await onClub(env, async (services) => {
    const outcome = await outcomeOf(services, { args: ['books', 'check'], operator: 'prove' });
    return [outcome.code, outcome.text];
  });
  assert.equal(code, 0, text);
}

/** Otherwise what the server before has just run is not due, and a wrong clock could do no harm. */
async function makeJobsDue({ db }: Services): Promise<void> {
  await db.deleteFrom('job_runs').execute();
}

/** Starts a server, lets it run each of its jobs, and stops it. */
async function serve({ env, options }: ClockClub, seconds: number): Promise<void> {
  const clock = seconds === 0 ? [] : ['--import', shifted(seconds * 1000)];
  const server = await builtServer({ ...env, DEV_CHAIN: 'off' }, { options: [...options, ...clock] });
  await server.line('Perch is ready');
  if (seconds !== 0) await server.line('rewards, payouts and clean-up wait');
  await sleep(JOBS_MS);
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0, server.errors());
}

/** Starts servers with the right clock until one had the time, on a busy machine too, to do what is due. */
async function serveUntilDone(club: ClockClub): Promise<void> {
  for (let left = MOST_SERVERS - 1; ; left -= 1) {
    await serve(club, 0);
    const lacks = await onClub(club.env, done).then(
      () => null,
      (error: unknown) => error,
    );
    if (lacks === null) return;
    if (left === 0) throw lacks;
    await onClub(club.env, makeJobsDue);
  }
}

/** Stakes of some days ago, of which those days are due. */
async function makeStakes(services: Services): Promise<void> {
  const { db, random, clock } = services;
  for (let count = 0; count < STAKES; count += 1) {
    const { id: memberId } = await addMember({ ...services, passwords: lightPasswords() });
    const at = secondsAfter(clock.now(), -(count * DAY_SECONDS + HOUR_SECONDS));
    await inTransaction(db, async (trx) => {
      const { version: ruleVersion, riskVersion } = await rulesAt(trx, clock.now());
      const act = { at, memberId, ruleVersion };
      await openingGrant(trx, random, {
        ...act,
        key: `prove:${memberId}`,
        asset: 'USDT',
        amount: '100',
        status: 'completed',
      });
      const paid = { amountUsd: '100', amountUsdt: '100', rate: '1', rateAt: at.toISOString() };
      const terms = { ...paid, stage: 8, dailyRate: '0.0005', days: 365, riskVersion, ruleVersion };
      await buyPlan(trx, services, { key: `prove:plan:${memberId}`, at, memberId, terms });
    });
  }
}

async function done({ db }: Services): Promise<object> {
  const stakes = await db
    .selectFrom('stakes')
    .select(['days_accrued', 'state'])
    .orderBy('started_at', 'desc')
    .execute();
  assert.deepEqual(
    stakes.map((stake) => stake.days_accrued),
    Array.from({ length: STAKES }, (_, days) => days),
  );
  return stakes;
}
