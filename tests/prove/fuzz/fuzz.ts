// Requests made of the description to every operation: the right one succeeds, each with one fault is refused and has
// had no effect, and whatever is sent gets an answer that two validators of others take for the documented one.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { bodySchema, fitting } from '#tests/api/support/from-description.ts';
import type { OperationId } from '#tests/api/support/call.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { freshDatabase, type FreshDatabase } from '#fixtures/club/database.ts';
import { fails, type Experiment, type Session, type Turn } from '../experiment.ts';
import type { Random } from '../random.ts';
import { OPERATIONS, readyFor } from '../ready/ready.ts';
import { routeOf, takesKey, wireOf, type Ready, type Wire } from '../ready/request.ts';
import { Judge, type Judged } from './judge.ts';
import { mutantsOf, someOf, type Mutant } from './mutants.ts';
import { mediaTypeOf, Prism } from './prism.ts';

const MUTANTS = { short: 20, long: 1_000 };
const RANDOM = { short: 4, long: 60 };
/** How many of the requests go through Prism. */
const THROUGH_PRISM = { short: 0.08, long: 0.25 };
/** Answers that never end are read as far as their head. */
const ENDLESS: ReadonlySet<OperationId> = new Set(['streamEvents', 'streamRates']);

const FAULTS = {
  field: 'a field of an answer is missing',
  status: 'an answer has an undocumented status',
  schema: 'the description says something else than the server does',
  prism: 'a field is missing in an answer that Prism sees',
  taken: 'a request with a fault is taken',
} as const;

export const fuzz: Experiment = {
  figures: [
    'operations carried out',
    'requests with one fault, refused',
    'random requests',
    'answers judged',
    'answers judged by Prism',
  ],
  faults: Object.values(FAULTS),
  open: async ({ folder }) => {
    const database = await freshDatabase();
    // The server's own comparison of answers would hide what the judges are to find.
    const world = await createWorld({ database, config: { validateResponses: false } });
    await world.member();
    const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
    return new FuzzSession({
      world,
      database,
      origin: address,
      judge: await Judge.open(),
      prism: await Prism.open(address, folder),
    });
  },
};

interface Parts {
  readonly world: World;
  readonly database: FreshDatabase;
  readonly origin: string;
  readonly judge: Judge;
  readonly prism: Prism;
}

class FuzzSession implements Session {
  private readonly parts: Parts;
  /** The last request, for the analysis of a failure. */
  private last: Wire | null = null;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  async turn(turn: Turn): Promise<void> {
    for (const operationId of OPERATIONS) await this.tryOperation(operationId, turn);
  }

  private async tryOperation(operationId: OperationId, turn: Turn): Promise<void> {
    const { world, judge } = this.parts;
    const random = turn.random.apart(operationId);
    const size = turn.short ? 'short' : 'long';
    await this.sendRandom(operationId, { random, turn, count: RANDOM[size] });
    const ready = await readyFor(world, operationId);
    for (const mutant of someOf(mutantsOf(operationId, ready, judge), MUTANTS[size], random)) {
      await this.refused(operationId, mutant, turn, random.chance(THROUGH_PRISM[size]));
      turn.count('requests with one fault, refused');
    }
    // After all of that it is still good: none of them has had an effect.
    const key = takesKey(routeOf(operationId)) ? `fuzz-${turn.cycle}-${operationId}` : null;
    const answer = await this.judged(
      operationId,
      wireOf(operationId, ready, key),
      turn,
      random.chance(THROUGH_PRISM[size]),
    );
    assert.ok(answer.status < 300, `${operationId} was made ready and is refused: ${answer.body}`);
    turn.count('operations carried out');
  }

  private async refused(operationId: OperationId, mutant: Mutant, turn: Turn, throughPrism: boolean): Promise<void> {
    const answer = await this.judged(operationId, mutant.wire, turn, throughPrism && mutant.unreadable !== true);
    const { code } = JSON.parse(answer.body || '{}') as { code?: string };
    assert.deepEqual(
      [answer.status, code],
      [mutant.status, mutant.code],
      `${operationId}, where ${mutant.fault}: ${answer.body}`,
    );
  }

  /** Sends a request, and has its answer judged. @throws AssertionError for what is not as described */
  private async judged(operationId: OperationId, wire: Wire, turn: Turn, throughPrism: boolean): Promise<Judged> {
    this.last = wire;
    const usePrism = throughPrism && !ENDLESS.has(operationId);
    const answer = usePrism
      ? await this.parts.prism.send(wire)
      : { ...(await this.send(operationId, wire)), violations: [] };
    const asked = `${operationId} ${JSON.stringify(wire)} was answered ${answer.status} ${answer.body.slice(0, 1_000)}`;
    assert.ok(answer.status < 500, asked);
    assert.equal(this.parts.judge.answer(operationId, answer), null, asked);
    assert.deepEqual(answer.violations, [], `Prism: ${asked}`);
    turn.count('answers judged');
    if (usePrism) turn.count('answers judged by Prism');
    return answer;
  }

  private async send(operationId: OperationId, { method, path, headers, body }: Wire): Promise<Judged> {
    const ending = new AbortController();
    const response = await fetch(`${this.parts.origin}/api${path}`, {
      ...{ method, headers, signal: ending.signal },
      ...(body === undefined ? {} : { body }),
    });
    const isEndless = ENDLESS.has(operationId) && response.ok;
    const text = isEndless ? 'data' : await response.text();
    if (isEndless) ending.abort();
    return { status: response.status, mediaType: mediaTypeOf(response), body: text };
  }

  /** Bodies that fit their schema and nothing else: of nobody, or of somebody who has nothing to do with them. */
  private async sendRandom(
    operationId: OperationId,
    given: { random: Random; turn: Turn; count: number },
  ): Promise<void> {
    const { random, turn, count } = given;
    const route = routeOf(operationId);
    const schema = bodySchema(route);
    const bodies =
      schema === null ? [] : fc.sample(fitting(schema), { numRuns: count, seed: random.whole(0, 2 ** 31 - 1) });
    const somebody = await readyFor(this.parts.world, 'getWallet');
    const stranger: Ready = {
      ...(await readyFor(this.parts.world, operationId)),
      token: somebody.token,
      cookies: new Map(),
    };
    for (let made = 0; made < Math.max(count, bodies.length); made += 1) {
      const body = bodies[made] as Record<string, unknown> | undefined;
      const ready = body === undefined ? stranger : { ...stranger, body };
      const key = takesKey(route) ? `random-${random.whole(0, 2 ** 31)}` : null;
      await this.judged(operationId, wireOf(operationId, ready, key), turn, false);
      turn.count('random requests');
    }
  }

  async plant(fault: string, turn: Turn): Promise<boolean> {
    const { world, judge, prism } = this.parts;
    const silent = { ...turn, count: () => undefined };
    const status = await this.send('getStatus', { method: 'GET', path: '/status', headers: {} });
    if (fault === FAULTS.field)
      return judge.answer('getStatus', { ...status, body: withoutField(status.body) }) !== null;
    if (fault === FAULTS.status) return judge.answer('getStatus', { ...status, status: 418 }) !== null;
    if (fault === FAULTS.schema) {
      const other = structuredClone(description);
      other.components.schemas.Status.properties.version.type = 'integer';
      return (await Judge.open(other)).answer('getStatus', status) !== null;
    }
    if (fault === FAULTS.prism) {
      prism.spoil = withoutField;
      const { violations } = await prism.send({ method: 'GET', path: '/status', headers: {} });
      prism.spoil = null;
      return violations.length > 0;
    }
    const ready = await readyFor(world, 'createExchange');
    const wire = wireOf('createExchange', ready, 'a-right-request');
    const mutant = { fault: 'nothing', wire, status: 400, code: 'invalid_request' };
    return fails(() => this.refused('createExchange', mutant, silent, false));
  }

  async keep(folder: string): Promise<void> {
    writeFileSync(join(folder, 'database'), `${this.parts.database.leave()}\n`);
    writeFileSync(join(folder, 'request.json'), JSON.stringify(this.last, null, 1));
    writeFileSync(join(folder, 'server.log'), this.parts.world.logs());
  }

  async close(): Promise<void> {
    await this.parts.prism.close();
    await this.parts.world.close();
  }
}

function withoutField(body: string): string {
  const { version: _version, ...rest } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(rest);
}
