// Freezing and thawing one's own account (D-32): at once for every session, and back only with the mailed link and the
// second factor.
import { randomUUID } from 'node:crypto';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mailAskedThawLinks } from '#server/domain/freezing/thaw-links.ts';
import type { Answer } from '../support/call.ts';
import { codeTo, mailsTo } from '../support/mails.ts';
import { setRates } from '../support/money.ts';
import { accepted, approve } from '../support/withdrawals.ts';
import { createWorld, type World } from '../support/world.ts';
import { anybody, ask, thaw, signedIn, frozen, tokenFor, isFrozen, freshCode } from '../support/frozen-accounts.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
const runJob = () => mailAskedThawLinks(world.services);

describe('a freeze', () => {
  it('ends every session at once, notifies the member, and is audited', async () => {
    const member = await world.member();
    const [here, there] = [await signedIn(world, member), await signedIn(world, member)];
    expect((await here.browser.call('freezeAccount', { token: here.token })).status).toBe(200);
    for (const { browser, token, refreshToken } of [here, there]) {
      expect((await browser.call('getUserInfo', { token })).body.code).toBe('session_ended');
      expect((await browser.call('refreshToken', { body: { refreshToken } })).status).toBe(401);
    }
    const reasons = await world.db
      .selectFrom('sessions')
      .select('end_reason')
      .where('member_id', '=', member.id)
      .execute();
    expect(reasons).toEqual([{ end_reason: 'frozen' }, { end_reason: 'frozen' }]);
    const [mail, ...more] = await mailsTo(world, member.email, 'accountFrozen');
    expect(more).toEqual([]);
    expect(mail?.body).toContain('https://wallet.example/Help?culture=en-US');
    expect(await world.auditOf(member)).toEqual(['signed_in', 'signed_in', 'account_frozen']);
  });

  it('lets a withdrawal in process go on, as the texts say, and takes nothing back', async () => {
    await setRates(world, { USDT: '1' });
    const { who, id } = await accepted(world);
    const shown = () => world.db.selectFrom('receipts').select('status').where('id', '=', id).executeTakeFirstOrThrow();
    const before = await shown();
    expect((await who.call('freezeAccount')).status).toBe(200);
    expect(await shown()).toEqual(before);
    await approve(world, id);
    expect(await shown()).toEqual({ status: 'approved' });
  });

  it('needs a session, and affects no other member', async () => {
    const other = await signedIn(world, await world.member());
    expect((await anybody(world).call('freezeAccount')).body.code).toBe('session_ended');
    await frozen(world);
    expect((await other.browser.call('getUserInfo', { token: other.token })).status).toBe(200);
  });

  it('voids what waits: drafts, a second step, a recovery, a change of address', async () => {
    const member = await world.member({ secondFactor: true });
    const { browser, token } = await signedIn(world, member);
    const now = world.clock.now();
    const draft = {
      id: randomUUID(),
      member_id: member.id,
      kind: 'transfer' as const,
      terms: '{}',
      second_factor: 'totp' as const,
      created_at: now,
      expires_at: new Date(now.getTime() + 300_000),
    };
    await world.db.insertInto('drafts').values(draft).execute();
    expect(
      (
        await browser.call('sendChangeEmailUrl', {
          body: { password: member.password, secondFactor: freshCode(world, member) },
          token,
        })
      ).status,
    ).toBe(200);
    const waiting = anybody(world);
    await waiting.signIn(member);
    const recovering = anybody(world);
    await recovering.call('forgetPassword', { body: { email: member.email, username: member.username } });
    await browser.call('freezeAccount', { token });
    expect(await world.db.selectFrom('drafts').select('state').where('id', '=', draft.id).executeTakeFirst()).toEqual({
      state: 'voided',
    });
    expect(
      (
        await browser.call('confirmDraft', {
          path: { id: draft.id },
          body: { code: member.code(1) },
          token,
          key: randomUUID(),
        })
      ).status,
    ).toBe(401);
    expect((await waiting.call('verifyTwoFactor', { body: freshCode(world, member) })).body.code).toBe(
      'challenge_expired',
    );
    const code = await codeTo(world, member.email, 'passwordRecoveryCode');
    expect(
      (
        await recovering.call('validateEmailAndUserName', {
          body: {
            email: member.email,
            username: member.username,
            code,
          },
        })
      ).body.code,
    ).toBe('code_expired');
    const changes = await world.db
      .selectFrom('email_change_requests')
      .select('status')
      .where('member_id', '=', member.id)
      .execute();
    expect(changes).toEqual([{ status: 'expired' }]);
  });

  it('returns its outcome to anyone who has its key, but not to another member under the same key', async () => {
    const key = randomUUID();
    const first = await world.member();
    const { browser, token } = await signedIn(world, first);
    await browser.call('freezeAccount', { token, key });
    expect((await anybody(world).call('getRequestOutcome', { path: { key } })).body).toMatchObject({
      state: 'done',
      operationId: 'freezeAccount',
      status: 200,
    });
    expect((await anybody(world).call('getRequestOutcome', { path: { key: randomUUID() } })).body).toEqual({
      state: 'unknown',
    });
    const second = await world.member();
    const other = await signedIn(world, second);
    expect((await other.browser.call('freezeAccount', { token: other.token, key })).body.code).toBe(
      'idempotency_key_reused',
    );
    expect(await isFrozen(world, second)).toBe(false);
  });

  it('from two devices at the same time happens once, with one mail', async () => {
    const member = await world.member();
    const devices = [await signedIn(world, member), await signedIn(world, member)];
    const answers = await Promise.all(devices.map(({ browser, token }) => browser.call('freezeAccount', { token })));
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect(await mailsTo(world, member.email, 'accountFrozen')).toHaveLength(1);
    expect((await world.auditOf(member)).filter((kind) => kind === 'account_frozen')).toHaveLength(1);
  });
});

describe('signing in to a frozen account', () => {
  /** What a stranger sees, and the statements that reached the database. */
  async function seen(act: () => Promise<Answer>) {
    const query = vi.spyOn(Client.prototype, 'query');
    const { status, body, headers } = await act();
    const statements = query.mock.calls.map(([statement]: unknown[]) =>
      typeof statement === 'string' ? statement : (statement as { text: string }).text,
    );
    query.mockRestore();
    const { 'x-request-id': _id, date: _date, ...visible } = headers;
    return { status, body: { ...body, reference: '' }, visible, statements };
  }

  it.each([false, true])(
    'is refused as with a wrong password: answer, headers and statements (second factor: %s)',
    async (secondFactor) => {
      const { member } = await frozen(world, { secondFactor });
      const open = await world.member({ secondFactor });
      const wrong = { password: 'a guess at it' };
      const right = await seen(() => anybody(world).signIn(member));
      expect(right.body.code).toBe('invalid_login');
      expect(right.statements.length).toBeGreaterThan(0);
      expect(right).toEqual(await seen(() => anybody(world).signIn({ ...open, ...wrong })));
      expect(right).toEqual(await seen(() => anybody(world).signIn({ ...member, ...wrong })));
      expect(right).toEqual(await seen(() => anybody(world).signIn({ username: 'nobody-at-all', ...wrong })));
    },
  );

  it('is throttled after as many tries as wrong passwords are', async () => {
    const { member } = await frozen(world);
    const answers: number[] = [];
    for (let time = 0; time < 7; time += 1) answers.push((await anybody(world).signIn(member)).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });

  it('with the right password mails the link, once a minute', async () => {
    const { member } = await frozen(world);
    await anybody(world).signIn(member);
    await runJob();
    await anybody(world).signIn(member);
    await runJob();
    expect(await mailsTo(world, member.email, 'thawLink')).toHaveLength(1);
    world.clock.advance(60);
    await runJob();
    expect(await mailsTo(world, member.email, 'thawLink')).toHaveLength(1);
    await anybody(world).signIn(member);
    await runJob();
    expect(await mailsTo(world, member.email, 'thawLink')).toHaveLength(2);
    expect(await thaw(world, { token: await tokenFor(world, member) })).toMatchObject({
      status: 200,
      body: { result: 'thawed' },
    });
    expect((await world.auditOf(member)).filter((kind) => kind === 'sign_in_while_frozen')).toHaveLength(3);
  });

  it('mails no link a moment after one was requested, which still works', async () => {
    const { member } = await frozen(world);
    expect((await ask(world, member)).status).toBe(200);
    const requested = await tokenFor(world, member);
    await anybody(world).signIn(member);
    await runJob();
    expect(await mailsTo(world, member.email, 'thawLink')).toHaveLength(1);
    expect((await thaw(world, { token: requested })).body.result).toBe('thawed');
  });

  it('voids no link that was mailed before; one that is requested voids them all', async () => {
    const { member } = await frozen(world);
    await ask(world, member);
    const requested = await tokenFor(world, member);
    world.clock.advance(60);
    await anybody(world).signIn(member);
    await runJob();
    const mailed = await tokenFor(world, member);
    expect(mailed).not.toBe(requested);
    world.clock.advance(60);
    await ask(world, member);
    for (const token of [requested, mailed]) expect((await thaw(world, { token })).body.code).toBe('link_invalid');
    const latest = await tokenFor(world, member);
    world.clock.advance(60);
    await anybody(world).signIn(member);
    await runJob();
    const afterwards = await tokenFor(world, member);
    expect((await thaw(world, { token: latest })).body.result).toBe('thawed');
    // Thawing ends the others.
    expect((await thaw(world, { token: afterwards })).body.code).toBe('link_invalid');
  });

  it('mails nothing with a wrong password, or for an account that is not frozen', async () => {
    const { member } = await frozen(world);
    const open = await world.member();
    await anybody(world).signIn({ ...member, password: 'a guess at it' });
    await anybody(world).signIn(open);
    await runJob();
    for (const { email } of [member, open]) expect(await mailsTo(world, email, 'thawLink')).toEqual([]);
  });

  it('stays refused after the password was recovered', async () => {
    const { member } = await frozen(world);
    const browser = anybody(world);
    const account = { email: member.email, username: member.username };
    await browser.call('forgetPassword', { body: account });
    await browser.call('validateEmailAndUserName', {
      body: {
        ...account,
        code: await codeTo(world, member.email, 'passwordRecoveryCode'),
      },
    });
    const reset = { email: member.email, username: member.username, password: 'correct horse battery' };
    expect((await browser.call('resetPassword', { body: reset })).status).toBe(200);
    const recovered = { ...member, password: 'correct horse battery' };
    expect((await browser.signIn(recovered)).body.code).toBe('invalid_login');
    await runJob();
    await thaw(world, { token: await tokenFor(world, member) });
    expect((await anybody(world).signIn(recovered)).status).toBe(200);
  });
});

describe('the link that a frozen account gets at a sign-in', () => {
  it('is counted separately: a member who then requests one gets it at once', async () => {
    const { member } = await frozen(world);
    const browser = world.browser();
    expect((await browser.signIn(member)).body.code).toBe('invalid_login');
    await runJob();
    expect(await mailsTo(world, member.email, 'thawLink')).toHaveLength(1);
    expect(
      (await browser.call('sendThawLink', { body: { email: member.email, username: member.username } })).status,
    ).toBe(200);
    expect(await mailsTo(world, member.email, 'thawLink')).toHaveLength(2);
    for (let tries = 0; tries < 8; tries += 1) {
      world.clock.advance(61);
      await browser.signIn(member);
      await runJob();
    }
    expect((await mailsTo(world, member.email, 'thawLink')).length).toBeLessThanOrEqual(1 + 5);
  });
});
