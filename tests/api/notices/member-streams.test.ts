// The stream of a member tells their tabs what has changed, nobody else, and without a word of what it is now. It
// resumes after any event that it sent, on any server.
import { randomUUID } from 'node:crypto';
import { getDefaultHighWaterMark, type PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { answerInquiry, lockInquiry } from '#server/domain/inquiries/steps.ts';
import type { Changes, MemberWatcher } from '#server/domain/services/changes.ts';
import { REFRESH_IDLE_SECONDS, replaceSession } from '#server/domain/sessions/sessions.ts';
import { createChanges, MOST_WATCHES } from '#server/domain/streams/changes.ts';
import { streamMemberEvents } from '#server/domain/streams/stream.ts';
import { createLocalBus } from '#server/platform/bus/bus.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { payment } from '#fixtures/club/chain.ts';
import { memberEvents } from '../support/member-events.ts';
import { fund, rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { countingDb } from '../support/queries.ts';
import { approve, accepted, OPERATOR } from '../support/withdrawals.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

const INQUIRY = { category: 'other', text: 'Where is my money?' } as const;
const TOPICS = ['balances', 'statuses', 'notices', 'inquiries'];

async function send(from: Rich, to: Rich): Promise<void> {
  const { body } = await from.call('createTransfer', {
    body: { recipient: to.member.username, asset: 'USDT', amount: '5', note: 'Thanks' },
  });
  expect((await from.confirm(body.id)).status).toBe(200);
}

async function answer(trx: Trx, ticket: string): Promise<void> {
  const inquiry = await lockInquiry(trx, ticket);
  if (inquiry === null) throw new Error('the inquiry is gone');
  await answerInquiry(trx, world.services, inquiry, { text: 'It is on its way.', writer: OPERATOR });
}

describe('the stream of a member', () => {
  it('begins at once with nothing, and tells sender and recipient of a transfer, and nobody else', async () => {
    const [from, to, other] = [await rich(world), await rich(world), await rich(world)];
    const [ofFrom, ofTo, ofOther] = await Promise.all([from, to, other].map(({ token }) => memberEvents(world, token)));
    expect(ofFrom?.status).toBe(200);
    expect(ofFrom?.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    for (const each of [ofFrom, ofTo, ofOther]) expect(await each?.next()).toMatchObject({ changed: [] });
    await send(from, to);
    await ofFrom?.untilTold('balances');
    await ofTo?.untilTold('balances');
    // What the bystander hears next is what comes next, and not the transfer.
    await other.call('createInquiry', { body: INQUIRY });
    expect(await ofOther?.next()).toMatchObject({ changed: ['inquiries'] });
    for (const each of [ofFrom, ofTo, ofOther]) each?.close();
  });

  it('says neither what nor how much', async () => {
    const [from, to] = [await rich(world), await rich(world)];
    const events = await memberEvents(world, to.token);
    await events.next();
    await send(from, to);
    const event = await events.next();
    expect(Object.keys(event ?? {}).toSorted()).toEqual(['changed', 'id']);
    expect(event?.id).toMatch(/^[-\w]+(\.[-\w]+)+$/);
    events.close();
  });

  it('tells of a deposit at each step, of a withdrawal that is approved, and of an answer from support', async () => {
    const { who, id } = await accepted(world);
    const events = await memberEvents(world, who.token);
    await events.next();
    await approve(world, id);
    await events.untilTold('statuses');
    const asked = await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } });
    await events.untilTold('statuses');
    const listener = createPaymentListener(world.services);
    const paid = await payment(world, listener, { address: asked.body.address, asset: 'USDT', amount: '500' });
    await paid.seen();
    await events.untilTold('statuses');
    await paid.final();
    await events.untilTold('statuses', 'balances');
    const { ticket } = (await who.call('createInquiry', { body: INQUIRY })).body;
    await events.untilTold('inquiries');
    await inTransaction(world.db, (trx) => answer(trx, ticket));
    await events.untilTold('inquiries');
    events.close();
  });

  it('tells nothing of an act that was undone', async () => {
    const who = await rich(world);
    const { ticket } = (await who.call('createInquiry', { body: INQUIRY })).body;
    const events = await memberEvents(world, who.token);
    await events.next();
    await expect(
      inTransaction(world.db, async (trx) => {
        await answer(trx, ticket);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await fund(world, who.member.id, { BTC: '1' });
    expect(await events.next()).toMatchObject({ changed: ['balances', 'statuses'] });
    events.close();
  });

  it('resumes after its last event, also on another server: it names what changed meanwhile, and nothing if nothing did', async () => {
    const who = await rich(world);
    const { ticket } = (await who.call('createInquiry', { body: INQUIRY })).body;
    const first = await memberEvents(world, who.token);
    const begun = await first.next();
    first.close();
    const other = await createWorld({ on: world });
    const nothing = await memberEvents(other, who.token, begun?.id);
    expect(await nothing.next()).toEqual({ id: begun?.id, changed: [] });
    nothing.close();
    await fund(world, who.member.id, { BTC: '1' });
    await inTransaction(world.db, (trx) => answer(trx, ticket));
    const again = await memberEvents(other, who.token, begun?.id);
    expect((await again.next())?.changed).toEqual(TOPICS);
    again.close();
    await other.close();
  });

  it.each(['', '7', 'a.b', 'x'.repeat(200)])(
    'counts everything as changed after the unknown event "%s"',
    async (id) => {
      const who = await rich(world);
      const events = await memberEvents(world, who.token, id === '' ? '.' : id);
      expect((await events.next())?.changed).toEqual(TOPICS);
      events.close();
    },
  );

  it('refuses an id that is longer than any event has', async () => {
    const who = await rich(world);
    expect((await memberEvents(world, who.token, 'x'.repeat(201))).status).toBe(400);
  });

  it('tells what another process did though its notification was lost', async () => {
    const who = await rich(world);
    const deaf = createLocalBus();
    const changes = createChanges({
      db: world.db,
      clock: world.clock,
      config: world.services.config,
      bus: deaf,
      everyMs: 5,
    });
    const on = await createWorld({ on: world, changes });
    const events = await memberEvents(on, who.token);
    await events.next();
    await fund(world, who.member.id, { BTC: '1' });
    await events.untilTold('balances');
    await on.close();
  });

  it.each<[string, (who: Rich) => Promise<unknown>]>([
    ['is signed out', (who) => who.browser.call('revokeToken', { body: {}, token: who.token })],
    [
      'is ended on another device',
      async ({ member }) => {
        const { browser, token } = await signedIn(world, member);
        return browser.call('endOtherSessions', { body: { password: member.password }, token });
      },
    ],
    [
      'is frozen',
      async ({ member }) => {
        const { browser, token } = await signedIn(world, member);
        return browser.call('freezeAccount', { token });
      },
    ],
    [
      'is replaced by a repeated sign-in',
      async ({ member: { id: memberId } }) => {
        const requestKey = `repeated-${memberId}`;
        await world.db
          .updateTable('sessions')
          .set({ made_under_key: requestKey })
          .where('member_id', '=', memberId)
          .execute();
        await inTransaction(world.db, (trx) => replaceSession(trx, { memberId, requestKey, now: world.clock.now() }));
      },
    ],
  ])('ends at once when its session %s, because it is told', async (_, end) => {
    const { db, clock, services } = world;
    // Far longer than the test: it is told, and not found by looking.
    const changes = createChanges({ db, clock, config: services.config, bus: services.bus, everyMs: 3_600_000 });
    const on = await createWorld({ on: world, changes });
    onTestFinished(() => on.close());
    const who = await rich(world);
    const events = await memberEvents(on, who.token);
    await events.next();
    await end(who);
    expect(await events.next()).toBeNull();
  });

  it.each<[string, (who: Rich) => Promise<unknown>]>([
    ['was unused for too long', () => Promise.resolve(world.clock.advance(REFRESH_IDLE_SECONDS + 1))],
    [
      'is at its end, however it was used',
      async (who) => {
        await world.db
          .updateTable('sessions')
          .set({ absolute_end: world.clock.now() })
          .where('member_id', '=', who.member.id)
          .execute();
      },
    ],
  ])('ends when its session %s', async (_, end) => {
    const who = await rich(world);
    const events = await memberEvents(world, who.token);
    await events.next();
    await end(who);
    expect(await events.next()).toBeNull();
    await setRates(world);
  });

  it('needs a session, and holds nothing without one', async () => {
    const before = world.services.changes.open();
    expect((await world.browser().call('streamEvents')).body.code).toBe('session_ended');
    expect((await world.browser().call('streamEvents', { token: 'pat_unknown' })).status).toBe(401);
    expect(world.services.changes.open()).toBe(before);
  });

  it('keeps no more than 64 KiB and what a pipe holds for a tab that reads nothing, and ends then', () => {
    const watchers: MemberWatcher[] = [];
    const left = vi.fn();
    const changes: Changes = {
      watch: (watcher) => {
        if (watcher.follows === 'member') watchers.push(watcher);
        return left;
      },
      open: () => watchers.length,
      isFull: () => false,
    };
    const stream = streamMemberEvents(
      { ...world.services, changes },
      {
        session: { id: randomUUID(), memberId: randomUUID(), previousSignInAt: null },
        over: new AbortController().signal,
        lastId: null,
      },
    ) as PassThrough;
    for (let told = 0; left.mock.calls.length === 0 && told < 100_000; told += 1)
      watchers[0]?.changed({ balances: String(told), statuses: '', notices: '', inquiries: '' });
    expect(left).toHaveBeenCalledOnce();
    const held = stream.writableLength + stream.readableLength;
    watchers[0]?.changed({ balances: 'one more', statuses: '', notices: '', inquiries: '' });
    expect(stream.writableLength + stream.readableLength).toBe(held);
    expect(held).toBeLessThan(64 * 1024 + 2 * getDefaultHighWaterMark(false));
    stream.destroy();
  });

  it('counts with the streams of rates: a session has four of both', async () => {
    const who = await rich(world);
    const streams = await Promise.all(Array.from({ length: MOST_WATCHES }, () => memberEvents(world, who.token)));
    expect(streams.map(({ status }) => status)).toEqual(Array(MOST_WATCHES).fill(200));
    for (const operation of ['streamEvents', 'streamRates'] as const) {
      const refused = await who.call(operation);
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
    }
    for (const each of streams) each.close();
  });
});

describe('a change of one member', () => {
  it('costs three statements however many others have a stream', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => rich(world)));
    const { db, count } = countingDb(world);
    const bus = createLocalBus();
    const changes = createChanges({ db, clock: world.clock, config: world.services.config, bus, everyMs: 3_600_000 });
    const on = await createWorld({ on: world, changes });
    const streams = await Promise.all(members.map(({ token }) => memberEvents(on, token)));
    for (const each of streams) await each.next();
    const before = count();
    const [one] = members;
    await fund(world, one?.member.id ?? '', { BTC: '1' });
    bus.notify('balances', one?.member.id ?? '');
    await streams[0]?.untilTold('balances');
    expect(count() - before).toBeLessThanOrEqual(3);
    for (const each of streams) each.close();
    await on.close();
  });
});
