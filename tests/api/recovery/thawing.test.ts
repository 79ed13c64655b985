// The link that thaws a frozen account: mailed, valid once and for a limited time, with a code if an app is bound.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkTo, mailsTo } from '../support/mails.ts';
import type { MemberOptions } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';
import { anybody, ask, thaw, signedIn, frozen, tokenFor, isFrozen, freshCode } from '../support/frozen-accounts.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** A frozen member with a link in the mailbox. */
async function linked(options: MemberOptions = {}) {
  const { member } = await frozen(world, options);
  expect(await ask(world, member)).toMatchObject({ status: 200, body: { expiresIn: 1800, resendIn: 60 } });
  return { member, token: await tokenFor(world, member) };
}

describe('the link to thaw', () => {
  it('is built from the configured origin, stored as a hash, and opening it changes nothing', async () => {
    const { member, token } = await linked();
    expect((await linkTo(world, member.email, 'thawLink')).href).toMatch(
      /^https:\/\/wallet\.example\/Thaw\?culture=en-US#token=thw_[\w-]{43}$/,
    );
    const rows = await world.db.selectFrom('thaw_links').select('token_hash').execute();
    expect(rows.map((row) => row.token_hash.toString('latin1')).join()).not.toContain(token);
    expect((await anybody(world).send('GET', `/account/thaw?token=${token}`)).status).toBe(405);
    expect(await isFrozen(world, member)).toBe(true);
  });

  it('thaws once and signs nobody in', async () => {
    const { member, token } = await linked();
    const answer = await thaw(world, { token });
    expect(answer).toMatchObject({
      status: 200,
      body: { result: 'thawed', thawedAt: world.clock.now().toISOString() },
    });
    expect([answer.headers['set-cookie'], Object.keys(answer.body as object)].flat()).toEqual([
      expect.stringMatching(/^__Host-perch_browser=br_/),
      'result',
      'thawedAt',
    ]);
    expect((await anybody(world).signIn(member)).status).toBe(200);
    expect(await mailsTo(world, member.email, 'accountThawedHeld')).toHaveLength(1);
    expect((await thaw(world, { token })).body).toMatchObject({ status: 400, code: 'link_invalid' });
    expect(await world.auditOf(member)).toEqual([
      'signed_in',
      'account_frozen',
      'thaw_link_sent',
      'account_thawed',
      'signed_in',
    ]);
  });

  it('is valid for thirty minutes', async () => {
    const [late, last] = [await linked(), await linked()];
    world.clock.advance(1799);
    expect((await thaw(world, { token: last.token })).status).toBe(200);
    world.clock.advance(1);
    expect((await thaw(world, { token: late.token })).body.code).toBe('link_invalid');
    expect(await isFrozen(world, late.member)).toBe(true);
  });

  it('thaws only its own account, and other tokens thaw none', async () => {
    const [mine, other] = [await linked(), await linked()];
    expect((await thaw(world, { token: mine.token })).status).toBe(200);
    expect(await isFrozen(world, other.member)).toBe(true);
    const signed = await signedIn(world, mine.member);
    for (const foreign of [signed.token, signed.refreshToken, mine.token, `thw_${'A'.repeat(43)}`, '\u0000'])
      expect((await thaw(world, { token: foreign })).body.code).toBe('link_invalid');
    expect(await isFrozen(world, other.member)).toBe(true);
  });

  it('is void once a newer one was mailed, no sooner than after a minute, and once the account was frozen again', async () => {
    const { member, token } = await linked();
    expect((await ask(world, member)).body).toMatchObject({ status: 429, code: 'code_too_soon' });
    world.clock.advance(60);
    await ask(world, member);
    expect((await thaw(world, { token })).body.code).toBe('link_invalid');
    const newer = await tokenFor(world, member);
    expect((await thaw(world, { token: newer })).status).toBe(200);
    const again = await signedIn(world, member);
    await again.browser.call('freezeAccount', { token: again.token });
    expect((await thaw(world, { token: newer })).body.code).toBe('link_invalid');
    expect(await isFrozen(world, member)).toBe(true);
  });

  it('thaws for one of many who use it at the same time', async () => {
    const { member, token } = await linked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => thaw(world, { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'link_invalid')).toHaveLength(9);
    expect(await mailsTo(world, member.email, 'accountThawedHeld')).toHaveLength(1);
  });

  it('answers a repetition alike, and returns its outcome', async () => {
    const { token } = await linked();
    const key = randomUUID();
    const first = await thaw(world, { token }, key);
    const again = await thaw(world, { token }, key);
    expect(again.body).toEqual(first.body);
    expect((await anybody(world).call('getRequestOutcome', { path: { key } })).body).toMatchObject({
      state: 'done',
      operationId: 'thawAccount',
      answer: { result: 'thawed' },
    });
  });

  it('is sent to nobody whose account is not frozen', async () => {
    const member = await world.member();
    expect((await ask(world, member)).body).toEqual({ expiresIn: 1800, resendIn: 60 });
    expect(await mailsTo(world, member.email)).toEqual([]);
  });
});

describe('thawing an account with a second factor', () => {
  it('requires a code and changes nothing without one', async () => {
    const { member, token } = await linked({ secondFactor: true });
    expect((await thaw(world, { token })).body).toEqual({ result: 'secondFactor', triesLeft: 5 });
    expect(await isFrozen(world, member)).toBe(true);
    expect((await thaw(world, { token, secondFactor: freshCode(world, member) })).body.result).toBe('thawed');
    expect(await isFrozen(world, member)).toBe(false);
  });

  it('accepts five wrong codes, then the link is void even with a right one', async () => {
    const { member, token } = await linked({ secondFactor: true });
    const wrong = () => thaw(world, { token, secondFactor: { method: 'totp', code: '000000' } });
    for (let left = 4; left > 0; left -= 1)
      expect((await wrong()).body).toMatchObject({ status: 400, code: 'code_incorrect', triesLeft: left });
    expect((await wrong()).body.code).toBe('link_invalid');
    expect((await thaw(world, { token, secondFactor: freshCode(world, member) })).body.code).toBe('link_invalid');
    expect(await isFrozen(world, member)).toBe(true);
  });

  it('locks over all links, like the second step of a sign-in', async () => {
    const { member, token } = await linked({ secondFactor: true });
    const wrong = (link: string) => thaw(world, { token: link, secondFactor: { method: 'totp', code: '000000' } });
    for (let time = 0; time < 5; time += 1) await wrong(token);
    world.clock.advance(60);
    await ask(world, member);
    const second = await tokenFor(world, member);
    for (let time = 0; time < 4; time += 1) await wrong(second);
    await wrong(second);
    world.clock.advance(60);
    await ask(world, member);
    expect(
      (await thaw(world, { token: await tokenFor(world, member), secondFactor: freshCode(world, member) })).body,
    ).toMatchObject({
      status: 429,
      code: 'second_factor_locked',
    });
    expect(await isFrozen(world, member)).toBe(true);
  });

  it('accepts a recovery code, which holds withdrawals', async () => {
    const { member, token } = await linked({ secondFactor: true });
    expect(
      (await thaw(world, { token, secondFactor: { method: 'recoveryCode', code: member.recoveryCodes[0] } })).body
        .result,
    ).toBe('thawed');
    const { money_held_until: until } = await world.db
      .selectFrom('members')
      .select('money_held_until')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(until).toEqual(new Date(world.clock.now().getTime() + 86_400_000));
  });

  it('thaws with one code for one of two calls at the same time', async () => {
    const { member, token } = await linked({ secondFactor: true });
    const secondFactor = freshCode(world, member);
    const answers = await Promise.all([thaw(world, { token, secondFactor }), thaw(world, { token, secondFactor })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await mailsTo(world, member.email, 'accountThawed')).toHaveLength(1);
  });
});
