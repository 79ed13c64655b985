// Whoever reads the mailbox and has nothing else: what they can do ends where the owner, or support, steps in (S-08,
// S-09, S-12).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyHeldUntil } from '#server/domain/members/hold.ts';
import { acceptMoment } from '#server/domain/club/trusted-clock.ts';
import { mailAskedThawLinks } from '#server/domain/freezing/thaw-links.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { bindingProofs } from './support/binding.ts';
import { codeTo, freezeTokensIn, linkTo, mailsTo, tokenIn } from './support/mails.ts';
import { codeOfKey, type TestMember } from '#tests/support/members.ts';
import { fund, setRates } from './support/money.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const HOURS = 3600;
const THIEFS = 'thieves like passphrases';
const OWNERS = 'owners like them as well';

const run = (operator: string, ...args: string[]) => outcomeOf(world.services, { args, operator, osUser: 'unix' });
const isBound = async ({ id }: TestMember) =>
  (await world.db.selectFrom('two_factor').select('member_id').where('member_id', '=', id).executeTakeFirst()) !==
  undefined;
const isFrozen = async ({ id }: TestMember) =>
  (await world.db.selectFrom('members').select('frozen_at').where('id', '=', id).executeTakeFirstOrThrow())
    .frozen_at !== null;
const heldHours = async ({ id }: TestMember) => {
  const until = await moneyHeldUntil(world.db, world.services, id);
  return until === null ? 0 : (until.getTime() - world.clock.now().getTime()) / 3_600_000;
};

async function reset({ email, username }: TestMember, password: string): Promise<void> {
  const browser = world.browser();
  await browser.post('/account/forgetPassword', { email, username });
  await browser.post('/account/validateEmailAndUserName', {
    email,
    username,
    code: await codeTo(world, email, 'passwordRecoveryCode'),
  });
  expect((await browser.post('/account/resetPassword', { password })).status).toBe(200);
}

/** Binds an app with the password that was just set; its key. */
async function bind(
  member: TestMember,
  password: string,
): Promise<{ key: string; recoveryCode: string; token: string }> {
  const browser = world.browser();
  const { accessToken: token } = (await browser.signIn({ ...member, password })).body;
  const { proofs, key } = await bindingProofs(world, { member, browser, token });
  const answer = await browser.post('/account/enable2FA', { ...proofs, password }, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { key, recoveryCode: answer.body.recoveryCodes[0], token };
}

/** A member whose mailbox somebody reads, who has reset the password and bound an app of their own. */
async function takenOver() {
  const member = await world.member();
  await fund(world, member.id, { USDT: '1000' });
  await reset(member, THIEFS);
  world.clock.advance(HOURS);
  return { member, thief: await bind(member, THIEFS) };
}

const thawLink = async ({ email, username }: TestMember) => {
  world.clock.advance(61);
  await world.browser().post('/account/sendThawLink', { email, username });
  return tokenIn(await linkTo(world, email, 'thawLink'));
};
const freezeByMailOf = async ({ email }: TestMember, kind: string) => {
  const [token] = freezeTokensIn((await mailsTo(world, email, kind)).at(-1)?.body);
  return (await world.browser().post('/account/freezeByLink', { token })).status;
};

describe('an app that was bound while money was held', () => {
  it('is dropped by the next password reset, with a mail and a new hold; signing in asks for no code of it', async () => {
    const { member, thief } = await takenOver();
    const asked = await world.browser().signIn({ ...member, password: THIEFS });
    expect(asked.body.result).toBe('secondFactor');
    await reset(member, OWNERS);
    expect(await isBound(member)).toBe(false);
    expect(await heldHours(member)).toBe(24);
    const [mail, ...more] = await mailsTo(world, member.email, 'twoFactorDropped');
    expect(more).toEqual([]);
    expect(freezeTokensIn(mail?.body)).toEqual([expect.stringMatching(/^frz_/)]);
    expect(await world.auditOf(member)).toContain('two_factor_disabled');
    const own = await world.browser().signIn({ ...member, password: OWNERS });
    expect(own.body.result).toBe('granted');
    expect((await world.browser().get('/account/userInfo', { token: thief.token })).status).toBe(401);
  });

  it('is told of with the moment until which it is so', async () => {
    const { member } = await takenOver();
    const [mail] = await mailsTo(world, member.email, 'twoFactorOnProvisional');
    expect(mail?.body).toMatch(
      /Until the hold ends at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(UTC\), resetting the password turns it off again/,
    );
    expect(await mailsTo(world, member.email, 'twoFactorOn')).toEqual([]);
  });

  it('says on its page until when it is so, and nothing once it is settled', async () => {
    const { member, thief } = await takenOver();
    const until = new Date(world.clock.now().getTime() + 23 * HOURS * 1000).toISOString();
    const info = async (token: string) => (await world.browser().get('/account/twoFactorInfo', { token })).body;
    expect(await info(thief.token)).toMatchObject({ enabled: true, provisionalUntil: until });
    world.clock.advance(23 * HOURS);
    const later = world.browser();
    await later.signIn({ ...member, password: THIEFS });
    const { accessToken } = (
      await later.post('/token/twoFactor', { method: 'totp', code: codeOfKey(thief.key, world.clock.now()) })
    ).body;
    expect(await info(accessToken)).toMatchObject({ enabled: true, provisionalUntil: null });
    // By a clock that nobody trusts it is not over.
    await acceptMoment(world.db, new Date(Date.parse(until) - 2 * HOURS * 1000));
    expect(await info(accessToken)).toMatchObject({ provisionalUntil: until });
    await world.db.deleteFrom('clock_state').execute();
  });

  it('stays so at the last second of the hold, and is settled with its end', async () => {
    const [first, second] = [await takenOver(), await takenOver()];
    world.clock.advance(22 * HOURS - 1);
    await reset(first.member, OWNERS);
    expect(await isBound(first.member)).toBe(false);
    world.clock.advance(HOURS + 1);
    await reset(second.member, OWNERS);
    expect(await isBound(second.member)).toBe(true);
  });

  it('stays so as long as a second hold lasts that begins meanwhile', async () => {
    const { member, thief } = await takenOver();
    world.clock.advance(20 * HOURS);
    const browser = world.browser();
    await browser.signIn({ ...member, password: THIEFS });
    expect((await browser.post('/token/twoFactor', { method: 'recoveryCode', code: thief.recoveryCode })).status).toBe(
      200,
    );
    world.clock.advance(23 * HOURS);
    await reset(member, OWNERS);
    expect(await isBound(member)).toBe(false);
  });

  it('is not asked for by the link to thaw; money is held again, and however long the account was frozen the app is no surer', async () => {
    const { member } = await takenOver();
    expect(await freezeByMailOf(member, 'passwordReset')).toBe(200);
    world.clock.advance(3 * 24 * HOURS);
    expect((await world.browser().post('/account/thaw', { token: await thawLink(member) })).body.result).toBe('thawed');
    expect(await heldHours(member)).toBe(24);
    await reset(member, OWNERS);
    expect(await isBound(member)).toBe(false);
  });

  it('is not made settled by being turned off and bound again', async () => {
    const { member, thief } = await takenOver();
    world.clock.advance(60);
    const off = await world
      .browser()
      .post(
        '/account/disable2FA',
        { password: THIEFS, method: 'totp', code: codeOfKey(thief.key, world.clock.now()) },
        { token: thief.token },
      );
    expect(off.status).toBe(200);
    world.clock.advance(23 * HOURS + 1800);
    await bind(member, THIEFS);
    await reset(member, OWNERS);
    expect(await isBound(member)).toBe(false);
  });

  it('is removed by support, who freezes first; neither its use nor a freeze from the mailbox stops that', async () => {
    const { member, thief } = await takenOver();
    expect((await run('olga', 'members', 'show', member.username)).text).toContain(
      '(provisional: a password reset removes it)',
    );
    expect((await run('olga', 'members', 'unbind', member.username, '--proof', 'passport')).code).toBe(0);
    expect(await mailsTo(world, member.email, 'provisionalRemovalAsked')).toHaveLength(1);
    world.clock.advance(60);
    const browser = world.browser();
    await browser.signIn({ ...member, password: THIEFS });
    expect(
      (await browser.post('/token/twoFactor', { method: 'totp', code: codeOfKey(thief.key, world.clock.now()) }))
        .status,
    ).toBe(200);
    expect(await freezeByMailOf(member, 'provisionalRemovalAsked')).toBe(200);
    expect(
      (await run('olga', 'members', 'freeze', member.username, '--reason', 'the mailbox was taken over')).code,
    ).toBe(0);
    world.clock.advance(72 * HOURS);
    expect((await run('piet', 'members', 'unbind', member.username, '--confirm')).code).toBe(0);
    expect(await isBound(member)).toBe(false);
  });
});

describe('a clock that is in doubt', () => {
  afterAll(() => world.db.deleteFrom('clock_state').execute());

  it('neither settles an app that was bound while money was held, nor lets support remove one before its time', async () => {
    const { member } = await takenOver();
    const other = await world.member({ secondFactor: true });
    expect((await run('olga', 'members', 'unbind', other.username, '--proof', 'passport')).code).toBe(0);
    await acceptMoment(world.db, world.clock.now());
    world.clock.advance(100 * HOURS);
    expect(await run('piet', 'members', 'unbind', other.username, '--confirm')).toMatchObject({
      code: 1,
      text: expect.stringContaining('the clock is in doubt'),
    });
    await reset(member, OWNERS);
    expect([await isBound(member), await isBound(other)]).toEqual([false, true]);
    await acceptMoment(world.db, world.clock.now());
    expect((await run('piet', 'members', 'unbind', other.username, '--confirm')).code).toBe(0);
  });
});

describe('a freeze by a clock that runs ahead', () => {
  afterAll(() => world.db.deleteFrom('clock_state').execute());

  it('settles no app that was bound while money was held', async () => {
    const { member } = await takenOver();
    await acceptMoment(world.db, world.clock.now());
    world.clock.advance(100 * HOURS);
    expect(await freezeByMailOf(member, 'passwordReset')).toBe(200);
    await acceptMoment(world.db, world.clock.now());
    await reset(member, OWNERS);
    expect(await isBound(member)).toBe(false);
  });
});

describe('an app that was bound by its owner', () => {
  it('stays through a reset where nothing was held when it was bound', async () => {
    const member = await world.member();
    await bind(member, member.password);
    expect(await mailsTo(world, member.email, 'twoFactorOn')).toHaveLength(1);
    await reset(member, OWNERS);
    expect(await isBound(member)).toBe(true);
  });

  it('is settled at once where the hold was begun with the app before', async () => {
    const member = await world.member({ secondFactor: true });
    const browser = world.browser();
    await browser.signIn(member);
    const token = (await browser.post('/token/twoFactor', { method: 'totp', code: member.code() })).body.accessToken;
    world.clock.advance(60);
    expect(
      (
        await browser.post(
          '/account/disable2FA',
          { password: member.password, method: 'totp', code: member.code() },
          { token },
        )
      ).status,
    ).toBe(200);
    expect(await heldHours(member)).toBe(24);
    await bind(member, member.password);
    await reset(member, OWNERS);
    expect(await isBound(member)).toBe(true);
  });
});

describe('an account that support froze', () => {
  const frozenBySupport = async () => {
    const { member } = await takenOver();
    expect(
      (await run('olga', 'members', 'freeze', member.username, '--reason', 'the mailbox was taken over')).code,
    ).toBe(0);
    return member;
  };

  it('has no link mailed: the mail says who thaws it, in as many mails as links, and the answer is the same', async () => {
    const member = await frozenBySupport();
    const ask = (username: string) => world.browser().post('/account/sendThawLink', { email: member.email, username });
    expect(await ask(member.username)).toMatchObject({ status: 200, body: { expiresIn: 1800, resendIn: 60 } });
    expect((await ask(member.username)).body).toMatchObject({ status: 429, code: 'code_too_soon' });
    expect(await mailsTo(world, member.email, 'thawLink')).toEqual([]);
    const [mail, ...more] = await mailsTo(world, member.email, 'onlySupportThaws');
    expect(more).toEqual([]);
    expect(mail?.body).toContain('only our support does');
    expect(mail?.body).not.toContain('/Thaw');
    expect(await world.auditOf(member)).not.toContain('thaw_link_sent');
  });

  it('has none mailed after a sign-in with the right password either', async () => {
    const member = await frozenBySupport();
    expect((await world.browser().signIn({ ...member, password: THIEFS })).status).toBe(401);
    await mailAskedThawLinks(world.services);
    expect([
      await mailsTo(world, member.email, 'thawLink'),
      (await mailsTo(world, member.email, 'onlySupportThaws')).length,
    ]).toEqual([[], 1]);
  });

  it('is not opened by a link that was mailed while its member had it frozen', async () => {
    const { member } = await takenOver();
    await freezeByMailOf(member, 'passwordReset');
    const token = await thawLink(member);
    expect(
      await run('olga', 'members', 'freeze', member.username, '--reason', 'the mailbox was taken over'),
    ).toMatchObject({ code: 0 });
    expect((await run('olga', 'members', 'show', member.username)).text).toMatch(/FROZEN since \S+ by support/);
    expect((await world.browser().post('/account/thaw', { token })).body.code).toBe('link_invalid');
    expect(await isFrozen(member)).toBe(true);
  });

  it('is thawed by support, with a hold as long as no settled app is bound', async () => {
    const member = await frozenBySupport();
    await reset(member, OWNERS);
    world.clock.advance(48 * HOURS);
    expect((await run('olga', 'members', 'thaw', member.username, '--reason', 'settled')).text).toMatch(
      /is thawed; outgoing money is held until /,
    );
    expect(await heldHours(member)).toBe(24);
    expect((await mailsTo(world, member.email, 'accountThawedHeld')).at(-1)?.body).toMatch(/on hold until \d{4}/);
  });
});

describe('a thaw by the link', () => {
  it('without an app holds money for a day, so that a transfer is refused', async () => {
    const member = await world.member();
    await fund(world, member.id, { USDT: '1000' });
    await setRates(world);
    const browser = world.browser();
    const { accessToken } = await browser.session(member);
    await browser.post('/account/freeze', undefined, { token: accessToken });
    await world.browser().post('/account/thaw', { token: await thawLink(member) });
    expect(await heldHours(member)).toBe(24);
    expect(await mailsTo(world, member.email, 'accountThawedHeld')).toHaveLength(1);
    const { accessToken: token } = await browser.session(member);
    const other = await world.member();
    const sent = await browser.post(
      '/transfers',
      { recipient: other.username, asset: 'USDT', amount: '10', note: 'x' },
      { token, key: randomUUID() },
    );
    expect(sent.body.code).toBe('money_held');
  });

  it('with a code of a settled app holds nothing', async () => {
    const member = await world.member({ secondFactor: true });
    await run('olga', 'members', 'freeze', member.username, '--reason', 'x');
    expect((await run('olga', 'members', 'thaw', member.username, '--reason', 'x')).text).toMatch(
      / is thawed; the member is notified by mail$/,
    );
    expect(await heldHours(member)).toBe(0);
    expect(await mailsTo(world, member.email, 'accountThawed')).toHaveLength(1);
  });
});

describe('the links that freeze', () => {
  const changeAddress = async (
    member: TestMember,
    session: { browser: ReturnType<World['browser']>; token: string },
    email: string,
  ) => {
    const { browser, token } = session;
    await browser.post('/account/SendChangeEmailUrl', { password: member.password }, { token });
    const link = tokenIn(await linkTo(world, member.email, 'changeEmailLink'));
    await browser.post('/account/SendChangeEmailVerificationCode', { email, token: link }, { token });
    const answer = await browser.post(
      '/account/ChangeEmail',
      { email, code: await codeTo(world, email, 'changeEmailCode') },
      { token },
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return { ...member, email };
  };

  it('end with the address that they went to, but not the one that told it of the change, also after another change', async () => {
    const before = await world.member();
    const browser = world.browser();
    const { accessToken: token } = await browser.session(before);
    const member = { ...before, password: OWNERS };
    await browser.post('/account/changePassword', { password: before.password, newPassword: OWNERS }, { token });
    const moved = await changeAddress(member, { browser, token }, `new-${before.email}`);
    expect(await freezeByMailOf(before, 'passwordChanged')).toBe(400);
    world.clock.advance(61);
    await changeAddress(moved, { browser, token }, `newer-${before.email}`);
    expect(await freezeByMailOf(moved, 'emailChanged')).toBe(400);
    expect(await isFrozen(member)).toBe(false);
    expect(await freezeByMailOf(before, 'emailChangedOld')).toBe(200);
    expect(await isFrozen(member)).toBe(true);
  });

  it('freeze for support alone to thaw where the thief of a mailbox has moved the address away: the new mailbox gets no link', async () => {
    const owner = await world.member();
    await reset(owner, THIEFS);
    const browser = world.browser();
    const { accessToken: token } = (await browser.signIn({ ...owner, password: THIEFS })).body;
    const moved = await changeAddress({ ...owner, password: THIEFS }, { browser, token }, `thief-of-${owner.email}`);
    expect(await freezeByMailOf(owner, 'emailChangedOld')).toBe(200);
    expect(await mailsTo(world, moved.email, 'frozenFromFormerAddress')).toHaveLength(1);
    await world.browser().post('/account/sendThawLink', { email: moved.email, username: owner.username });
    expect([
      await mailsTo(world, moved.email, 'thawLink'),
      (await mailsTo(world, moved.email, 'onlySupportThaws')).length,
    ]).toEqual([[], 1]);
    expect((await run('olga', 'members', 'show', owner.username)).text).toMatch(
      /FROZEN since \S+ by the link to a former address/,
    );
    expect((await run('olga', 'members', 'thaw', owner.username, '--reason', 'proven by passport')).code).toBe(0);
    expect(await isFrozen(owner)).toBe(false);
  });

  it('from a former address take over a freeze that the new mailbox could thaw', async () => {
    const owner = await world.member();
    const browser = world.browser();
    const { accessToken: token } = await browser.session(owner);
    const moved = await changeAddress(owner, { browser, token }, `thief-of-${owner.email}`);
    await browser.post('/account/freeze', undefined, { token });
    const link = await thawLink(moved);
    expect(await freezeByMailOf(owner, 'emailChangedOld')).toBe(200);
    expect((await world.browser().post('/account/thaw', { token: link })).body.code).toBe('link_invalid');
  });
});
