// D-14 and S-24: members see where they are signed in, end sessions they don't want, and read what happened.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEvent, AuditKind } from '#server/platform/audit/audit.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { mailsTo } from '../support/mails.ts';
import { createWorld, type World } from '../support/world.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

async function signedIn(member: TestMember, userAgent?: string) {
  const browser = world.browser(userAgent === undefined ? {} : { userAgent });
  const { accessToken, refreshToken } = await browser.session(member);
  const list = async () => (await browser.call('listSessions', { token: accessToken })).body;
  const current = async (): Promise<string> => (await list()).items[0].id;
  const end = (id: string, key?: string) =>
    browser.call('endSession', { path: { id }, body: { password: PASSWORD }, token: accessToken, key });
  const endOthers = (key?: string) =>
    browser.call('endOtherSessions', { body: { password: PASSWORD }, token: accessToken, key });
  const isOpen = async () => (await browser.call('getUserInfo', { token: accessToken })).status === 200;
  const activity = async (cursor?: string) =>
    (await browser.call('listActivity', { query: { cursor }, token: accessToken })).body;
  return { browser, token: accessToken, refreshToken, list, current, end, endOthers, isOpen, activity };
}

describe('the open sessions', () => {
  it('are listed with device and last use, the current one first', async () => {
    const member = await world.member();
    const phone = await signedIn(member, IPHONE);
    world.clock.advance(120);
    const desk = await signedIn(member);
    world.clock.advance(120);
    await phone.isOpen();
    const { items } = await desk.list();
    const now = world.clock.now().getTime();
    expect(items).toEqual([
      {
        id: expect.any(String),
        device: 'Firefox, Linux',
        signedInAt: new Date(now - 120_000).toISOString(),
        lastUsedAt: expect.any(String),
        current: true,
      },
      {
        id: expect.any(String),
        device: 'Safari, iPhone',
        signedInAt: new Date(now - 240_000).toISOString(),
        lastUsedAt: new Date(now).toISOString(),
        current: false,
      },
    ]);
    expect(
      (await phone.list()).items.map((session: { current: boolean; device: string }) => [
        session.device,
        session.current,
      ]),
    ).toEqual([
      ['Safari, iPhone', true],
      ['Firefox, Linux', false],
    ]);
  });

  it('are only the member’s, without ended, expired or unused ones', async () => {
    const member = await world.member();
    await signedIn(await world.member());
    const unused = await signedIn(member);
    const revoked = await signedIn(member);
    await revoked.browser.call('revokeToken', { body: { refreshToken: revoked.refreshToken } });
    world.clock.advance(3000);
    expect((await (await signedIn(member)).list()).items).toHaveLength(2);
    world.clock.advance(601);
    const fresh = await signedIn(member);
    expect(await unused.isOpen()).toBe(false);
    expect((await fresh.list()).items.map((session: { current: boolean }) => session.current)).toEqual([true, false]);
  });
});

describe('a member who ends sessions', () => {
  it('gives the password: a stolen session cannot end any', async () => {
    const member = await world.member();
    const [owner, thief] = [await signedIn(member), await signedIn(member)];
    const id = await owner.current();
    for (const act of ['endOtherSessions', 'endSession'] as const) {
      const end = (body: object) => thief.browser.callUnchecked(act, { path: { id }, body, token: thief.token });
      expect((await end({})).body).toMatchObject({
        status: 400,
        code: 'invalid_request',
        errors: { password: [expect.any(String)] },
      });
      expect((await end({ password: 'not it' })).body.code).toBe('password_incorrect');
    }
    expect(await owner.isOpen()).toBe(true);
    expect(await world.auditOf(member)).toContain('password_check_failed');
    expect(
      (await thief.browser.call('endOtherSessions', { body: { password: PASSWORD }, token: thief.token })).body,
    ).toEqual({ ended: 1 });
  });

  it('gives a code of the app if one is bound, which the password does not replace, and each code once', async () => {
    const member = await world.member({ secondFactor: true });
    const open = async () => {
      const browser = world.browser();
      await browser.signIn(member);
      world.clock.advance(30);
      return {
        browser,
        token: (await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } })).body
          .accessToken as string,
      };
    };
    const [other, here] = [await open(), await open()];
    const end = (body: object) => here.browser.call('endOtherSessions', { body, token: here.token });
    const used = { secondFactor: { method: 'totp', code: member.code() } };
    expect((await end({ password: PASSWORD })).body).toMatchObject({ status: 400, code: 'second_factor_required' });
    expect((await end(used)).body.code).toBe('code_incorrect');
    expect((await other.browser.call('getUserInfo', { token: other.token })).status).toBe(200);
    world.clock.advance(30);
    expect((await end({ secondFactor: { method: 'totp', code: member.code() } })).body).toEqual({ ended: 1 });
    expect((await end({ secondFactor: { method: 'recoveryCode', code: member.recoveryCodes[0] } })).body).toEqual({
      ended: 0,
    });
  });
});

describe('ending a session', () => {
  it('closes it at once, also for refreshing, and is audited', async () => {
    const member = await world.member();
    const lost = await signedIn(member, IPHONE);
    const here = await signedIn(member);
    const id = await lost.current();
    expect((await here.end(id)).body).toEqual({ ended: 1 });
    expect(await lost.isOpen()).toBe(false);
    expect((await lost.browser.call('refreshToken', { body: { refreshToken: lost.refreshToken } })).body.code).toBe(
      'session_ended',
    );
    expect((await here.list()).items).toHaveLength(1);
    expect(await here.isOpen()).toBe(true);
    expect((await world.auditOf(member)).at(-1)).toBe('session_ended');
    expect(await world.db.selectFrom('sessions').select('end_reason').where('id', '=', id).executeTakeFirst()).toEqual({
      end_reason: 'ended_by_member',
    });
  });

  it('that has ended answers alike and records nothing', async () => {
    const member = await world.member();
    const lost = await signedIn(member);
    const here = await signedIn(member);
    const id = await lost.current();
    await here.end(id);
    expect(await here.end(id.toUpperCase())).toMatchObject({ status: 200, body: { ended: 0 } });
    expect((await world.auditOf(member)).filter((kind) => kind === 'session_ended')).toHaveLength(1);
  });

  it('may be the current one', async () => {
    const here = await signedIn(await world.member());
    expect((await here.end(await here.current())).body).toEqual({ ended: 1 });
    expect(await here.isOpen()).toBe(false);
  });

  it('of another member is not found, like one that never existed, and stays open', async () => {
    const other = await signedIn(await world.member());
    const here = await signedIn(await world.member());
    const answers = [await here.end(await other.current()), await here.end(randomUUID())];
    for (const { body } of answers)
      expect({ ...body, reference: '' }).toEqual({
        type: 'urn:perch:problem:not_found',
        title: 'Not found',
        status: 404,
        code: 'not_found',
        reference: '',
      });
    expect((await here.end(`urn:uuid:${await other.current()}`)).body).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
    expect(await other.isOpen()).toBe(true);
  });

  it('has one effect under a key, and a repetition gets the saved response', async () => {
    const member = await world.member();
    const lost = await signedIn(member);
    const here = await signedIn(member);
    const id = await lost.current();
    await here.end(id, 'end-it-0001');
    expect(await here.end(id, 'end-it-0001')).toMatchObject({
      body: { ended: 1 },
      headers: { 'idempotency-replayed': 'true' },
    });
    expect((await here.end(randomUUID(), 'end-it-0001')).body.code).toBe('idempotency_key_reused');
    expect(
      (await here.browser.call('getRequestOutcome', { path: { key: 'end-it-0001' }, token: here.token })).body,
    ).toEqual({
      state: 'done',
      operationId: 'endSession',
      status: 200,
      answer: { ended: 1 },
    });
  });

  it.each(['x', '1', '../end', '00000000-0000-0000-0000-00000000000g'])(
    'needs the id of a session, not "%s"',
    async (id) => {
      const here = await signedIn(await world.member());
      const { body } = await here.end(encodeURIComponent(id));
      expect(body).toMatchObject({
        status: 400,
        code: 'invalid_request',
        errors: { id: ['Record has the wrong format.'] },
      });
    },
  );

  it('several times at once ends it once', async () => {
    const member = await world.member();
    const lost = await signedIn(member);
    const here = await signedIn(member);
    const id = await lost.current();
    const answers = await Promise.all(Array.from({ length: 5 }, () => here.end(id)));
    expect(answers.map(({ body }) => body.ended).sort()).toEqual([...Array<number>(4).fill(0), 1]);
    expect((await world.auditOf(member)).filter((kind) => kind === 'session_ended')).toHaveLength(1);
  });
});

describe('ending all other sessions', () => {
  it('closes all of this member’s except the current one', async () => {
    const member = await world.member();
    const stranger = await signedIn(await world.member());
    const others = [await signedIn(member), await signedIn(member, IPHONE)];
    const here = await signedIn(member);
    expect((await here.endOthers('others-0001')).body).toEqual({ ended: 2 });
    for (const other of others) expect(await other.isOpen()).toBe(false);
    expect([await here.isOpen(), await stranger.isOpen()]).toEqual([true, true]);
    expect((await here.endOthers('others-0001')).headers['idempotency-replayed']).toBe('true');
    expect((await here.endOthers()).body).toEqual({ ended: 0 });
    expect((await world.auditOf(member)).slice(-2)).toEqual(['other_sessions_ended', 'other_sessions_ended']);
  });

  it('and a sign-in at the same time: either it is ended, or it began afterwards', async () => {
    const member = await world.member();
    const here = await signedIn(member);
    const [, ...signIns] = await Promise.all([here.endOthers(), ...Array.from({ length: 5 }, () => signedIn(member))]);
    const open = await Promise.all(signIns.map((each) => each.isOpen()));
    expect((await here.list()).items).toHaveLength(1 + open.filter(Boolean).length);
  });
});

describe('the activity', () => {
  it('is only the reader’s, newest first, and marks what happened here', async () => {
    const member = await world.member();
    await signedIn(await world.member());
    await world.browser({ userAgent: '' }).signIn({ ...member, password: 'wrong password' });
    world.clock.advance(60);
    const phone = await signedIn(member, IPHONE);
    const here = await signedIn(member);
    await here.end(await phone.current());
    const { items, nextCursor } = await here.activity();
    expect(nextCursor).toBeNull();
    expect(
      items.map((item: { kind: AuditKind; device: string | null; here: boolean }) => [
        item.kind,
        item.device,
        item.here,
      ]),
    ).toEqual([
      ['session_ended', 'Firefox, Linux', true],
      ['signed_in', 'Firefox, Linux', true],
      ['signed_in', 'Safari, iPhone', false],
      ['sign_in_failed', null, false],
    ]);
    expect(items[0].at).toBe(world.clock.now().toISOString());
    expect(Object.keys(items[0]).sort()).toEqual(['at', 'device', 'here', 'id', 'kind']);
  });

  it('has no act that operators alone read', () => {
    const of = { at: new Date(), call: { requestId: 'x', device: '' } };
    // @ts-expect-error -- the type check fails if such an act may have a member's id
    const act: AuditEvent = { ...of, kind: 'lost_payout_recorded', memberId: 'a member' };
    expect([act, { ...of, kind: 'profile_changed', memberId: 'a member' } satisfies AuditEvent]).toHaveLength(2);
  });

  it('comes in pages of fifty, each act once, even while new ones are recorded', async () => {
    const member = await world.member();
    const here = await signedIn(member);
    const note = (count: number) =>
      world.db
        .insertInto('audit_events')
        .values(
          Array.from({ length: count }, () => ({
            at: world.clock.now(),
            member_id: member.id,
            session_id: null,
            kind: 'profile_changed',
            request_id: 'x',
            device: '',
            details: '{}',
          })),
        )
        .execute();
    await note(119);
    const first = await here.activity();
    await note(3);
    const second = await here.activity(first.nextCursor);
    const third = await here.activity(second.nextCursor);
    const ids: string[] = [first, second, third].flatMap(({ items }) => items.map((item: { id: string }) => item.id));
    expect([first, second, third].map(({ items }) => items.length)).toEqual([50, 50, 20]);
    expect(new Set(ids).size).toBe(120);
    expect(third.nextCursor).toBeNull();
    expect(ids).toEqual([...ids].sort((a, b) => Number(BigInt(b) - BigInt(a))));
  });

  it.each(['x', 'MA', 'LTE', 'MS41', 'OTk5OTk5OTk5OTk5OTk5OTk5OTk'])(
    'is refused with the invalid cursor "%s"',
    async (cursor) => {
      const here = await signedIn(await world.member());
      expect(await here.activity(cursor)).toMatchObject({
        status: 400,
        code: 'invalid_request',
        errors: { cursor: [expect.any(String)] },
      });
    },
  );

  it('has only kinds of the closed list, also in what all these tests recorded', async () => {
    const rows = await world.db.selectFrom('audit_events').select('kind').distinct().execute();
    for (const { kind } of rows) expect(description.components.schemas.ActivityKind.enum).toContain(kind);
  });
});

describe('all of it', () => {
  it.each(['listSessions', 'endSession', 'endOtherSessions', 'listActivity', 'updateProfile'] as const)(
    '%s is for who is signed in',
    async (id) => {
      for (const token of [undefined, 'pat_ended']) {
        const answer = await world.browser().callUnchecked(id, { path: { id: randomUUID() }, token });
        expect(answer.body).toMatchObject({ status: 401, code: 'session_ended' });
      }
    },
  );
});

describe('the next sign-in from the browser of an ended session', () => {
  const told = async (member: TestMember) => (await mailsTo(world, member.email, 'newSignIn')).length;

  it('is notified if the member ended it elsewhere, but not from the browser in which that was done', async () => {
    const member = await world.member();
    const [owner, other] = [await signedIn(member), await signedIn(member)];
    expect(await told(member)).toBe(2);
    expect((await owner.end(await other.current())).body).toEqual({ ended: 1 });
    await other.browser.session(member);
    expect(await told(member)).toBe(3);
    // Once: it is known again.
    await other.browser.session(member);
    expect(await told(member)).toBe(3);
    expect((await owner.endOthers()).status).toBe(200);
    await other.browser.session(member);
    expect(await told(member)).toBe(4);
    await owner.browser.session(member);
    expect(await told(member)).toBe(4);
  });

  it('is not notified after the member’s own sign-out, or if the browser has the session that stays', async () => {
    const member = await world.member();
    const first = await signedIn(member);
    await first.browser.call('revokeToken', { body: { refreshToken: first.refreshToken } });
    const { accessToken: token } = await first.browser.session(member);
    const { accessToken: again } = await first.browser.session(member);
    expect(again).not.toBe(token);
    const end = await first.browser.call('endOtherSessions', { body: { password: PASSWORD }, token: again });
    expect(end.body).toEqual({ ended: 1 });
    await first.browser.session(member);
    expect(await told(member)).toBe(1);
  });

  it('is notified also if the browser has got a new token for another account since', async () => {
    const [member, thief] = [await world.member(), await world.member()];
    const owner = await signedIn(member);
    const other = await signedIn(member);
    const { accessToken: token } = await other.browser.session(thief);
    const body = { password: PASSWORD, newPassword: 'correct horse battery' };
    expect((await other.browser.call('changePassword', { body, token })).status).toBe(200);
    await owner.endOthers();
    await other.browser.session(member);
    expect(await told(member)).toBe(3);
  });

  it('is notified if a spent refresh token ended it', async () => {
    const member = await world.member();
    const { browser, refreshToken } = await signedIn(member);
    const refreshed = await browser.call('refreshToken', { body: { refreshToken } });
    expect(refreshed.status).toBe(200);
    expect((await browser.call('refreshToken', { body: { refreshToken } })).status).toBe(401);
    await browser.session(member);
    expect(await told(member)).toBe(2);
  });
});
