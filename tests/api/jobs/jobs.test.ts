import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BooksStopped } from '#server/domain/ledger/books-open.ts';
import { accrueStakes } from '#server/domain/stakes/accrue.ts';
import { sweepCallCounts, sweepExpired } from '#server/entry/jobs/sweep.ts';
import { watchPages } from '#server/entry/jobs/watch-pages.ts';
import { startJobs } from '#server/platform/jobs/runner.ts';
import { DatabaseDamaged } from '#server/platform/db/damage.ts';
import { jobsOf } from '../support/jobs.ts';
import { codeTo } from '../support/mails.ts';
import { rich, setRates } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const DAY = 24 * 60 * 60;

describe('the sweep', () => {
  it('deletes what is no longer needed, and nothing that is', async () => {
    const member = await world.member();
    const browser = world.browser();
    const old = await browser.session(member);
    await world.browser().signIn({ ...member, password: 'wrong' });
    world.clock.advance(2 * DAY);
    const live = await browser.session(member);
    await sweepExpired(world.db, world.clock.now());
    const count = async (table: 'access_tokens' | 'refresh_tokens' | 'sessions' | 'throttles') =>
      (await world.db.selectFrom(table).selectAll().execute()).length;
    expect(await count('access_tokens')).toBe(1);
    expect(await count('refresh_tokens')).toBe(1);
    expect(await count('sessions')).toBe(2);
    expect(await count('throttles')).toBe(1);
    expect((await browser.call('getUserInfo', { token: live.accessToken })).status).toBe(200);
    expect((await browser.call('refreshToken', { body: { refreshToken: old.refreshToken } })).status).toBe(401);
    world.clock.advance(91 * DAY);
    await sweepExpired(world.db, world.clock.now());
    expect(await count('sessions')).toBe(0);
    expect(await count('throttles')).toBe(0);
  });

  it('deletes codes, proofs, recoveries and counted mails a day after they expired', async () => {
    const browser = world.browser();
    const email = 'swept@mail.example';
    await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } });
    await browser.call('verifyEmailNoLogin', { body: { email, code: await codeTo(world, email, 'signUpCode') } });
    await browser.call('forgetPassword', { body: { email, username: 'nobody' } });
    const left = async () => {
      await sweepExpired(world.db, world.clock.now());
      const tables = ['email_codes', 'email_proofs', 'password_recoveries', 'email_sends'] as const;
      return Promise.all(tables.map(async (table) => (await world.db.selectFrom(table).selectAll().execute()).length));
    };
    expect(await left()).toEqual([2, 1, 1, 2]);
    world.clock.advance(DAY);
    expect(await left()).toEqual([2, 1, 1, 2]);
    world.clock.advance(2 * 60 * 60);
    expect(await left()).toEqual([0, 0, 0, 0]);
  });

  it('deletes drafts after thirty days, executed ones no earlier than their requests, and their codes a day after they expired', async () => {
    await setRates(world);
    const who = await rich(world);
    const other = await world.member();
    const draftOf = async (amount: string) =>
      (await who.call('createTransfer', { body: { recipient: other.username, asset: 'USDT', amount, note: 'swept' } }))
        .body.id as string;
    const begun = world.clock.now().getTime();
    const executed = await draftOf('1');
    const { receiptId } = (await who.confirm(executed)).body;
    const voided = await draftOf('2');
    const expired = await draftOf('3');
    const left = async (seconds: number) => {
      world.clock.advance(seconds - (world.clock.now().getTime() - begun) / 1000);
      await sweepExpired(world.db, world.clock.now());
      const rows = await world.db
        .selectFrom('drafts')
        .select('id')
        .where('id', 'in', [executed, voided, expired])
        .execute();
      const codes = await world.db.selectFrom('email_codes').select('id').execute();
      const requests = await world.db.selectFrom('requests').select('key').where('scope', '=', who.member.id).execute();
      return { drafts: new Set(rows.map(({ id }) => id)), codes: codes.length, requests: requests.length > 0 };
    };
    expect(await left(0)).toEqual({ drafts: new Set([executed, voided, expired]), codes: 1, requests: true });
    expect(await left(30 * DAY - 60)).toEqual({
      drafts: new Set([executed, voided, expired]),
      codes: 0,
      requests: true,
    });
    // Drafts expire five minutes after they are made.
    expect(await left(30 * DAY + 60)).toEqual({ drafts: new Set([voided, expired]), codes: 0, requests: false });
    expect(await left(30 * DAY + 400)).toEqual({ drafts: new Set(), codes: 0, requests: false });
    expect(await world.db.selectFrom('receipts').select('id').where('id', '=', receiptId).execute()).toHaveLength(1);
  });

  it('leaves a disabled password disabled', async () => {
    await world.db
      .insertInto('throttles')
      .values({ bucket: 'password:x', failures: 100, last_failure_at: world.clock.now() })
      .execute();
    world.clock.advance(400 * DAY);
    await sweepExpired(world.db, world.clock.now());
    expect(
      await world.db.selectFrom('throttles').select('failures').where('bucket', '=', 'password:x').execute(),
    ).toEqual([{ failures: 100 }]);
  });
});

describe('counts of calls', () => {
  it('are removed once their minute is over, by the clock of the database', async () => {
    await sql`
      INSERT INTO call_counts (name, calls, over_at) VALUES
        ('\\x01', 3, clock_timestamp() - interval '1 second'),
        ('\\x02', 3, clock_timestamp() + interval '1 minute')`.execute(world.db);
    await sweepCallCounts(world.db);
    expect(await world.db.selectFrom('call_counts').select('name').execute()).toEqual([{ name: Buffer.from([2]) }]);
    await world.db.deleteFrom('call_counts').execute();
  });
});

describe('the reading of the whole database', () => {
  it('fails with what is damaged and what to do about it', async () => {
    await expect(watchPages(async () => [])).resolves.toBeUndefined();
    await expect(watchPages(async () => ['page 2 of base/5/1255 (pg_proc)', 'page 7 of base/5/1'])).rejects.toThrow(
      /^the database is damaged \(page 2 of base\/5\/1255 \(pg_proc\); page 7 of base\/5\/1\); stop the server and restore a backup/,
    );
  });

  it('says that it was not done if the server stops meanwhile', async () => {
    expect(
      await watchPages(
        async () => [],
        () => true,
      ),
    ).toBe('not here');
    await expect(
      watchPages(
        async () => ['page 2'],
        () => true,
      ),
    ).rejects.toThrow(DatabaseDamaged);
  });

  it('is one of the jobs', async () => {
    const jobs = jobsOf(world, async () => ['page 2 of base/5/1255 (pg_proc)']);
    const [job] = jobs.filter(({ name }) => name === 'check-all-pages');
    await expect(job?.run(world.db)).rejects.toThrow('page 2 of base/5/1255 (pg_proc)');
    expect([job?.everySeconds, job?.runs]).toEqual([DAY, 'in one process']);
  });
});

describe('the runner', () => {
  it('runs the product’s jobs', async () => {
    const failed: string[] = [];
    const running = startJobs(
      jobsOf(world, (db) => world.database.findDamage(db)),
      { db: world.db, oneRunner: null, onError: (job) => failed.push(job) },
    );
    await running.stop();
    expect(failed).toEqual([]);
  });

  it.each(['books_stopped_at', 'restored_at'] as const)('that wait because of %s have not failed', async (column) => {
    await world.db
      .updateTable('club_state')
      .set({ [column]: world.clock.now() })
      .execute();
    try {
      const waits = jobsOf(world);
      const [accrual] = waits.filter(({ name }) => name === 'accrue-stakes');
      await expect(accrueStakes(world.services)).rejects.toThrow(BooksStopped);
      await expect(accrual?.run(world.db)).resolves.toBeUndefined();
    } finally {
      await world.db
        .updateTable('club_state')
        .set({ [column]: null })
        .execute();
    }
  });

  it('begins them apart, so that calls come in between, and none once it was stopped', async () => {
    const began: [string, number][] = [];
    const since = performance.now();
    const named = (name: string) => ({
      name,
      everySeconds: 60,
      runs: 'in every process' as const,
      run: async () => void began.push([name, performance.now() - since]),
    });
    const running = startJobs(['first', 'second', 'never'].map(named), {
      db: world.db,
      oneRunner: null,
      onError: () => undefined,
      apartMs: 200,
    });
    expect(began.map(([name]) => name)).toEqual(['first']);
    while (began.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    await running.stop();
    expect(began[1]?.[1]).toBeGreaterThan(190);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(began.map(([name]) => name)).toEqual(['first', 'second']);
  });

  it('runs a job again and again, continues after a failure, and finishes a run before it stops', async () => {
    let runs = 0;
    let ended = 0;
    const errors: unknown[] = [];
    const job = {
      name: 'trying',
      everySeconds: 0.001,
      runs: 'in every process' as const,
      run: async () => {
        runs += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        ended += 1;
        if (runs === 1) throw new Error('once');
      },
    };
    const running = startJobs([job], {
      db: world.db,
      oneRunner: null,
      onError: (_name, error) => errors.push(error),
    });
    while (runs < 3) await new Promise((resolve) => setTimeout(resolve, 2));
    await running.stop();
    expect(ended).toBe(runs);
    const then = runs;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(runs).toBe(then);
    expect(errors).toHaveLength(1);
  });
});
