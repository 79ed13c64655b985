// Freezing and thawing one's own account (D-32): at once for every session, and back by the mailed link and the second
// factor only.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mailAskedThawLinks } from '#server/domain/freezing/thaw-links.ts';
import type { Answer } from './support/browser.ts';
import { codeTo, freezeTokensIn, linkTo, mailsTo, tokenIn } from './support/mails.ts';
import type { MemberOptions, TestMember } from '#tests/support/members.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const anybody = () => world.browser();
const ask = ({ email, username }: Pick<TestMember, 'email' | 'username'>, key?: string) =>
  anybody().post('/account/sendThawLink', { email, username }, { key });
const thaw = (body: object, key?: string) => anybody().post('/account/thaw', body, { key });
const runJob = () => mailAskedThawLinks(world.services);

/** Tokens of a sign-in; the second step is taken where there is one. */
async function signedIn(member: TestMember) {
  const browser = anybody();
  const first = await browser.signIn(member);
  if (first.body.result !== 'secondFactor')
    return { browser, token: first.body.accessToken as string, refreshToken: first.body.refreshToken as string };
  world.clock.advance(30);
  const second = await browser.post('/token/twoFactor', { method: 'totp', code: member.code() });
  return { browser, token: second.body.accessToken as string, refreshToken: second.body.refreshToken as string };
}

async function frozen(options: MemberOptions = {}) {
  const member = await world.member(options);
  const session = await signedIn(member);
  expect(await session.browser.post('/account/freeze', undefined, { token: session.token })).toMatchObject({
    status: 200,
    body: { frozenAt: world.clock.now().toISOString() },
  });
  return { member, ...session };
}

/** A frozen member whose link lies in the mailbox. */
async function linked(options: MemberOptions = {}) {
  const { member } = await frozen(options);
  expect(await ask(member)).toMatchObject({ status: 200, body: { expiresIn: 1800, resendIn: 60 } });
  return { member, token: await tokenFor(member) };
}

const tokenFor = async (member: TestMember) => tokenIn(await linkTo(world, member.email, 'thawLink'));
const isFrozen = async ({ id }: TestMember) =>
  (await world.db.selectFrom('members').select('frozen_at').where('id', '=', id).executeTakeFirstOrThrow())
    .frozen_at !== null;
const freshCode = (member: TestMember) => {
  world.clock.advance(30);
  return { method: 'totp', code: member.code() };
};

describe('a freeze', () => {
  it('ends every session at once, tells the member, and is written down', async () => {
    const member = await world.member();
    const [here, there] = [await signedIn(member), await signedIn(member)];
    expect((await here.browser.post('/account/freeze', undefined, { token: here.token })).status).toBe(200);
    for (const { browser, token, refreshToken } of [here, there]) {
      expect((await browser.get('/account/userInfo', { token })).body.code).toBe('session_ended');
      expect((await browser.post('/token/refresh', { refreshToken })).status).toBe(401);
    }
    const reasons = await world.db
      .selectFrom('sessions')
      .select('end_reason')
      .where('member_id', '=', member.id)
      .execute();
    expect(reasons).toEqual([{ end_reason: 'frozen' }, { end_reason: 'frozen' }]);
    const [mail, ...more] = await mailsTo(world, member.email, 'accountFrozen');
    expect(more).toEqual([]);
    expect(mail?.body).toContain('https://wallet.example/Frozen');
    expect(await world.auditOf(member)).toEqual(['signed_in', 'signed_in', 'account_frozen']);
  });

  it('needs a session, and no other member is touched by it', async () => {
    const other = await signedIn(await world.member());
    expect((await anybody().post('/account/freeze', undefined)).body.code).toBe('session_ended');
    await frozen();
    expect((await other.browser.get('/account/userInfo', { token: other.token })).status).toBe(200);
  });

  it('voids what waits: drafts, a second step, a recovery, a change of address', async () => {
    const member = await world.member({ secondFactor: true });
    const { browser, token } = await signedIn(member);
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
        await browser.post(
          '/account/SendChangeEmailUrl',
          { password: member.password, secondFactor: freshCode(member) },
          { token },
        )
      ).status,
    ).toBe(200);
    const waiting = anybody();
    await waiting.signIn(member);
    const recovering = anybody();
    await recovering.post('/account/forgetPassword', { email: member.email, username: member.username });
    await browser.post('/account/freeze', undefined, { token });
    expect(await world.db.selectFrom('drafts').select('state').where('id', '=', draft.id).executeTakeFirst()).toEqual({
      state: 'voided',
    });
    expect(
      (await browser.post(`/drafts/${draft.id}/confirm`, { code: member.code(1) }, { token, key: randomUUID() }))
        .status,
    ).toBe(401);
    expect((await waiting.post('/token/twoFactor', freshCode(member))).body.code).toBe('challenge_expired');
    const code = await codeTo(world, member.email, 'passwordRecoveryCode');
    expect(
      (
        await recovering.post('/account/validateEmailAndUserName', {
          email: member.email,
          username: member.username,
          code,
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

  it('is told to whoever has its key, once, and not to another member under the same key', async () => {
    const key = randomUUID();
    const first = await world.member();
    const { browser, token } = await signedIn(first);
    await browser.post('/account/freeze', undefined, { token, key });
    expect((await anybody().get(`/requests/${key}`)).body).toMatchObject({
      state: 'done',
      operationId: 'freezeAccount',
      status: 200,
    });
    expect((await anybody().get(`/requests/${randomUUID()}`)).body).toEqual({ state: 'unknown' });
    const second = await world.member();
    const other = await signedIn(second);
    expect((await other.browser.post('/account/freeze', undefined, { token: other.token, key })).body.code).toBe(
      'idempotency_key_reused',
    );
    expect(await isFrozen(second)).toBe(false);
  });

  it('of two devices in one moment is one, with one mail', async () => {
    const member = await world.member();
    const devices = [await signedIn(member), await signedIn(member)];
    const answers = await Promise.all(
      devices.map(({ browser, token }) => browser.post('/account/freeze', undefined, { token })),
    );
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect(await mailsTo(world, member.email, 'accountFrozen')).toHaveLength(1);
    expect((await world.auditOf(member)).filter((kind) => kind === 'account_frozen')).toHaveLength(1);
  });
});

describe('signing in to a frozen account', () => {
  /** What a stranger sees, and what the database was asked meanwhile. */
  async function seen(act: () => Promise<Answer>) {
    const query = vi.spyOn(pg.Client.prototype, 'query');
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
      const { member } = await frozen({ secondFactor });
      const open = await world.member({ secondFactor });
      const wrong = { password: 'a guess at it' };
      const right = await seen(() => anybody().signIn(member));
      expect(right.body.code).toBe('invalid_login');
      expect(right.statements.length).toBeGreaterThan(0);
      expect(right).toEqual(await seen(() => anybody().signIn({ ...open, ...wrong })));
      expect(right).toEqual(await seen(() => anybody().signIn({ ...member, ...wrong })));
      expect(right).toEqual(await seen(() => anybody().signIn({ username: 'nobody-at-all', ...wrong })));
    },
  );

  it('waits after as many tries as wrong passwords do', async () => {
    const { member } = await frozen();
    const answers: number[] = [];
    for (let time = 0; time < 7; time += 1) answers.push((await anybody().signIn(member)).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });

  it('with the right password has the link mailed, once a minute', async () => {
    const { member } = await frozen();
    await anybody().signIn(member);
    await runJob();
    await anybody().signIn(member);
    await runJob();
    expect(await mailsTo(world, member.email, 'thawLink')).toHaveLength(1);
    world.clock.advance(60);
    await runJob();
    expect(await mailsTo(world, member.email, 'thawLink')).toHaveLength(1);
    await anybody().signIn(member);
    await runJob();
    expect(await mailsTo(world, member.email, 'thawLink')).toHaveLength(2);
    expect(await thaw({ token: await tokenFor(member) })).toMatchObject({ status: 200, body: { result: 'thawed' } });
    expect((await world.auditOf(member)).filter((kind) => kind === 'sign_in_while_frozen')).toHaveLength(3);
  });

  it('with a wrong password has nothing mailed, nor has it in an account that is not frozen', async () => {
    const { member } = await frozen();
    const open = await world.member();
    await anybody().signIn({ ...member, password: 'a guess at it' });
    await anybody().signIn(open);
    await runJob();
    for (const { email } of [member, open]) expect(await mailsTo(world, email, 'thawLink')).toEqual([]);
  });

  it('stays refused after the password was recovered', async () => {
    const { member } = await frozen();
    const browser = anybody();
    const account = { email: member.email, username: member.username };
    await browser.post('/account/forgetPassword', account);
    await browser.post('/account/validateEmailAndUserName', {
      ...account,
      code: await codeTo(world, member.email, 'passwordRecoveryCode'),
    });
    expect((await browser.post('/account/resetPassword', { password: 'correct horse battery' })).status).toBe(200);
    const recovered = { ...member, password: 'correct horse battery' };
    expect((await browser.signIn(recovered)).body.code).toBe('invalid_login');
    await runJob();
    await thaw({ token: await tokenFor(member) });
    expect((await anybody().signIn(recovered)).status).toBe(200);
  });
});

describe('the link to thaw', () => {
  it('is built of the configured origin, kept as a hash, and opening it changes nothing', async () => {
    const { member, token } = await linked();
    expect((await linkTo(world, member.email, 'thawLink')).href).toMatch(
      /^https:\/\/wallet\.example\/Thaw\?culture=en-US#token=thw_[\w-]{43}$/,
    );
    const rows = await world.db.selectFrom('thaw_links').select('token_hash').execute();
    expect(rows.map((row) => row.token_hash.toString('latin1')).join()).not.toContain(token);
    expect((await anybody().get(`/account/thaw?token=${token}`)).status).toBe(405);
    expect(await isFrozen(member)).toBe(true);
  });

  it('thaws once and signs nobody in', async () => {
    const { member, token } = await linked();
    const answer = await thaw({ token });
    expect(answer).toMatchObject({
      status: 200,
      body: { result: 'thawed', thawedAt: world.clock.now().toISOString() },
    });
    expect([answer.headers['set-cookie'], Object.keys(answer.body as object)].flat()).toEqual([
      expect.stringMatching(/^__Host-perch_browser=br_/),
      'result',
      'thawedAt',
    ]);
    expect((await anybody().signIn(member)).status).toBe(200);
    expect(await mailsTo(world, member.email, 'accountThawedHeld')).toHaveLength(1);
    expect((await thaw({ token })).body).toMatchObject({ status: 400, code: 'link_invalid' });
    expect(await world.auditOf(member)).toEqual([
      'signed_in',
      'account_frozen',
      'thaw_link_sent',
      'account_thawed',
      'signed_in',
    ]);
  });

  it('is good for thirty minutes', async () => {
    const [late, last] = [await linked(), await linked()];
    world.clock.advance(1799);
    expect((await thaw({ token: last.token })).status).toBe(200);
    world.clock.advance(1);
    expect((await thaw({ token: late.token })).body.code).toBe('link_invalid');
    expect(await isFrozen(late.member)).toBe(true);
  });

  it('thaws its own account only, and tokens for other things thaw none', async () => {
    const [mine, other] = [await linked(), await linked()];
    expect((await thaw({ token: mine.token })).status).toBe(200);
    expect(await isFrozen(other.member)).toBe(true);
    const signed = await signedIn(mine.member);
    for (const foreign of [signed.token, signed.refreshToken, mine.token, `thw_${'A'.repeat(43)}`, '\u0000'])
      expect((await thaw({ token: foreign })).body.code).toBe('link_invalid');
    expect(await isFrozen(other.member)).toBe(true);
  });

  it('is void once a newer one was mailed, not sooner than after a minute, and once the account was frozen again', async () => {
    const { member, token } = await linked();
    expect((await ask(member)).body).toMatchObject({ status: 429, code: 'code_too_soon' });
    world.clock.advance(60);
    await ask(member);
    expect((await thaw({ token })).body.code).toBe('link_invalid');
    const newer = await tokenFor(member);
    expect((await thaw({ token: newer })).status).toBe(200);
    const again = await signedIn(member);
    await again.browser.post('/account/freeze', undefined, { token: again.token });
    expect((await thaw({ token: newer })).body.code).toBe('link_invalid');
    expect(await isFrozen(member)).toBe(true);
  });

  it('thaws for one of many who use it in the same moment', async () => {
    const { member, token } = await linked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => thaw({ token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'link_invalid')).toHaveLength(9);
    expect(await mailsTo(world, member.email, 'accountThawedHeld')).toHaveLength(1);
  });

  it('answers the same call again, and tells what became of it', async () => {
    const { token } = await linked();
    const key = randomUUID();
    const first = await thaw({ token }, key);
    const again = await thaw({ token }, key);
    expect(again.body).toEqual(first.body);
    expect((await anybody().get(`/requests/${key}`)).body).toMatchObject({
      state: 'done',
      operationId: 'thawAccount',
      answer: { result: 'thawed' },
    });
  });

  it('goes to nobody whose account is not frozen', async () => {
    const member = await world.member();
    expect((await ask(member)).body).toEqual({ expiresIn: 1800, resendIn: 60 });
    expect(await mailsTo(world, member.email)).toEqual([]);
  });
});

describe('thawing an account with a second factor', () => {
  it('asks for a code and changes nothing without one', async () => {
    const { member, token } = await linked({ secondFactor: true });
    expect((await thaw({ token })).body).toEqual({ result: 'secondFactor', triesLeft: 5 });
    expect(await isFrozen(member)).toBe(true);
    expect((await thaw({ token, secondFactor: freshCode(member) })).body.result).toBe('thawed');
    expect(await isFrozen(member)).toBe(false);
  });

  it('takes five wrong codes, then the link is void even with a right one', async () => {
    const { member, token } = await linked({ secondFactor: true });
    const wrong = () => thaw({ token, secondFactor: { method: 'totp', code: '000000' } });
    for (let left = 4; left > 0; left -= 1)
      expect((await wrong()).body).toMatchObject({ status: 400, code: 'code_incorrect', triesLeft: left });
    expect((await wrong()).body.code).toBe('link_invalid');
    expect((await thaw({ token, secondFactor: freshCode(member) })).body.code).toBe('link_invalid');
    expect(await isFrozen(member)).toBe(true);
  });

  it('locks over all links as the second step of a sign-in does', async () => {
    const { member, token } = await linked({ secondFactor: true });
    const wrong = (link: string) => thaw({ token: link, secondFactor: { method: 'totp', code: '000000' } });
    for (let time = 0; time < 5; time += 1) await wrong(token);
    world.clock.advance(60);
    await ask(member);
    const second = await tokenFor(member);
    for (let time = 0; time < 4; time += 1) await wrong(second);
    await wrong(second);
    world.clock.advance(60);
    await ask(member);
    expect((await thaw({ token: await tokenFor(member), secondFactor: freshCode(member) })).body).toMatchObject({
      status: 429,
      code: 'second_factor_locked',
    });
    expect(await isFrozen(member)).toBe(true);
  });

  it('takes a recovery code, which holds withdrawals', async () => {
    const { member, token } = await linked({ secondFactor: true });
    expect(
      (await thaw({ token, secondFactor: { method: 'recoveryCode', code: member.recoveryCodes[0] } })).body.result,
    ).toBe('thawed');
    const { money_held_until: until } = await world.db
      .selectFrom('members')
      .select('money_held_until')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(until).toEqual(new Date(world.clock.now().getTime() + 86_400_000));
  });

  it('thaws with one code for one of two in the same moment', async () => {
    const { member, token } = await linked({ secondFactor: true });
    const secondFactor = freshCode(member);
    const answers = await Promise.all([thaw({ token, secondFactor }), thaw({ token, secondFactor })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await mailsTo(world, member.email, 'accountThawed')).toHaveLength(1);
  });
});

describe('the link that freezes', () => {
  const freezeBy = (token: string, key?: string) => anybody().post('/account/freezeByLink', { token }, { key });
  const freezeTokens = async (member: TestMember) =>
    (await mailsTo(world, member.email)).flatMap(({ body }) => freezeTokensIn(body));

  /** A member whose password was changed, by whomever; the mail about it has the link. */
  async function alarmed() {
    const member = await world.member();
    const session = await signedIn(member);
    const newPassword = 'correct horse battery';
    expect(
      (
        await session.browser.post(
          '/account/changePassword',
          { password: member.password, newPassword },
          { token: session.token },
        )
      ).status,
    ).toBe(200);
    const [token = ''] = await freezeTokens(member);
    return { member: { ...member, password: newPassword }, ...session, link: token };
  }

  it('ends all sessions without signing anybody in, and is told of', async () => {
    const { member, browser, token, link } = await alarmed();
    expect(link).toMatch(/^frz_[\w-]{43}$/);
    const answer = await freezeBy(link);
    expect(answer).toMatchObject({ status: 200, body: { frozenAt: world.clock.now().toISOString() } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await browser.get('/account/userInfo', { token })).body.code).toBe('session_ended');
    expect((await anybody().signIn(member)).body.code).toBe('invalid_login');
    expect(await mailsTo(world, member.email, 'accountFrozen')).toHaveLength(1);
    expect((await world.auditOf(member)).filter((kind) => kind === 'account_frozen')).toHaveLength(1);
  });

  it('is kept as a hash, stands behind the number sign, and changes nothing by being opened', async () => {
    const { member, link } = await alarmed();
    expect((await mailsTo(world, member.email, 'passwordChanged'))[0]?.body).toContain(
      `https://wallet.example/Freeze?culture=en-US#token=${link}`,
    );
    const rows = await world.db.selectFrom('freeze_links').select('token_hash').execute();
    expect(rows.map((row) => row.token_hash.toString('latin1')).join()).not.toContain(link);
    expect((await anybody().get(`/account/freezeByLink?token=${link}`)).status).toBe(405);
    expect(await isFrozen(member)).toBe(false);
  });

  it('is good once, and the older links of the member end with it', async () => {
    const { member, link } = await alarmed();
    const again = await signedIn(member);
    // Mails of one moment come in any order.
    world.clock.advance(1);
    await again.browser.post(
      '/account/changePassword',
      { password: member.password, newPassword: 'another horse battery' },
      { token: again.token },
    );
    const [later = '', ...more] = (await freezeTokens(member)).filter((token) => token !== link);
    expect(more).toEqual([]);
    expect((await freezeBy(later)).status).toBe(200);
    await ask(member);
    await thaw({ token: await tokenFor(member) });
    for (const used of [link, later])
      expect((await freezeBy(used)).body).toMatchObject({ status: 400, code: 'link_invalid' });
    expect(await isFrozen(member)).toBe(false);
  });

  it('is good for seven days', async () => {
    const [last, late] = [await alarmed(), await alarmed()];
    world.clock.advance(7 * 86_400 - 1);
    expect((await freezeBy(last.link)).status).toBe(200);
    world.clock.advance(1);
    expect((await freezeBy(late.link)).body.code).toBe('link_invalid');
    expect(await isFrozen(late.member)).toBe(false);
  });

  it('freezes its own account only; tokens for other things freeze none', async () => {
    const [mine, other] = [await alarmed(), await alarmed()];
    for (const foreign of [mine.token, mine.refreshToken, `frz_${'A'.repeat(43)}`, '\u0000'])
      expect((await freezeBy(foreign)).body.code).toBe('link_invalid');
    for (const body of [{}, { token: '' }, { token: 7 }])
      expect((await anybody().post('/account/freezeByLink', body)).body).toMatchObject({
        status: 400,
        code: 'invalid_request',
      });
    expect([await isFrozen(mine.member), await isFrozen(other.member)]).toEqual([false, false]);
    await freezeBy(mine.link);
    expect([await isFrozen(mine.member), await isFrozen(other.member)]).toEqual([true, false]);
  });

  it('of two presses at once has one effect and one mail', async () => {
    const { member, link } = await alarmed();
    const answers = await Promise.all(Array.from({ length: 10 }, () => freezeBy(link)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'link_invalid')).toHaveLength(9);
    expect(await mailsTo(world, member.email, 'accountFrozen')).toHaveLength(1);
  });

  it('answers the same call again, and tells whoever has its key what became of it', async () => {
    const { link } = await alarmed();
    const key = randomUUID();
    const first = await freezeBy(link, key);
    expect((await freezeBy(link, key)).body).toEqual(first.body);
    expect((await anybody().get(`/requests/${key}`)).body).toMatchObject({
      state: 'done',
      operationId: 'freezeByLink',
      answer: first.body,
    });
  });
});
