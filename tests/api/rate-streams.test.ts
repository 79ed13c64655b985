// Streams of rates are few for each session, and cost the database the same however many are open (D-07).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRateChanges, MOST_WATCHES } from '#server/domain/rates/changes.ts';
import type { RateWatcher } from '#server/domain/services/rate-changes.ts';
import { holdsWithin } from '#walk/browser/patience.ts';
import { rich, setRates, type Rich } from './support/money.ts';
import { countingDb } from './support/queries.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

const open = (who: Rich) =>
  world.app.inject({
    url: '/api/rates/events',
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
  it('are three at once: a further one is refused with the time after which to try again, and another session has its own', async () => {
    const who = await rich(world, {});
    const streams = await Promise.all(Array.from({ length: MOST_WATCHES }, () => open(who)));
    expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const refused = await who.call('streamRates');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
    const other = await open(await rich(world, {}));
    expect(other.statusCode).toBe(200);
    for (const response of [...streams, other]) response.stream().destroy();
  });

  it('are all over once it has ended', async () => {
    const who = await rich(world, {});
    const streams = await Promise.all([open(who), open(who)]);
    const ends = streams.map(async (response) => {
      for await (const chunk of response.stream()) void chunk;
    });
    expect((await who.browser.call('revokeToken', { body: {}, token: who.token })).status).toBe(204);
    await Promise.all(ends);
  });
});

describe('one reading of the database', () => {
  /** How many statements a look of the loop takes with so many sessions watching, three watches each. */
  async function perLook(sessions: readonly string[]): Promise<number> {
    const { db, count } = countingDb(world);
    const changes = createRateChanges({ db, clock: world.clock, everyMs: 5 });
    let looks = 0;
    let news = 0;
    const watcher = (sessionId: string, place: number): RateWatcher => ({
      sessionId,
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
    await until(() => looks >= before.looks + 5);
    const taken = { statements: count() - before.statements, looks: looks - before.looks };
    for (const each of leave) each?.();
    // The last look may still be under way when it is counted.
    return Math.round(taken.statements / taken.looks);
  }

  it('serves all streams: forty sessions with three each cost what one costs', async () => {
    const sessions: string[] = [];
    for (let place = 0; place < 40; place += 1) sessions.push(await sessionOf(await rich(world, {})));
    const [one, many] = [await perLook(sessions.slice(0, 1)), await perLook(sessions)];
    expect(one).toBeLessThanOrEqual(3);
    expect(many).toBe(one);
  });
});
