// A club whose clock jumps while time passes otherwise: what the club does is compared with the time that has really
// passed. Small steps, as a clock is corrected by, are taken for what they are.
import assert from 'node:assert/strict';
import { holdMoney, moneyHeldUntil } from '#server/domain/members/hold.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { createJobs } from '#server/entry/jobs/jobs.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#server/platform/system/clock.ts';
import { buy } from '#tests/api/support/sales.ts';
import { setRates } from '#tests/api/support/money.ts';
import { accepted, approve } from '#tests/api/support/withdrawals.ts';
import { noPost } from '#tests/api/support/push.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import type { Random } from '../random.ts';

const STAKES = 4;
const WITHDRAWALS = 2;
const MINUTE = 60;
/** A jump of less is taken for a clock that is corrected step by step. */
const SLIGHT = 4 * MINUTE;
const LONGEST_JUMP = 400 * DAY_SECONDS;
const MS_PER_SECOND = 1000;
/** What happens to a clock; what is here twice happens twice as often. */
const EVENTS = ['runs', 'runs', 'drifts', 'stops', 'ahead', 'ahead', 'behind', 'in 1970', 'restarts'] as const;
const HOLD_HOURS = 24;
const UNBIND_HOURS = 72;
const PAYOUT_HOURS = 240;
/** What is kept for a month or more; no walk takes that long. */
const KEPT = ['requests', 'mails', 'drafts', 'sessions', 'throttles', 'audit_events'] as const;

export class ClockWalk {
  readonly world: World;
  private readonly begin: Date;
  /** Seconds that have really passed, and how far the clock is off. */
  private passed = 0;
  private off = 0;
  /** How far the clock has been ahead without anybody's noticing. */
  private slack = 0;
  private jobs: Job[] = [];
  private readonly payments: string[] = [];
  private held: TestMember | null = null;
  private locked: TestMember | null = null;
  private readonly rows = new Map<(typeof KEPT)[number], number>();
  readonly count: (figure: string, by?: number) => void;

  constructor(world: World, count: (figure: string, by?: number) => void) {
    this.world = world;
    this.begin = world.clock.now();
    this.count = count;
  }

  static async open(count: (figure: string, by?: number) => void): Promise<ClockWalk> {
    const walk = new ClockWalk(await createWorld(), count);
    await walk.found();
    return walk;
  }

  private async found(): Promise<void> {
    const { world } = this;
    await setRates(world);
    for (let stake = 0; stake < STAKES; stake += 1) await buy(world, (await world.member()).id, { usd: '1000' });
    for (let made = 0; made < WITHDRAWALS; made += 1) await approve(world, (await accepted(world)).id);
    this.held = await world.member();
    const { id } = this.held;
    await inTransaction(world.db, (trx) => holdMoney(trx, world.services, id));
    this.locked = await world.member({ secondFactor: true });
    const asked = await this.operator('ann', 'members', 'unbind', this.locked.username, '--proof', 'papers');
    assert.equal(asked.code, 0, asked.text);
    this.restart();
    await this.tick();
    for (const table of KEPT) this.rows.set(table, await this.rowsOf(table));
  }

  private operator(name: string, ...args: string[]) {
    return outcomeOf(this.world.services, { args, operator: name });
  }

  /** Another process: it has seen nothing yet. */
  restart(): void {
    const { services } = this.world;
    this.jobs = createJobs(services, {
      mailer: { deliver: async () => ({ kind: 'sent' }) },
      post: noPost,
      payments: createPaymentListener(services),
      payer: {
        pay: async ({ address }) => {
          this.payments.push(address);
          return `0x${String(this.payments.length).padStart(64, '0')}`;
        },
      },
      findDamage: async () => [],
      log: () => undefined,
    });
  }

  /** One run of each job, in some order. */
  private async tick(random?: Random): Promise<void> {
    const jobs = random === undefined ? this.jobs : random.shuffled(this.jobs);
    for (const job of jobs) await job.run(this.world.db);
    this.count('runs of all jobs');
  }

  private passes(seconds: number): void {
    this.passed += seconds;
    this.world.clock.advance(seconds);
  }

  private jumps(seconds: number): void {
    this.off += seconds;
    this.world.clock.advance(seconds);
  }

  /** How many things that happen to a clock, each of them at least once. */
  async steps(count: number, random: Random): Promise<void> {
    const more = Array.from({ length: count - EVENTS.length }, () => random.pick(EVENTS));
    for (const what of [...random.shuffled(EVENTS), ...more]) await this.step(what, random);
  }

  private async step(what: (typeof EVENTS)[number], random: Random): Promise<void> {
    if (what === 'runs') {
      for (let times = random.whole(1, 6); times > 0; times -= 1) {
        this.passes(random.whole(MINUTE, 50 * MINUTE));
        await this.tick(random);
        await this.check();
      }
    }
    if (what === 'restarts') this.restart();
    if (what === 'drifts') await this.drift(random);
    if (what === 'stops') await this.stop(random);
    if (what === 'ahead') await this.jump(random.whole(HOUR_SECONDS + 2 * SLIGHT, LONGEST_JUMP), random);
    if (what === 'behind') await this.jump(-random.whole(2 * SLIGHT + 5 * MINUTE, LONGEST_JUMP), random);
    // Where a machine without a battery begins.
    if (what === 'in 1970') await this.jump(-this.world.clock.now().getTime() / MS_PER_SECOND, random);
    this.count(`clocks: ${what}`);
  }

  private async drift(random: Random): Promise<void> {
    this.jumps(random.whole(-SLIGHT, SLIGHT) - this.off);
    this.slack = Math.max(this.slack, this.off);
    await this.tick(random);
    await this.check();
  }

  /** No server runs for a time; the next one asks, and does nothing until it is answered. */
  private async stop(random: Random): Promise<void> {
    this.passes(random.whole(2 * HOUR_SECONDS, 2 * DAY_SECONDS));
    this.restart();
    const before = await this.done();
    await this.tick(random);
    assert.deepEqual(await this.done(), before, 'what was done before anybody has confirmed the time');
    const accepting = await this.operator('olga', 'clock', 'accept');
    assert.equal(accepting.code, 0, accepting.text);
    await this.tick(random);
    await this.check();
  }

  /** The clock is wrong for some runs of the jobs; nothing is done for good, and it is corrected. */
  private async jump(seconds: number, random: Random): Promise<void> {
    const before = await this.done();
    this.jumps(seconds);
    if (random.chance(0.3)) this.restart();
    for (let times = random.whole(1, 3); times > 0; times -= 1) {
      this.passes(random.whole(1, MINUTE));
      await this.tick(random);
      assert.deepEqual(await this.done(), before, `what was done while the clock was ${seconds} s off`);
      await this.tryOperators();
      await this.check();
    }
    this.jumps(-seconds);
    await this.tick(random);
    await this.check();
  }

  /** What operators may not do before its time, whatever the clock says. */
  private async tryOperators(): Promise<void> {
    const month = this.begin.toISOString().slice(0, 7);
    const tries = [await this.operator('olga', 'months', 'close', month)];
    if (this.passed + this.slack < UNBIND_HOURS * HOUR_SECONDS)
      tries.push(await this.operator('ben', 'members', 'unbind', this.locked?.username ?? '', '--confirm'));
    for (const { code, text } of tries) assert.equal(code, 1, text);
    this.count('acts of operators that waited', tries.length);
  }

  private async rowsOf(table: (typeof KEPT)[number]): Promise<number> {
    const { rows } = await this.world.database.pool.query<{ count: bigint }>(`SELECT count(*) AS count FROM ${table}`);
    return Number(rows[0]?.count);
  }

  /** What has been done for good. */
  private async done(): Promise<object> {
    const stakes = await this.world.db
      .selectFrom('stakes')
      .select(['id', 'days_accrued', 'state'])
      .orderBy('id')
      .execute();
    const receipts = await this.world.db.selectFrom('receipts').select(['id', 'status']).orderBy('id').execute();
    return { stakes, receipts, payments: this.payments.length };
  }

  /** Nothing is ahead of the time that has passed. @throws AssertionError */
  async check(): Promise<void> {
    const { world } = this;
    const latest = this.passed + this.slack;
    const stakes = await world.db.selectFrom('stakes').select(['days_accrued', 'days']).execute();
    for (const { days_accrued: days } of stakes)
      assert.ok(days <= Math.floor(latest / DAY_SECONDS), `${days} days are paid after ${latest / DAY_SECONDS}`);
    if (latest < PAYOUT_HOURS * HOUR_SECONDS) assert.equal(this.payments.length, 0, 'payouts before their time');
    assert.ok(this.payments.length <= WITHDRAWALS, 'payouts that were made twice');
    if (latest < HOLD_HOURS * HOUR_SECONDS)
      assert.notEqual(await moneyHeldUntil(world.db, world.services, this.held?.id ?? ''), null, 'a hold that ended');
    for (const [table, rows] of this.rows)
      assert.ok((await this.rowsOf(table)) >= rows, `rows of ${table} were removed before their time`);
  }

  /** The clock is right at last, and time goes on: everything that has fallen due is done, once. */
  async end(): Promise<void> {
    this.jumps(-this.off);
    const left = Math.max(0, PAYOUT_HOURS * HOUR_SECONDS - this.passed) + HOUR_SECONDS;
    this.passes(left);
    await this.operator('olga', 'clock', 'accept');
    await this.tick();
    await this.check();
    const stakes = await this.world.db.selectFrom('stakes').select('days_accrued').execute();
    const days = Math.floor(this.passed / DAY_SECONDS);
    assert.deepEqual(new Set(stakes.map((stake) => stake.days_accrued)), new Set([days]), 'days in the end');
    assert.equal(this.payments.length, WITHDRAWALS, 'payouts in the end');
    assert.equal(await moneyHeldUntil(this.world.db, this.world.services, this.held?.id ?? ''), null);
    const now = this.world.clock.now();
    assert.deepEqual(await checkBooks(this.world.db, { now, full: true }), { kind: 'agree' });
    this.count('days accrued', days * stakes.length);
    this.count('payouts', this.payments.length);
  }

  /** A fault: the guard takes any clock for right. */
  trustEverything(): void {
    const jobs = this.jobs;
    this.jobs = jobs.map((job) => ({
      ...job,
      run: async (db) => {
        await db.updateTable('clock_state').set({ last_seen_at: this.world.clock.now() }).execute();
        return job.run(db);
      },
    }));
    this.restart = () => undefined;
  }

  close(): Promise<void> {
    return this.world.close();
  }
}
