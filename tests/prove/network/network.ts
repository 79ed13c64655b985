// A slow and broken network on both sides of a server: between it and its callers, and between it and PostgreSQL.
// Calls that are repeated under the same keys have one effect each.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKysely, type Db } from '#server/platform/db/kysely.ts';
import { systemClock } from '#server/platform/system/clock.ts';
import { addressOf, freshDatabase, type FreshDatabase } from '#fixtures/club/database.ts';
import { builtServer, onClub, startOnce } from '#tests/support/perch.ts';
import type { Process } from '#tests/support/processes.ts';
import { CALM, Relay, type Conditions } from '#tests/support/relay.ts';
import { addPeople, renewRates } from '../callers/club.ts';
import { Crowd } from '../callers/crowd.ts';
import { mailboxOf } from '../callers/mailboxes.ts';
import { openNode, type ChainNode } from '../callers/node.ts';
import { fails, type Experiment, type Place, type Session, type Turn } from '../experiment.ts';
import { freeKeys, PERCH_SECRET } from '../kills/club.ts';
import { randomOf } from '../random.ts';

const PEOPLE = 10;
const CALLS = { short: 24, long: 250 };
/** On a broken network, shorter than a caller of the app waits, so that some answers come too late. */
const PATIENCE_MS = 3_000;

const SLOW: Conditions = { ...CALM, delayMs: 40, halve: 200 };
const BROKEN: Conditions = { delayMs: 5, halve: 50, stall: 5, stallMs: 4_000, drop: 25, reset: 25, halfClose: 15 };
/** PostgreSQL sends many pieces for one call, so each breaks less often. */
const BROKEN_BELOW: Conditions = { delayMs: 2, halve: 20, stall: 1, stallMs: 2_000, drop: 2, reset: 2, halfClose: 1 };

const CONDITIONS: Readonly<Record<string, { above: Conditions; below: Conditions }>> = {
  'slow on both sides': { above: SLOW, below: { ...SLOW, delayMs: 5 } },
  'broken before the server': { above: BROKEN, below: CALM },
  'broken behind the server': { above: CALM, below: BROKEN_BELOW },
  'broken on both sides': { above: BROKEN, below: BROKEN_BELOW },
};
const LOST_ANSWER = 'a call whose answer was lost is carried out again under another key';

export const network: Experiment = {
  figures: [
    ...Object.keys(CONDITIONS).map((name) => `rounds, ${name}`),
    ...['connections dropped', 'connections reset', 'pieces halved', 'stalls', 'half-closed connections'],
    'lost, and one effect when repeated twice',
  ],
  faults: [LOST_ANSWER],
  open: (place) => NetworkSession.open(place),
};

const NAMES_OF_COUNTS: Readonly<Record<string, string>> = {
  ...{ drop: 'connections dropped', reset: 'connections reset', halve: 'pieces halved' },
  ...{ stall: 'stalls', halfClose: 'half-closed connections', allReset: 'connections reset all at once' },
};

interface Parts {
  readonly database: FreshDatabase;
  readonly db: Db;
  readonly env: Record<string, string>;
  readonly node: ChainNode;
  readonly server: Process;
  readonly above: Relay;
  readonly below: Relay;
  readonly crowd: Crowd;
}

class NetworkSession implements Session {
  private readonly parts: Parts;

  private constructor(parts: Parts) {
    this.parts = parts;
  }

  static async open({ folder }: Place): Promise<NetworkSession> {
    const random = randomOf('relays');
    const node = await openNode(folder);
    const database = await freshDatabase();
    const DATABASE_URL = (await addressOf(database)) ?? '';
    const below = await Relay.open(DATABASE_URL, random.apart('below'));
    const DATA_DIR = join(folder, 'data');
    mkdirSync(DATA_DIR, { recursive: true });
    const env = { ...node.env, PERCH_SECRET, DATA_DIR, DATABASE_URL, RATE_LIMIT_SCALE: '100000' };
    await startOnce(env);
    const people = await onClub(env, (services) => addPeople(services, PEOPLE));
    const server = await builtServer({ ...env, DATABASE_URL: below.url });
    await server.line('Perch is ready');
    const above = await Relay.open(`http://localhost:${server.port}`, random.apart('above'));
    const db = createKysely(database.pool);
    const isCalm = () => above.conditions === CALM && below.conditions === CALM;
    const where = {
      origin: () => `http://127.0.0.1:${above.port}`,
      // A sign-in on a busy machine is no lost answer.
      patienceMs: () => (isCalm() ? undefined : PATIENCE_MS),
    };
    const crowd = new Crowd(people, { where, mailbox: mailboxOf(db) });
    return new NetworkSession({ database, db, env, node, server, above, below, crowd });
  }

  async turn(turn: Turn): Promise<void> {
    await onClub(this.parts.env, renewRates);
    for (const [name, conditions] of turn.random.shuffled(Object.entries(CONDITIONS))) {
      await this.round(conditions, turn.random.apart(name), turn);
      turn.count(`rounds, ${name}`);
    }
    for (const relay of [this.parts.above, this.parts.below])
      for (const [what, count] of Object.entries(relay.counts)) {
        turn.count(NAMES_OF_COUNTS[what] ?? what, count);
        delete relay.counts[what];
      }
  }

  private async round(
    conditions: { above: Conditions; below: Conditions },
    random: Turn['random'],
    turn: Turn,
  ): Promise<void> {
    const { above, below, crowd, server, db } = this.parts;
    await crowd.signIn();
    let isOver = false;
    const load = crowd.load({ random, isOver: () => isOver, whenLost: 'go on' });
    [above.conditions, below.conditions] = [conditions.above, conditions.below];
    await crowd.acknowledged(turn.short ? CALLS.short : CALLS.long, load);
    if (conditions.below !== CALM) below.reset();
    await sleep(random.whole(0, 200));
    isOver = true;
    await load;
    // Repeated under the same conditions: what is lost once more is repeated once more.
    turn.count('lost calls', crowd.calls.lost.length);
    turn.count('refused as unavailable', crowd.calls.unavailable);
    await crowd.settle({ freeKeys: turn.short ? () => freeKeys(db) : null, count: turn.count });
    [above.conditions, below.conditions] = [CALM, CALM];
    assert.equal(server.child.exitCode, null, `the server ended: ${server.errors()}`);
    await crowd.compare({ db, clock: systemClock });
  }

  async plant(_fault: string, turn: Turn): Promise<boolean> {
    const { crowd, db } = this.parts;
    const silent = { ...turn, short: true, count: () => undefined, time: () => undefined };
    await this.round({ above: BROKEN, below: CALM }, turn.random, silent);
    return fails(() =>
      crowd.compareWith({ db }, async ({ drafts }, trx) => {
        const [draftId = ''] = drafts.keys();
        const draft = await trx.selectFrom('drafts').selectAll().where('id', '=', draftId).executeTakeFirstOrThrow();
        const again = { ...draft, id: randomUUID(), terms: JSON.stringify(draft.terms), receipt_id: null };
        await trx
          .insertInto('drafts')
          .values({ ...again, state: 'voided', executed_at: null })
          .execute();
      }),
    );
  }

  async keep(folder: string): Promise<void> {
    const { database, crowd } = this.parts;
    writeFileSync(join(folder, 'database'), `${database.leave()}\n`);
    writeFileSync(join(folder, 'calls.json'), JSON.stringify([...crowd.everything, ...crowd.calls.sent], null, 1));
  }

  async close(): Promise<void> {
    const { server, above, below, node, database } = this.parts;
    [above.conditions, below.conditions] = [CALM, CALM];
    server.child.kill('SIGTERM');
    await server.ended;
    await Promise.all([above.close(), below.close()]);
    await node.close();
    await database.close();
  }
}
