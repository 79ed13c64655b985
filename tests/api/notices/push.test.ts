// Browsers that members let tell them of notices: what is sent where, with which answer it is tried again, and what
// forgets a browser.
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordNotice, type NewNotice } from '#server/domain/notices/record.ts';
import { MOST_PUSH_DEVICES } from '#server/domain/notices/push-devices.ts';
import { readPushKeys } from '#server/domain/notices/push-keys.ts';
import { PUSH_SECONDS } from '#server/domain/notices/send-pushes.ts';
import { sweepExpired } from '#server/entry/jobs/sweep.ts';
import { endAllSessions } from '#server/domain/sessions/sessions.ts';
import type { NoticeKind } from '#server/platform/db/house-tables.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS } from '#server/platform/system/clock.ts';
import { texts } from '#server/platform/texts/texts.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { sendAll, subscribed, type Subscribed, type Told } from '../support/push.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

const KEY_BYTES = 65;
const ACCEPTED = { status: 201, retryAfter: null };

async function told(who?: Rich): Promise<{ who: Rich; device: Subscribed }> {
  const [member, device] = [who ?? (await rich(world)), subscribed()];
  const { status, body } = await member.call('turnOnPush', { body: device.wanted });
  expect([status, body.on]).toEqual([200, true]);
  return { who: member, device };
}

const isOn = async (who: Rich) => (await who.call('getPushHere')).body.on;
const devicesOf = (who: Rich) =>
  world.db.selectFrom('push_devices').selectAll().where('member_id', '=', who.member.id).execute();
const waiting = () => world.db.selectFrom('push_messages').select('id').execute();
const hold = (who: Rich, minutes = 1) =>
  tell(who, { kind: 'moneyHeld', until: new Date(world.clock.now().getTime() + minutes * 60_000) });
type Event = NewNotice extends infer Each ? (Each extends unknown ? Omit<Each, 'memberId' | 'at'> : never) : never;
const tell = (who: Rich, event: Event) =>
  inTransaction(world.db, (trx) =>
    recordNotice(trx, world.services, { ...event, memberId: who.member.id, at: world.clock.now() } as NewNotice),
  );
/** What a browser is sent, opened by it. */
const sentTo = async ({ wanted, open }: Subscribed): Promise<Told[]> =>
  (await sendAll(world)).filter(({ endpoint }) => endpoint === wanted.endpoint).map(({ body }) => open(body));

describe('a browser', () => {
  it('is told of nothing until its member turns it on, and of nothing again after', async () => {
    const { who, device } = await told();
    const other = await signedIn(world, who.member);
    expect([await isOn(who), await isOn(other)]).toEqual([true, false]);
    await hold(who);
    expect(await sentTo(device)).toHaveLength(1);
    expect((await who.call('turnOffPush', {})).body.on).toBe(false);
    expect((await who.call('turnOffPush', {})).body.on).toBe(false);
    await hold(who, 2);
    expect(await sentTo(device)).toEqual([]);
    const kinds = await world.auditOf(who.member);
    expect(kinds.filter((kind) => kind.startsWith('push_'))).toEqual(['push_turned_on', 'push_turned_off']);
  });

  it('subscribes with one key of the club, which a new start keeps', async () => {
    const who = await rich(world);
    const { key } = (await who.call('getPushHere')).body;
    expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(KEY_BYTES);
    const [again, once] = await Promise.all([readPushKeys(world.services), readPushKeys(world.services)]);
    expect([again.publicKey.toString('base64url'), once.publicKey.toString('base64url')]).toEqual([key, key]);
    const { private_sealed: sealed } = await world.db
      .selectFrom('push_keys')
      .select('private_sealed')
      .executeTakeFirstOrThrow();
    expect(sealed.includes(again.privateKey)).toBe(false);
  });

  it('has one subscription: another takes its place, and the same one again changes nothing', async () => {
    const { who, device } = await told();
    await who.call('turnOnPush', { body: device.wanted });
    const next = subscribed();
    await who.call('turnOnPush', { body: next.wanted });
    expect((await devicesOf(who)).map(({ endpoint }) => endpoint)).toEqual([next.wanted.endpoint]);
    expect((await world.auditOf(who.member)).filter((kind) => kind === 'push_turned_on')).toHaveLength(2);
  });

  it('is one of a member’s ten at most: the oldest is forgotten', async () => {
    const { who } = await told();
    const [first] = await devicesOf(who);
    for (let count = 0; count < MOST_PUSH_DEVICES; count += 1) {
      world.clock.advance(1);
      await told(await signedIn(world, who.member));
    }
    const left = await devicesOf(who);
    expect(left).toHaveLength(MOST_PUSH_DEVICES);
    expect(left.map(({ id }) => id)).not.toContain(first?.id);
  });

  it.each([
    ['of a stranger', { endpoint: 'https://evil.example/push' }, 409, 'push_service_unknown'],
    ['of this machine', { endpoint: 'https://127.0.0.1/push' }, 409, 'push_service_unknown'],
    ['on another port', { endpoint: 'https://fcm.googleapis.com:8443/push' }, 409, 'push_service_unknown'],
    ['without encryption', { endpoint: 'http://fcm.googleapis.com/push' }, 400, 'invalid_request'],
    ['with a key off the curve', { publicKey: `B${'A'.repeat(86)}` }, 400, 'invalid_request'],
    ['with a short secret', { authSecret: 'AAAA' }, 400, 'invalid_request'],
  ])('is not called at an address %s', async (_, wrong, status, code) => {
    const who = await rich(world);
    const answer = await who.callUnchecked('turnOnPush', { body: { ...subscribed().wanted, ...wrong } });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await isOn(who)).toBe(false);
  });

  it('is a member’s alone', async () => {
    for (const operation of ['turnOnPush', 'turnOffPush', 'sendTestPush'] as const)
      expect((await world.browser().callUnchecked(operation, { body: subscribed().wanted })).status).not.toBe(200);
    expect((await world.browser().call('getPushHere')).status).toBe(401);
  });
});

describe('what is sent', () => {
  it('is a test, one at a time, and none where nothing is told', async () => {
    const { who, device } = await told();
    const [first, again] = [await who.call('sendTestPush', {}), await who.call('sendTestPush', {})];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await sentTo(device)).toEqual([
      { tag: 'test', text: texts('en-US').push.test, page: '/Notifications', culture: 'en-US' },
    ]);
    const refused = await (await rich(world)).call('sendTestPush', {});
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
  });

  it('is signed for its service, by the key that the browser subscribed with, and in the member’s language', async () => {
    const { who, device } = await told();
    await who.call('updateProfile', { body: { name: 'Mika Sato', phone: null, culture: 'ja-JP' } });
    await hold(who);
    const [posted] = (await sendAll(world)).filter(({ endpoint }) => endpoint === device.wanted.endpoint);
    if (posted === undefined) throw new Error('nothing was sent');
    expect(device.open(posted.body)).toMatchObject({ text: texts('ja-JP').push.kind.moneyHeld, culture: 'ja-JP' });
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(posted.headers.authorization ?? '') ?? [];
    expect(key).toBe((await who.call('getPushHere')).body.key);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: jwk, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: new URL(device.wanted.endpoint).origin,
    });
    expect(posted.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: String(PUSH_SECONDS) });
  });

  it('names the kind of a transfer and its receipt, and no amount and nobody', async () => {
    const [from, { who: to, device }] = [await rich(world), await told()];
    const { body } = await from.call('createTransfer', {
      body: { recipient: to.member.username, asset: 'USDT', amount: '137', note: 'Thanks' },
    });
    await from.confirm(body.id);
    const [message] = await sentTo(device);
    const received: NoticeKind = 'transferReceived';
    expect(message?.text).toBe(texts('en-US').push.kind[received]);
    expect(message?.page).toMatch(/^\/Receipt\/[\da-f-]{36}$/);
    expect(JSON.stringify(message)).not.toMatch(new RegExp(`137|USDT|Thanks|${from.member.username}`));
  });

  it('is sent once, also by several processes at once', async () => {
    const { who, device } = await told();
    await hold(who);
    const all = (await Promise.all([sendAll(world), sendAll(world), sendAll(world)])).flat();
    expect(all.filter(({ endpoint }) => endpoint === device.wanted.endpoint)).toHaveLength(1);
    expect(await sentTo(device)).toEqual([]);
    expect((await devicesOf(who))[0]?.delivered_at).not.toBeNull();
  });

  it('is nothing if the event is not written', async () => {
    const { who } = await told();
    await expect(
      inTransaction(world.db, async (trx) => {
        await recordNotice(trx, world.services, {
          kind: 'moneyHeld',
          until: new Date(),
          memberId: who.member.id,
          at: new Date(),
        });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await waiting()).toEqual([]);
  });

  it('goes out again if its process dies on the way, once its minute is over', async () => {
    const { who, device } = await told();
    await hold(who);
    const now = world.clock.now();
    await world.db
      .updateTable('push_messages')
      .set({ leased_until: new Date(now.getTime() + 60_000) })
      .execute();
    expect(await sentTo(device)).toEqual([]);
    world.clock.advance(61);
    expect(await sentTo(device)).toHaveLength(1);
  });
});

describe('a push service that', () => {
  it.each([
    ['answers with 429', { status: 429, retryAfter: null }],
    ['is broken', { status: 503, retryAfter: null }],
    ['does not answer', new Error('no answer')],
  ])('%s is asked again later, until a day is over', async (_, answer) => {
    const { who, device } = await told();
    await hold(who);
    let tries = 0;
    for (let minutes = 0; minutes <= 24 * 60 + 120; minutes += 30) {
      tries += (await sendAll(world, answer)).length;
      world.clock.advance(30 * 60);
    }
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThanOrEqual(49);
    expect(await waiting()).toEqual([]);
    expect((await devicesOf(who))[0]?.endpoint).toBe(device.wanted.endpoint);
  });

  it('is broken is asked again after longer and longer, up to an hour', async () => {
    const { who } = await told();
    await hold(who);
    const broken = { status: 503, retryAfter: null };
    expect(await sendAll(world, broken)).toHaveLength(1);
    for (const seconds of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]) {
      world.clock.advance(seconds - 1);
      expect(await sendAll(world, broken)).toEqual([]);
      world.clock.advance(1);
      expect(await sendAll(world, broken)).toHaveLength(1);
    }
    await world.db.deleteFrom('push_messages').execute();
  });

  it('asks to wait is left alone for as long', async () => {
    const { who, device } = await told();
    await hold(who);
    expect(await sendAll(world, { status: 429, retryAfter: 1200 })).toHaveLength(1);
    world.clock.advance(1199);
    expect(await sendAll(world)).toEqual([]);
    world.clock.advance(2);
    expect(await sentTo(device)).toHaveLength(1);
  });

  it.each([404, 410])('answers with %i has no such browser any more: it is forgotten', async (status) => {
    const { who } = await told();
    await hold(who);
    await hold(who, 2);
    expect(await sendAll(world, { status, retryAfter: null })).toHaveLength(1);
    expect([await isOn(who), await devicesOf(who), await waiting()]).toEqual([false, [], []]);
  });

  it.each([301, 400, 403, 413])('answers with %i is not asked again', async (status) => {
    const { who } = await told();
    await hold(who);
    expect(await sendAll(world, { status, retryAfter: null })).toHaveLength(1);
    expect([await isOn(who), await waiting()]).toEqual([true, []]);
  });

  it('was taken off the list is not called: the browser is forgotten', async () => {
    const { who } = await told();
    await world.db
      .updateTable('push_devices')
      .set({ endpoint: 'https://127.0.0.1/push' })
      .where('member_id', '=', who.member.id)
      .execute();
    await hold(who);
    expect(await sendAll(world, ACCEPTED)).toEqual([]);
    expect(await isOn(who)).toBe(false);
  });
});

describe('a session that is ended', () => {
  it('takes its browser along, with what waits for it', async () => {
    const { who } = await told();
    await hold(who);
    await who.call('revokeToken', { body: {} });
    expect([await devicesOf(who), await waiting()]).toEqual([[], []]);
  });

  it('by the member elsewhere, too, and leaves the browsers of others', async () => {
    const { who } = await told();
    const { who: other } = await told(await signedIn(world, who.member));
    expect(await devicesOf(who)).toHaveLength(2);
    await other.call('endOtherSessions', { body: { password: who.member.password } });
    expect(await isOn(other)).toBe(true);
    expect(await devicesOf(who)).toHaveLength(1);
  });

  it('by a server of the release before, which leaves the browser, is noticed before anything is sent', async () => {
    const { who } = await told();
    const end = { ended_at: world.clock.now(), end_reason: 'signed_out' } as const;
    await hold(who);
    await world.db.updateTable('sessions').set(end).where('member_id', '=', who.member.id).execute();
    await hold(who, 2);
    expect(await waiting()).toHaveLength(1);
    expect([await sendAll(world), await devicesOf(who), await waiting()]).toEqual([[], [], []]);
  });

  it('because it is repeated leaves the browser to its successor, and an unused one to the next sign-in', async () => {
    const who = await rich(world);
    const [browser, key] = [world.browser(), randomUUID()];
    const again = async () => (await browser.signIn(who.member, { key })).body.accessToken;
    const device = subscribed();
    await browser.call('turnOnPush', { body: device.wanted, token: await again() });
    const token = await again();
    expect(await devicesOf(who)).toHaveLength(1);
    expect((await browser.call('getPushHere', { token })).body.on).toBe(true);
    await hold(who);
    expect(await sentTo(device)).toHaveLength(1);
    world.clock.advance(3 * 60 * 60);
    const { accessToken: later } = await browser.session(who.member);
    expect((await browser.call('getPushHere', { token: later })).body.on).toBe(true);
  });

  it('because it is repeated elsewhere, under a key that a thief chose, takes its browser along', async () => {
    const { who: owner, device: own } = await told();
    const key = randomUUID();
    const first = world.browser();
    const { body } = await first.signIn(owner.member, { key });
    const device = subscribed();
    await first.call('turnOnPush', { body: device.wanted, token: body.accessToken });
    expect(await devicesOf(owner)).toHaveLength(2);
    await world.browser().signIn(owner.member, { key });
    expect((await devicesOf(owner)).map(({ endpoint }) => endpoint)).toEqual([own.wanted.endpoint]);
    await hold(owner);
    expect(await sentTo(device)).toEqual([]);
  });

  it('and replaced by a server of the release before, is told of nothing', async () => {
    const { who } = await told();
    const end = { ended_at: world.clock.now(), end_reason: 'replaced' } as const;
    await world.db.updateTable('sessions').set(end).where('member_id', '=', who.member.id).execute();
    await hold(who);
    expect(await waiting()).toEqual([]);
    await world.browser().session(who.member);
    expect(await devicesOf(who)).toEqual([]);
  });

  it.each([
    ['all', 0],
    ['all others', 1],
  ])('with %s of the member takes the browsers of sessions that expired as well', async (which, left) => {
    const { who: old } = await told();
    world.clock.advance(DAY_SECONDS);
    const { who } = await told(await signedIn(world, old.member));
    expect(await devicesOf(who)).toHaveLength(2);
    if (which === 'all')
      await inTransaction(world.db, (trx) =>
        endAllSessions(trx, { memberId: who.member.id, reason: 'password_reset', now: world.clock.now() }),
      );
    else await who.call('endOtherSessions', { body: { password: who.member.password } });
    expect(await devicesOf(who)).toHaveLength(left);
    if (left > 0) expect(await isOn(who)).toBe(true);
  });

  it('is followed by another member’s in the same browser, which is told of nothing', async () => {
    const { who } = await told();
    const other = await world.member();
    const browser = world.browser();
    const { accessToken: own } = await browser.session(who.member);
    const device = subscribed();
    await browser.call('turnOnPush', { body: device.wanted, token: own });
    const { accessToken: token } = await browser.session(other);
    expect((await browser.call('getPushHere', { token })).body.on).toBe(false);
    // Nor does the browser show what is told to the one before; the other browser of that member goes on.
    await hold(who);
    expect(await sentTo(device)).toEqual([]);
    expect(await devicesOf(who)).toHaveLength(1);
  });

  it('is told of nothing more after two weeks in which its member did not come', async () => {
    const { who, device } = await told();
    world.clock.advance(13 * DAY_SECONDS);
    await hold(who);
    expect(await sentTo(device)).toHaveLength(1);
    await sweepExpired(world.db, world.clock.now());
    expect(await devicesOf(who)).toHaveLength(1);
    world.clock.advance(DAY_SECONDS + 60);
    await hold(who);
    expect(await waiting()).toEqual([]);
    await sweepExpired(world.db, world.clock.now());
    expect(await devicesOf(who)).toEqual([]);
  });
});
