// Everything that may happen once, under fifty parallel uses: of those under keys of their own as many succeed as the
// table says, of those under one key one runs, and its effect is there once.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { UnsafeOperationId } from '#server/entry/acts/acts.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { setRates } from '#tests/api/support/money.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { freshDatabase, type FreshDatabase } from '#fixtures/club/database.ts';
import { fails, type Experiment, type Session, type Turn } from '../experiment.ts';
import { readyFor } from '../ready/ready.ts';
import { routeOf, takesKey, wireOf, type Ready } from '../ready/request.ts';
import { NOT_KEPT, USES, type Once } from './calls.ts';
import { mismatches } from './inventory.ts';
import { OTHERS, type Contest } from './others.ts';

const USES_AT_ONCE = 50;
/** Each use has a connection, so that none of them waits for another's. */
const CONNECTIONS = USES_AT_ONCE + 6;
/** How many of the operations are tried under one key in a short run; each of them under other keys. */
const SAME_KEY_SHORT = 0.3;

const FAULTS = {
  winners: 'a thing is used twice',
  effects: 'one use has two effects',
  line: 'a thing that may happen once has no line',
  parallel: 'uses that only look parallel: a thing without a lock is used once',
} as const;

export const once: Experiment = {
  figures: ['contests under other keys', 'contests under one key', 'contests beside calls', 'uses'],
  faults: Object.values(FAULTS),
  open: async () => {
    const database = await freshDatabase(CONNECTIONS);
    const world = await createWorld({ database });
    await world.member();
    return new OnceSession(world, database);
  },
};

type Counts = Readonly<Record<string, number>>;
type Effects = Pick<Once, 'audit' | 'mails'>;

class OnceSession implements Session {
  private readonly world: World;
  private readonly database: FreshDatabase;
  private keys = 0;

  constructor(world: World, database: FreshDatabase) {
    this.world = world;
    this.database = database;
  }

  async turn(turn: Turn): Promise<void> {
    assert.deepEqual(await mismatches(this.world.db), []);
    for (const [operationId, use] of turn.random.shuffled(
      Object.entries(USES) as [UnsafeOperationId, (typeof USES)[UnsafeOperationId]][],
    )) {
      if (!('many' in use)) await this.otherKeys(operationId, use, turn);
      if (takesKey(routeOf(operationId)) && NOT_KEPT[operationId] === undefined)
        if (!turn.short || turn.random.chance(SAME_KEY_SHORT)) await this.oneKey(operationId, turn);
    }
    for (const [name, prepare] of turn.random.shuffled(Object.entries(OTHERS))) {
      await setRates(this.world);
      await this.contest(name, await prepare(this.world, USES_AT_ONCE), turn);
    }
    const now = this.world.clock.now();
    assert.deepEqual(await checkBooks(this.world.db, { now, full: true }), { kind: 'agree' });
  }

  /** Sends one request many times at once. Returns the statuses, each with the code of its refusal. */
  private async sendAll(operationId: UnsafeOperationId, ready: Ready, keyOf: (index: number) => string | null) {
    return Promise.all(
      Array.from({ length: USES_AT_ONCE }, async (_, index) => {
        const { method, path, headers, body } = wireOf(operationId, ready, keyOf(index));
        const response = await this.world.app.inject({
          ...{ method, url: `/api${path}`, headers: { ...headers } },
          ...(body === undefined ? {} : { payload: body }),
        });
        const replayed = response.headers['idempotency-replayed'] === 'true';
        return { status: response.statusCode, body: response.body, replayed };
      }),
    );
  }

  /** Opens a connection for each use: those that are opened later than others come too late for any race. */
  private async warm(): Promise<void> {
    const { pool } = this.database;
    await Promise.all(Array.from({ length: USES_AT_ONCE }, () => pool.query('SELECT pg_sleep(0.05)')));
  }

  private async otherKeys(operationId: UnsafeOperationId, use: Once, turn: Turn): Promise<void> {
    const ready = await readyFor(this.world, operationId);
    const before = await this.counts();
    this.keys += 1;
    const hasKey = takesKey(routeOf(operationId));
    await this.warm();
    const answers = await this.sendAll(operationId, ready, (index) =>
      hasKey ? `once-${this.keys}-${index}-key` : null,
    );
    const succeeded = answers.filter(({ status }) => status < 300).length;
    expectWinners(operationId, use.succeed, succeeded);
    for (const { status, body } of answers) assert.ok(status < 500, `${operationId}: ${body}`);
    this.expectEffects(operationId, use, before, await this.counts());
    if (use.rows !== undefined) assert.equal(await use.rows(this.world, ready), 1, `${operationId}: rows`);
    turn.count('contests under other keys');
    turn.count('uses', answers.length);
  }

  /** Under one key one call runs; the others are answered as it was, or told that it still runs. */
  private async oneKey(operationId: UnsafeOperationId, turn: Turn): Promise<void> {
    const ready = await readyFor(this.world, operationId);
    const before = await this.counts();
    this.keys += 1;
    await this.warm();
    const answers = await this.sendAll(operationId, ready, () => `once-${this.keys}-the-same`);
    assert.equal(
      answers.filter(({ status, replayed }) => status === 200 && !replayed).length,
      1,
      `${operationId}: runs under one key`,
    );
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      assert.deepEqual([status, JSON.parse(body).code], [409, 'request_running'], `${operationId} under one key`);
    const use = USES[operationId];
    const each = 'many' in use ? {} : { audit: atMostOne(use.audit), mails: atMostOne(use.mails) };
    this.expectEffects(operationId, each, before, await this.counts(), 'at most');
    turn.count('contests under one key');
    turn.count('uses', answers.length);
  }

  private async contest(name: string, contest: Contest, turn: Turn): Promise<void> {
    const before = await this.counts();
    await this.warm();
    const results = await Promise.allSettled(Array.from({ length: USES_AT_ONCE }, (_, index) => contest.use(index)));
    const succeeded = results.filter(({ status }) => status === 'fulfilled').length;
    const [refused] = results.filter((result) => result.status === 'rejected');
    expectWinners(`${name} (${refused?.reason})`, contest.succeed, succeeded);
    this.expectEffects(name, contest, before, await this.counts());
    if (contest.rows !== undefined) assert.equal(await contest.rows(), 1, `${name}: rows`);
    turn.count('contests beside calls');
    turn.count('uses', results.length);
  }

  private async counts(): Promise<{ audit: Counts; mails: Counts }> {
    const count = async (table: 'audit_events' | 'mails') => {
      const { rows } = await sql<{ kind: string; times: string }>`
        SELECT kind, count(*)::text AS times FROM ${sql.table(table)} GROUP BY kind`.execute(this.world.db);
      return Object.fromEntries(rows.map(({ kind, times }) => [kind, Number(times)]));
    };
    return { audit: await count('audit_events'), mails: await count('mails') };
  }

  private expectEffects(
    name: string,
    expected: Effects,
    before: { audit: Counts; mails: Counts },
    after: { audit: Counts; mails: Counts },
    how: 'exactly' | 'at most' = 'exactly',
  ): void {
    for (const part of ['audit', 'mails'] as const)
      for (const [kind, wanted] of Object.entries(expected[part] ?? {})) {
        const made = (after[part][kind] ?? 0) - (before[part][kind] ?? 0);
        assert.ok(how === 'at most' ? made <= wanted : made === wanted, `${name}: ${made} × ${kind} and not ${wanted}`);
      }
  }

  async plant(fault: string, turn: Turn): Promise<boolean> {
    const silent = { ...turn, count: () => undefined };
    if (fault === FAULTS.winners) return fails(async () => expectWinners('a planted fault', 1, 2));
    if (fault === FAULTS.effects) {
      const before = await this.counts();
      const after = { ...before, audit: { ...before.audit, signed_in: (before.audit.signed_in ?? 0) + 2 } };
      return fails(async () => this.expectEffects('a planted fault', { audit: { signed_in: 1 } }, before, after));
    }
    if (fault === FAULTS.line) return this.plantColumn();
    return this.plantWithoutLock(silent);
  }

  private async plantColumn(): Promise<boolean> {
    const trx = await this.world.db.startTransaction().execute();
    try {
      await sql`ALTER TABLE drafts ADD COLUMN forgotten_at timestamptz`.execute(trx);
      return (await mismatches(trx)).includes('drafts.forgotten_at has no line');
    } finally {
      await trx.rollback().execute();
    }
  }

  /** A thing that is looked at and then used, without a lock between: parallel uses must show that. */
  private async plantWithoutLock(turn: Turn): Promise<boolean> {
    const { db } = this.world;
    await sql`CREATE TABLE IF NOT EXISTS planted (used boolean NOT NULL)`.execute(db);
    await sql`TRUNCATE planted`.execute(db);
    await sql`INSERT INTO planted VALUES (false)`.execute(db);
    const use = async () => {
      const { rows } = await sql<{ used: boolean }>`SELECT used FROM planted`.execute(db);
      if (rows[0]?.used === true) throw new Error('it is used up');
      await sql`UPDATE planted SET used = true`.execute(db);
    };
    const noticed = await fails(() => this.contest('a planted fault', { use, succeed: 1 }, turn));
    await sql`DROP TABLE planted`.execute(db);
    return noticed;
  }

  async keep(folder: string): Promise<void> {
    writeFileSync(join(folder, 'database'), `${this.database.leave()}\n`);
    writeFileSync(join(folder, 'server.log'), this.world.logs());
  }

  close(): Promise<void> {
    return this.world.close();
  }
}

function expectWinners(name: string, succeed: Once['succeed'], succeeded: number): void {
  if (succeed === 'some') assert.ok(succeeded >= 1, `${name}: none of the uses succeeded`);
  else assert.equal(succeeded, succeed === 'all' ? USES_AT_ONCE : succeed, `${name}: uses that succeeded`);
}

function atMostOne(counts: Counts | undefined): Counts {
  return Object.fromEntries(Object.keys(counts ?? {}).map((kind) => [kind, 1]));
}
