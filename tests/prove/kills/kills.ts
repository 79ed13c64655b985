// The real server on both engines, killed while members move money in every way, and while it starts: what it had
// acknowledged is there, nothing is there twice, and calls whose answers were lost have one effect when repeated.
import assert from 'node:assert/strict';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transfer } from '#server/domain/ledger/moves.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { COMPILED_ONCE, type Process } from '#tests/support/processes.ts';
import { addPeople, renewRates, type Person } from '../callers/club.ts';
import type { Sent } from '../callers/calls.ts';
import type { Told } from '../callers/compare.ts';
import { Crowd } from '../callers/crowd.ts';
import { openNode, type ChainNode } from '../callers/node.ts';
import { settle } from '../callers/settle.ts';
import { fails, type Experiment, type Place, type Session, type Turn } from '../experiment.ts';
import type { Random } from '../random.ts';
import { openEmbedded, openPostgres, type Engine } from './club.ts';

const PEOPLE = 12;
/** The server is killed after at most this many acknowledged calls. */
const MOST_CALLS = 90;
/** How many starts of a hundred are killed on their way. */
const KILLED_STARTS = 0.25;
/** A start takes about that long; a kill comes at any moment of it. */
const START_MS = 3_000;
const UNDISTURBED_CALLS = 20;
const READY = 'Perch is ready';

interface Planting {
  readonly crowd: Crowd;
  readonly services: Services;
  readonly trx: Trx;
}

const FAULTS: Readonly<Record<string, (told: Told, planting: Planting) => Promise<unknown>>> = {
  'an acknowledged act is lost': async ({ executed }) => {
    const [[draftId] = ['']] = executed;
    executed.set(draftId, '00000000-0000-4000-8000-000000000000');
  },
  'an act nobody was told of happens': async ({ executed }) => {
    const [[draftId] = ['']] = executed;
    executed.delete(draftId);
  },
  'a transfer arrives twice': async (_told, { crowd, services, trx }) => {
    const [from, to] = crowd.people as [Person, Person];
    const act = { key: 'prove:doubled', at: services.clock.now(), memberId: from.id, ruleVersion: 1 };
    await transfer(trx, services.random, { ...act, toMemberId: to.id, asset: 'USDT', amount: '1' });
  },
};
const OTHER_ANSWER = 'a repeated call is answered differently';

export const kills: Experiment = {
  figures: [
    ...['kills (embedded)', 'kills (PostgreSQL)', 'kills while opening', 'calls'],
    ...['acknowledged, and answered the same again', 'lost, and one effect when repeated twice'],
  ],
  faults: [...Object.keys(FAULTS), OTHER_ANSWER],
  open: (place) => KillsSession.open(place),
};

/** A club on one engine, with everything that its callers were ever told. */
class Club {
  crowd: Crowd | null = null;
  readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Starts the server for the first time, kills that start on its way, and adds the members. */
  async found(random: Random, count: Turn['count']): Promise<Crowd> {
    if (this.engine.name === 'embedded') {
      await this.killStart(random, count);
      await stop(await this.start());
    }
    const people = await this.engine.offline((services) => addPeople(services, PEOPLE));
    this.crowd = new Crowd(people, this.engine);
    return this.crowd;
  }

  async start(): Promise<Process> {
    const server = await this.engine.begin();
    await server.line(READY);
    return server;
  }

  /** A start that is killed before it is ready, or a moment after. */
  async killStart(random: Random, count: Turn['count']): Promise<void> {
    const server = await this.engine.begin();
    const ready = server.line(READY).catch(() => undefined);
    await Promise.race([ready, sleep(random.whole(0, START_MS))]);
    await kill(server);
    count('kills while opening');
  }

  /** Everybody acts until this many calls are acknowledged; then the server is killed in the middle. */
  async killUnderLoad(crowd: Crowd, random: Random, turn: Turn): Promise<void> {
    const server = await this.start();
    await crowd.signIn();
    const ends = crowd.load({ random, isOver: () => false, whenLost: 'end' });
    await crowd.acknowledged(random.whole(1, MOST_CALLS), ends);
    // Anywhere in the calls that are under way.
    await sleep(random.whole(0, 20));
    await kill(server);
    await ends;
    turn.count(`kills (${this.engine.name})`);
    turn.count('lost calls', crowd.calls.lost.length);
  }

  /** Starts the server again, repeats what the callers of this turn have sent, and kills it once more. */
  async settle(crowd: Crowd, random: Random, turn: Turn): Promise<void> {
    const begin = performance.now();
    const server = await this.start();
    turn.time(`restart (${this.engine.name})`, performance.now() - begin);
    await crowd.settle({ freeKeys: turn.short ? this.engine.freeKeys : null, count: turn.count });
    await (random.chance(0.5) ? kill(server) : stop(server));
  }

  /** Everybody acts, and repeats it, while nothing is killed: for faults that are planted in what has happened. */
  async actUndisturbed(turn: Turn): Promise<void> {
    const crowd = this.crowd ?? (await this.found(turn.random, turn.count));
    const server = await this.start();
    await crowd.signIn();
    let isOver = false;
    const load = crowd.load({ random: turn.random, isOver: () => isOver, whenLost: 'end' });
    const isConfirmed = () => crowd.calls.sent.some((sent) => isConfirmation(sent));
    while (!isConfirmed()) await crowd.acknowledged(1, load);
    await crowd.acknowledged(UNDISTURBED_CALLS, load);
    isOver = true;
    await load;
    await crowd.settle({ freeKeys: null, count: turn.count });
    await stop(server);
  }

  async turn(turn: Turn): Promise<void> {
    const random = turn.random.apart(this.engine.name);
    const isNew = this.crowd === null;
    const crowd = this.crowd ?? (await this.found(random, turn.count));
    if (turn.cycle > 0) await this.engine.offline(renewRates);
    // One on each engine in every run; a new club on the embedded one has had it.
    const isFirst = turn.cycle === 0 && !(isNew && this.engine.name === 'embedded');
    if (random.chance(KILLED_STARTS) || isFirst) await this.killStart(random, turn.count);
    await this.killUnderLoad(crowd, random, turn);
    if (random.chance(KILLED_STARTS)) await this.killStart(random, turn.count);
    await this.settle(crowd, random, turn);
    await this.engine.offline((services) => crowd.compare(services));
  }
}

async function kill(server: Process): Promise<void> {
  server.child.kill('SIGKILL');
  await server.ended;
}

/** In order, as a supervisor stops it. */
async function stop(server: Process): Promise<void> {
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0, server.errors());
}

const isConfirmation = ({ operationId, answer }: Sent) => operationId === 'confirmDraft' && answer?.status === 200;

async function plantAnswer({ engine }: Club, crowd: Crowd): Promise<boolean> {
  const sent = crowd.everything.find(isConfirmation);
  if (sent?.answer == null) throw new Error('no draft was confirmed');
  const server = await engine.begin();
  await server.line(READY);
  const answer = { ...sent.answer, body: { ...sent.answer.body, receiptId: 'another' } };
  const noticed = await fails(() => settle([{ ...sent, answer }], { ...engine, count: () => undefined }));
  await stop(server);
  return noticed;
}

class KillsSession implements Session {
  private readonly clubs: readonly Club[];
  private readonly node: ChainNode;

  private constructor(clubs: readonly Club[], node: ChainNode) {
    this.clubs = clubs;
    this.node = node;
  }

  static async open({ folder, short }: Place): Promise<KillsSession> {
    const node = await openNode(folder);
    const { env } = node;
    const engines = await Promise.all([
      openPostgres({ folder, env }),
      openEmbedded({ folder, env, options: short ? COMPILED_ONCE : [] }),
    ]);
    return new KillsSession(
      engines.map((engine) => new Club(engine)),
      node,
    );
  }

  async turn(turn: Turn): Promise<void> {
    await Promise.all(this.clubs.map((club) => club.turn(turn)));
  }

  async plant(fault: string, turn: Turn): Promise<boolean> {
    const [club] = this.clubs as [Club];
    const silent = { ...turn, count: () => undefined, time: () => undefined };
    // Something has to have happened first.
    if (club.crowd === null) await club.actUndisturbed(silent);
    const crowd = club.crowd as unknown as Crowd;
    if (fault === OTHER_ANSWER) return plantAnswer(club, crowd);
    return club.engine.offline((services) =>
      fails(() =>
        crowd.compareWith(
          services,
          (told, trx) =>
            FAULTS[fault]?.(told, { crowd, services, trx }) ?? Promise.reject(new Error(`${fault} is not planted`)),
        ),
      ),
    );
  }

  async keep(folder: string): Promise<void> {
    for (const { engine, crowd } of this.clubs) {
      const where = engine.keep();
      if (existsSync(where)) cpSync(where, join(folder, engine.name), { recursive: true });
      else writeFileSync(join(folder, engine.name), `${where}\n`);
      writeFileSync(
        join(folder, `${engine.name}.calls.json`),
        JSON.stringify([...(crowd?.everything ?? []), ...(crowd?.calls.sent ?? [])], null, 1),
      );
    }
  }

  async close(): Promise<void> {
    await this.node.close();
    await Promise.all(this.clubs.map(({ engine }) => engine.close()));
  }
}
