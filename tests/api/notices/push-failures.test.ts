// Push services that fail for one browser, for which the others and the server do not wait, and a club without any.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordNotice } from '#server/domain/notices/record.ts';
import { MOST_FAILURES, sendPushes } from '#server/domain/notices/send-pushes.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { startJobs } from '#server/platform/jobs/runner.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { sendAll, subscribed, type Posted, type Subscribed } from '../support/push.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterEach(async () => void (await world.db.deleteFrom('push_devices').execute()));
afterAll(() => world.close());

async function told(host?: string): Promise<{ who: Rich; device: Subscribed }> {
  const [who, device] = [await rich(world), subscribed(host)];
  expect((await who.call('turnOnPush', { body: device.wanted })).status).toBe(200);
  return { who, device };
}

const devicesOf = (who: Rich) =>
  world.db.selectFrom('push_devices').select('id').where('member_id', '=', who.member.id).execute();
const waiting = () => world.db.selectFrom('push_messages').select('id').execute();
const hold = (who: Rich, minutes = 1, services = world.services) =>
  inTransaction(world.db, (trx) => {
    const at = world.clock.now();
    const until = new Date(at.getTime() + minutes * 60_000);
    return recordNotice(trx, services, { kind: 'moneyHeld', memberId: who.member.id, at, until });
  });
const sentTo = async ({ wanted }: Subscribed) =>
  (await sendAll(world)).filter(({ endpoint }) => endpoint === wanted.endpoint);

describe('a push service that', () => {
  it('fails for one message is asked for none to the same browser, and for those to others', async () => {
    const [{ who, device }, { who: other, device: good }] = [await told(), await told()];
    for (const minutes of [1, 2, 3]) await hold(who, minutes);
    await hold(other);
    const broken = ({ endpoint }: Posted) => ({
      status: endpoint === device.wanted.endpoint ? 503 : 201,
      retryAfter: null,
    });
    const posted = (await sendAll(world, broken)).map(({ endpoint }) => endpoint);
    expect(posted.sort()).toEqual([device.wanted.endpoint, good.wanted.endpoint].sort());
    expect(await sendAll(world, broken)).toEqual([]);
    world.clock.advance(30);
    expect(await sentTo(device)).toHaveLength(3);
  });

  it('fails again and again while others are reached is asked for that browser no more', async () => {
    const [{ who, device }, { who: other }] = [await told(), await told()];
    await hold(who);
    let tries = 0;
    const broken = ({ endpoint }: Posted) => {
      if (endpoint !== device.wanted.endpoint) return { status: 201, retryAfter: null };
      tries += 1;
      return { status: 503, retryAfter: null };
    };
    for (let hours = 0; hours < 23; hours += 1) {
      await hold(other, hours + 1);
      await sendAll(world, broken);
      world.clock.advance(60 * 60);
      expect(await devicesOf(who)).toHaveLength(1);
    }
    // A message that is queued later doesn't start the count again.
    await hold(who, 2);
    await sendAll(world, broken);
    world.clock.advance(30);
    await sendAll(world, broken);
    expect([tries, await devicesOf(who), await waiting()]).toEqual([MOST_FAILURES, [], []]);
    expect(await devicesOf(other)).toHaveLength(1);
  });

  it.each([
    ['gives no answer', new Error('timeout'), 1],
    ['fails two browsers', { status: 503, retryAfter: null }, 2],
  ])('%s is asked nothing more for now, while other services are', async (_, answer, calls) => {
    const all = [await told(), await told(), await told()];
    const elsewhere = await told('fcm.googleapis.com');
    for (const { who } of all) await hold(who);
    await hold(elsewhere.who);
    const asked: string[] = [];
    await sendPushes(world.services, async (endpoint) => {
      asked.push(new URL(endpoint).host);
      // While the last of them is on its way, they get another message, and one more when it has failed.
      const isElsewhere = endpoint === elsewhere.device.wanted.endpoint;
      if (asked.length === calls || isElsewhere) for (const { who } of all) await hold(who, asked.length + 1);
      if (isElsewhere) return { status: 201, retryAfter: null };
      return answer instanceof Error ? Promise.reject(answer) : answer;
    });
    const service = new URL(all[0]?.device.wanted.endpoint ?? '').host;
    expect(asked).toEqual([...Array.from({ length: calls }, () => service), 'fcm.googleapis.com']);
    expect(await sendAll(world)).toEqual([]);
    const tries = await world.db.selectFrom('push_messages').select('attempts').where('attempts', '>', 0).execute();
    expect(tries).toHaveLength(calls);
    world.clock.advance(30);
    expect(await sendAll(world)).toHaveLength(9);
  });

  it('is slow holds up a server that stops for one message: the rest waits for the next', async () => {
    const { who, device } = await told();
    for (const minutes of [1, 2, 3]) await hold(who, minutes);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let posted = 0;
    const errors: unknown[] = [];
    const post = async () => {
      posted += 1;
      await answered;
      return { status: 201, retryAfter: null };
    };
    const running = startJobs(
      [
        {
          name: 'send-pushes',
          everySeconds: 3_600,
          runs: 'in every process',
          run: async (_db, isStopping) => void (await sendPushes(world.services, post, isStopping)),
        },
      ],
      { db: world.db, oneRunner: null, onError: (_job, error) => errors.push(error) },
    );
    await expect.poll(() => posted).toBe(1);
    const stopped = running.stop();
    answer();
    await stopped;
    expect([posted, errors]).toEqual([1, []]);
    expect(await sentTo(device)).toHaveLength(2);
  });
});

describe('a session whose browser somebody else replaces', () => {
  it('says which browser it is', async () => {
    const { who, device } = await told();
    const hashOf = ({ wanted }: Subscribed) => createHash('sha256').update(wanted.endpoint).digest('base64url');
    expect((await who.call('getPushHere')).body.endpointHash).toBe(hashOf(device));
    const another = subscribed();
    const { body } = await who.call('turnOnPush', { body: another.wanted });
    expect([body.endpointHash, (await who.call('getPushHere')).body.endpointHash]).toEqual([
      hashOf(another),
      hashOf(another),
    ]);
    expect((await who.call('turnOffPush', {})).body).toMatchObject({ on: false, endpointHash: null });
  });
});

describe('a club that sends no messages to browsers', () => {
  it('says so, and takes no browser', async () => {
    const quiet = await createWorld({ config: { webPush: false } });
    const who = await rich(quiet);
    expect((await who.call('getPushHere')).body).toEqual({ key: null, on: false, endpointHash: null });
    expect((await who.call('turnOnPush', { body: subscribed().wanted })).status).toBe(404);
    expect((await who.call('turnOffPush', {})).body).toEqual({ key: null, on: false, endpointHash: null });
    await quiet.close();
  });

  it('queues nothing for browsers that were turned on before, and tells them of what comes after', async () => {
    const { who, device } = await told();
    const off = { ...world.services, config: { ...world.services.config, webPush: false } };
    await hold(who, 1, off);
    expect(await waiting()).toEqual([]);
    await hold(who, 2);
    expect(await sentTo(device)).toHaveLength(1);
    const listed = await world.db.selectFrom('notices').select('id').where('member_id', '=', who.member.id).execute();
    expect(listed).toHaveLength(2);
  });
});
