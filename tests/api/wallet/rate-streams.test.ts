// Streams of rates are limited per session, per member and per process, and cost the database the same however many are
// open (D-07).
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChanges, MOST_WATCHES, MOST_WATCHES_OF_MEMBER } from '#server/domain/streams/changes.ts';
import { handlers } from '#server/entry/handlers.ts';
import type { UntypedHandler } from '#server/entry/http/api.ts';
import { mostStreams } from '#server/entry/opening/open.ts';
import { createLocalBus } from '#server/platform/bus/bus.ts';
import type { StreamedBody } from '#server/platform/contract/types.ts';
import { testConfig } from '#fixtures/club/config.ts';
import type { Watcher } from '#server/domain/services/changes.ts';
import { holdsWithin } from '#fixtures/system/patience.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { countingDb } from '../support/queries.ts';
import { requestTo } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

const open = (who: Rich) =>
  world.app.inject({
    ...requestTo('streamRates'),
    headers: { authorization: `Bearer ${who.token}` },
    payloadAsStream: true,
  });
const PATIENCE_MS = 30_000;
const sessionOf = async (who: Rich) =>
  (await world.db.selectFrom('sessions').select('id').where('member_id', '=', who.member.id).executeTakeFirstOrThrow())
    .id;

async function until(met: () => boolean): Promise<void> {
  if (!(await holdsWithin(PATIENCE_MS, () => Promise.resolve(met())))) throw new Error('waited in vain');
}

describe('the streams of a session', () => {
  it('are limited to four: another is refused with the time after which to try again, and another session has its own', async () => {
    const who = await rich(world, {});
    const streams = await Promise.all(Array.from({ length: MOST_WATCHES }, () => open(who)));
    expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const refused = await who.call('streamRates');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
    const other = await open(await rich(world, {}));
    expect(other.statusCode).toBe(200);
    for (const response of [...streams, other]) response.stream().destroy();
  });

  it('all end with it', async () => {
    const who = await rich(world, {});
    const streams = await Promise.all([open(who), open(who)]);
    const ends = streams.map(async (response) => {
      for await (const chunk of response.stream()) void chunk;
    });
    expect((await who.browser.call('revokeToken', { body: {}, token: who.token })).status).toBe(204);
    await Promise.all(ends);
  });
});

interface NetworkStream {
  readonly status: number;
  /** Kept with the stream: `fetch` hangs up by itself once the answer has been collected as garbage. */
  readonly answer: Response;
  hangUp(): void;
}

/** A stream over the network: only there a caller can hang up. */
async function streamOver(origin: string, token: string): Promise<NetworkStream> {
  const gone = new AbortController();
  const answer = await fetch(origin + requestTo('streamRates').url, {
    headers: { authorization: `Bearer ${token}` },
    signal: gone.signal,
  });
  return { status: answer.status, answer, hangUp: () => gone.abort() };
}

describe('the streams of a member', () => {
  it('are bounded over all sessions: a further session gets none, and another member does', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const changes = createChanges({
      db: world.db,
      clock: world.clock,
      config: world.services.config,
      bus: world.services.bus,
    });
    const on = await createWorld({ on: world, changes });
    const origin = await on.app.listen({ host: '127.0.0.1', port: 0 });
    const [who, other] = [await rich(world, {}), await rich(world, {})];
    const streams: Awaited<ReturnType<typeof streamOver>>[] = [];
    for (let session = 0; session < MOST_WATCHES_OF_MEMBER / MOST_WATCHES; session += 1) {
      const { accessToken } = await world.browser().session(who.member);
      for (let each = 0; each < MOST_WATCHES; each += 1) streams.push(await streamOver(origin, accessToken));
    }
    expect(streams.map(({ status }) => status)).toEqual(Array(MOST_WATCHES_OF_MEMBER).fill(200));
    expect(changes.open()).toBe(MOST_WATCHES_OF_MEMBER);
    expect((await streamOver(origin, who.token)).status).toBe(429);
    streams.push(await streamOver(origin, other.token));
    expect(streams.at(-1)?.status).toBe(200);
    for (const { hangUp } of streams) hangUp();
    await until(() => changes.open() === 0);
    expect((await streamOver(origin, who.token)).status).toBe(200);
    await on.close();
    process.off('warning', onWarning);
    // Such as one of Node that something listens too often.
    expect(warnings).toEqual([]);
  });
});

describe('the streams of a process', () => {
  it('are bounded: a further one is refused as unavailable for a while, and everything else is answered', async () => {
    const changes = createChanges({
      db: world.db,
      clock: world.clock,
      config: world.services.config,
      bus: world.services.bus,
      most: 2,
    });
    const full = await createWorld({ on: world, changes });
    const origin = await full.app.listen({ host: '127.0.0.1', port: 0 });
    const who = await rich(world, {});
    const [first, second] = [await streamOver(origin, who.token), await streamOver(origin, who.token)];
    const refused = await full.browser().call('streamRates', { token: who.token });
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '30']);
    expect((await full.browser().call('listRates', { token: who.token })).status).toBe(200);
    first.hangUp();
    await until(() => changes.open() === 1);
    expect((await streamOver(origin, who.token)).status).toBe(200);
    second.hangUp();
    await full.close();
  });

  it('are half of the connections, so that calls have the other half', async () => {
    expect([9, 10_000].map((maxConnections) => mostStreams({ ...testConfig(), maxConnections }))).toEqual([4, 5_000]);
  });

  it('leave nothing in memory once their callers have hung up, while the server goes on', async () => {
    const kept: WeakRef<object>[] = [];
    const streamRates: UntypedHandler = async (services, call) => {
      const over = call.over();
      const answer = await (handlers.streamRates as unknown as UntypedHandler)(services, { ...call, over: () => over });
      kept.push(new WeakRef(over), new WeakRef((answer.body as StreamedBody).stream));
      return answer;
    };
    const on = await createWorld({ on: world, handlers: { ...handlers, streamRates } });
    const origin = await on.app.listen({ host: '127.0.0.1', port: 0 });
    const who = await rich(world, {});
    for (let round = 0; round < 10; round += 1) {
      const gone = new AbortController();
      const headers = { authorization: `Bearer ${who.token}` };
      const stream = await fetch(origin + requestTo('streamRates').url, { headers, signal: gone.signal });
      expect(stream.status).toBe(200);
      gone.abort();
      await until(() => on.services.changes.open() === 0);
    }
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    expect(kept).toHaveLength(20);
    // The last connection may still be in the hands of the runtime.
    await expect
      .poll(() => {
        collect();
        return kept.filter((each) => each.deref() !== undefined).length;
      })
      .toBeLessThanOrEqual(2);
    await on.close();
  });
});

describe('one reading of the database', () => {
  /** How many statements one turn of the loop takes while this many sessions watch, with three streams each. */
  async function perLook(sessions: readonly string[]): Promise<number> {
    const { db, count } = countingDb(world);
    const changes = createChanges({
      db,
      clock: world.clock,
      config: world.services.config,
      bus: createLocalBus(),
      everyMs: 5,
    });
    let looks = 0;
    let news = 0;
    const watcher = (sessionId: string, place: number): Watcher => ({
      follows: 'rates',
      sessionId,
      memberId: sessionId,
      changed: () => void (news += 1),
      looked: () => void (looks += place === 0 ? 1 : 0),
      over: () => undefined,
      failed: (error) => {
        throw error;
      },
    });
    const watchers = sessions.flatMap((sessionId) => [0, 1, 2].map(() => sessionId)).map(watcher);
    const leave = watchers.map((each) => changes.watch(each));
    await until(() => news === watchers.length && looks > 0);
    const before = { statements: count(), looks };
    await until(() => looks >= before.looks + 20);
    const taken = { statements: count() - before.statements, looks: looks - before.looks };
    for (const each of leave) each?.();
    // The first and the last turn may be counted in part, so there are enough of them.
    return Math.round(taken.statements / taken.looks);
  }

  it('serves all streams: forty sessions with three each cost as much as one', async () => {
    const sessions: string[] = [];
    for (let place = 0; place < 40; place += 1) sessions.push(await sessionOf(await rich(world, {})));
    const [one, many] = [await perLook(sessions.slice(0, 1)), await perLook(sessions)];
    expect(one).toBeLessThanOrEqual(5);
    expect(many).toBe(one);
  });
});
