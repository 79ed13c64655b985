// Random movements of all kinds by many workers at once, while readers sum the books up: the sums are the same in every
// reading, and in the end everybody has what the workers say.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { ASSETS, type Asset } from '#money/assets.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { InsufficientBalance } from '#server/domain/ledger/post.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { fund } from '#tests/api/support/money.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { freshDatabase, type FreshDatabase } from '#fixtures/club/database.ts';
import type { Experiment, Place, Session, Turn } from '../experiment.ts';
import { OwnAccount } from '../own-account.ts';
import { KINDS, MOVEMENTS, type BankRun } from './movements.ts';
import { readAccounts, readSums } from './readings.ts';

const WORKERS = 32;
/** Workers, readers, and a few for what looks at them. */
const CONNECTIONS = WORKERS + 8;
const MEMBERS = 60;
const START = '2000';
const OPERATIONS = { short: 2_400, long: 50_000 };
/** PostgreSQL's own figures are that late. */
const STATISTICS_MS = 1_100;
/** How many readings of sums there are for each reading of all accounts. */
const ACCOUNTS_EVERY = 5;

const FAULTS: Readonly<Record<string, (trx: Trx, session: BankSession) => Promise<unknown>>> = {
  'a posting is lost': async (trx) => {
    await sql`ALTER TABLE postings DISABLE TRIGGER ALL`.execute(trx);
    await sql`DELETE FROM postings WHERE (journal_id, account_id) IN (SELECT journal_id, account_id FROM postings LIMIT 1)`.execute(
      trx,
    );
  },
  'a balance is changed by hand': (trx) =>
    sql`UPDATE accounts SET balance = balance + 0.000001 WHERE id = (SELECT id FROM accounts WHERE member_id IS NOT NULL LIMIT 1)`.execute(
      trx,
    ),
  'money goes from one wallet to another without a journal': async (trx) => {
    await sql`UPDATE accounts SET balance = balance - 1 WHERE id = (SELECT min(id) FROM accounts WHERE asset = 'BTC' AND member_id IS NOT NULL)`.execute(
      trx,
    );
    await sql`UPDATE accounts SET balance = balance + 1 WHERE id = (SELECT max(id) FROM accounts WHERE asset = 'BTC' AND member_id IS NOT NULL)`.execute(
      trx,
    );
  },
  'a movement is acknowledged and not made': (_trx, session) => {
    session.own.take(session.members[0] ?? '', 'USDT', '0.000001');
    return Promise.resolve();
  },
};

export const bank: Experiment = {
  figures: ['movements', 'readings of all sums', 'readings of all accounts'],
  faults: Object.keys(FAULTS),
  open: (place) => BankSession.open(place),
};

class BankSession implements Session {
  readonly members: string[] = [];
  own = new OwnAccount();
  private readonly world: World;
  private readonly database: FreshDatabase;

  private readonly ruleVersion: number;

  private constructor(world: World, database: FreshDatabase, ruleVersion: number) {
    this.world = world;
    this.database = database;
    this.ruleVersion = ruleVersion;
  }

  static async open(_place: Place): Promise<BankSession> {
    const database = await freshDatabase(CONNECTIONS);
    const world = await createWorld({ database });
    const { version } = await rulesAt(world.db, world.clock.now());
    const session = new BankSession(world, database, version);
    const held = Object.fromEntries(ASSETS.map((asset) => [asset, START])) as Record<Asset, string>;
    for (let count = 0; count < MEMBERS; count += 1) {
      const { id } = await world.member();
      await fund(world, id, held);
      for (const asset of ASSETS) session.own.move(id, asset, START);
      session.members.push(id);
    }
    // Everybody but the first was introduced, so that purchases pay a bonus.
    await sql`UPDATE members SET introducer_id = ${session.members[0]} WHERE id <> ${session.members[0]}`.execute(
      world.db,
    );
    return session;
  }

  async turn(turn: Turn): Promise<void> {
    let left = turn.short ? OPERATIONS.short : OPERATIONS.long;
    const take = () => (left -= 1) >= 0;
    let over = false;
    const readers = this.read(turn, () => over);
    const { world, members, own, ruleVersion } = this;
    const workers = Array.from({ length: WORKERS }, (_, index) =>
      this.work(turn, { world, members, own, ruleVersion, random: turn.random.apart(index) }, take),
    );
    // What a reader finds ends the turn, not only when the workers are through.
    await Promise.race([Promise.all(workers), readers.then(() => Promise.all(workers))]).finally(() => (over = true));
    await readers;
    await this.compare(this.world.db);
    assert.deepEqual(await checkBooks(this.world.db, { now: this.world.clock.now(), full: true }), { kind: 'agree' });
    await this.countKinds(turn);
    // Movements lock in one order, so that none has to be tried again.
    assert.equal(await this.deadlocks(), 0, 'deadlocks');
  }

  /** How many transactions the database has aborted since they waited for each other; it tells it within a second. */
  private async deadlocks(): Promise<number> {
    await sleep(STATISTICS_MS);
    const { rows } = await sql<{
      deadlocks: string;
    }>`SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()`.execute(this.world.db);
    return Number(rows[0]?.deadlocks);
  }

  private async work(turn: Turn, run: BankRun, take: () => boolean): Promise<void> {
    const names = Object.entries(MOVEMENTS).flatMap(([name, [often]]) => Array.from({ length: often }, () => name));
    while (take()) {
      const [, movement] = MOVEMENTS[run.random.pick(names)] ?? [];
      try {
        await movement?.(run);
        turn.count('movements');
      } catch (error) {
        if (!(error instanceof InsufficientBalance)) throw error;
        turn.count('refused for lack of money');
      }
    }
  }

  private async read(turn: Turn, isOver: () => boolean): Promise<void> {
    for (let reading = 1; !isOver() || reading <= ACCOUNTS_EVERY; reading += 1) {
      const begin = performance.now();
      const { postings, wrong } = await readSums(this.world.db);
      assert.deepEqual(wrong, []);
      assert.ok(postings > 0);
      turn.count('readings of all sums');
      if (reading % ACCOUNTS_EVERY === 0) {
        assert.deepEqual(await readAccounts(this.world.db), []);
        turn.count('readings of all accounts');
      }
      // Half of the time is the writers'.
      await sleep(performance.now() - begin);
    }
  }

  /** Looks at everything at a moment when nobody writes. */
  private async compare(db: World['db'] | Trx): Promise<void> {
    const { rows } = await sql<{
      member_id: string;
      asset: Asset;
      balance: string;
    }>`SELECT member_id, asset, balance::text FROM accounts WHERE member_id IS NOT NULL`.execute(db);
    assert.deepEqual(this.own.compareWith(rows), []);
    assert.deepEqual((await readSums(db)).wrong, []);
    assert.deepEqual(await readAccounts(db), []);
  }

  private async countKinds(turn: Turn): Promise<void> {
    const { rows } = await sql<{ kind: string }>`SELECT DISTINCT kind FROM journals`.execute(this.world.db);
    const missing = KINDS.filter((kind) => !rows.some((row) => row.kind === kind));
    assert.deepEqual(missing, [], 'kinds of journals that no movement wrote');
    turn.count('kinds of journals', turn.cycle === 0 ? rows.length : 0);
  }

  async plant(fault: string): Promise<boolean> {
    const own = this.own.copy();
    const trx = await this.world.db.startTransaction().execute();
    try {
      await FAULTS[fault]?.(trx, this);
      await this.compare(trx);
      return false;
    } catch (error) {
      return error instanceof assert.AssertionError;
    } finally {
      await trx.rollback().execute();
      this.own = own;
    }
  }

  async keep(folder: string): Promise<void> {
    writeFileSync(join(folder, 'database'), `${this.database.leave()}\n`);
  }

  close(): Promise<void> {
    return this.world.close();
  }
}
