// A thief who reads the mailbox and has nothing else: what they can do ends when the owner, or support, steps in (S-08,
// S-09, S-12).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptMoment } from '#server/domain/club/trusted-clock.ts';
import { codeTo, freezeTokensIn, linkTo, mailsTo, tokenIn } from '../support/mails.ts';
import { codeOfKey, type TestMember } from '#fixtures/club/members.ts';
import { fund, setRates } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  HOURS,
  THIEFS,
  OWNERS,
  run,
  isFrozen,
  heldHours,
  reset,
  bind,
  takenOver,
  thawLink,
  freezeByMailOf,
} from '../support/taken-mailbox.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
const isBound = async ({ id }: TestMember) =>
  (await world.db.selectFrom('two_factor').select('member_id').where('member_id', '=', id).executeTakeFirst()) !==
  undefined;

describe('an app that was bound while money was held', () => {
  it('is removed by the next password reset, with a mail and a new hold; signing in requires no code of it', async () => {
    const { member, thief } = await takenOver(world);
    const asked = await world.browser().signIn({ ...member, password: THIEFS });
    expect(asked.body.result).toBe('secondFactor');
    await reset(world, member, OWNERS);
    expect(await isBound(member)).toBe(false);
    expect(await heldHours(world, member)).toBe(24);
    const [mail, ...more] = await mailsTo(world, member.email, 'twoFactorDropped');
    expect(more).toEqual([]);
    expect(freezeTokensIn(mail?.body)).toEqual([expect.stringMatching(/^frz_/)]);
    expect(await world.auditOf(member)).toContain('two_factor_disabled');
    const own = await world.browser().signIn({ ...member, password: OWNERS });
    expect(own.body.result).toBe('granted');
    expect((await world.browser().call('getUserInfo', { token: thief.token })).status).toBe(401);
  });

  it('is reported with the time until which it is provisional', async () => {
    const { member } = await takenOver(world);
    const [mail] = await mailsTo(world, member.email, 'twoFactorOnProvisional');
    expect(mail?.body).toMatch(
      /Until the hold ends at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(UTC\), resetting the password turns it off again/,
    );
    expect(await mailsTo(world, member.email, 'twoFactorOn')).toEqual([]);
  });

  it('shows until when it is provisional, and nothing once it is settled', async () => {
    const { member, thief } = await takenOver(world);
    const until = new Date(world.clock.now().getTime() + 23 * HOURS * 1000).toISOString();
    const info = async (token: string) => (await world.browser().call('getTwoFactorInfo', { token })).body;
    expect(await info(thief.token)).toMatchObject({ enabled: true, provisionalUntil: until });
    world.clock.advance(23 * HOURS);
    const later = world.browser();
    await later.signIn({ ...member, password: THIEFS });
    const { accessToken } = (
      await later.call('verifyTwoFactor', { body: { method: 'totp', code: codeOfKey(thief.key, world.clock.now()) } })
    ).body;
    expect(await info(accessToken)).toMatchObject({ enabled: true, provisionalUntil: null });
    // By a clock that is in doubt it is not over.
    await acceptMoment(world.db, new Date(Date.parse(until) - 2 * HOURS * 1000));
    expect(await info(accessToken)).toMatchObject({ provisionalUntil: until });
    await world.db.deleteFrom('clock_state').execute();
  });

  it('is provisional until the last second of the hold, and is settled with its end', async () => {
    const [first, second] = [await takenOver(world), await takenOver(world)];
    world.clock.advance(22 * HOURS - 1);
    await reset(world, first.member, OWNERS);
    expect(await isBound(first.member)).toBe(false);
    world.clock.advance(HOURS + 1);
    await reset(world, second.member, OWNERS);
    expect(await isBound(second.member)).toBe(true);
  });

  it('stays provisional during a second hold that begins in the meantime', async () => {
    const { member, thief } = await takenOver(world);
    world.clock.advance(20 * HOURS);
    const browser = world.browser();
    await browser.signIn({ ...member, password: THIEFS });
    expect(
      (await browser.call('verifyTwoFactor', { body: { method: 'recoveryCode', code: thief.recoveryCode } })).status,
    ).toBe(200);
    world.clock.advance(23 * HOURS);
    await reset(world, member, OWNERS);
    expect(await isBound(member)).toBe(false);
  });

  it('is not required by the link to thaw; money is held again, and the time while frozen does not settle the app', async () => {
    const { member } = await takenOver(world);
    expect(await freezeByMailOf(world, member, 'passwordReset')).toBe(200);
    world.clock.advance(3 * 24 * HOURS);
    expect(
      (await world.browser().call('thawAccount', { body: { token: await thawLink(world, member) } })).body.result,
    ).toBe('thawed');
    expect(await heldHours(world, member)).toBe(24);
    await reset(world, member, OWNERS);
    expect(await isBound(member)).toBe(false);
  });

  it('is not settled by being turned off and bound again', async () => {
    const { member, thief } = await takenOver(world);
    world.clock.advance(60);
    const off = await world.browser().call('disableTwoFactor', {
      body: { password: THIEFS, method: 'totp', code: codeOfKey(thief.key, world.clock.now()) },
      token: thief.token,
    });
    expect(off.status).toBe(200);
    world.clock.advance(23 * HOURS + 1800);
    await bind(world, member, THIEFS);
    await reset(world, member, OWNERS);
    expect(await isBound(member)).toBe(false);
  });

  it('is removed by support, who freezes first; neither its use nor a freeze from the mailbox stops that', async () => {
    const { member, thief } = await takenOver(world);
    expect((await run(world, 'olga', 'members', 'show', member.username)).text).toContain(
      '(provisional: a password reset removes it)',
    );
    expect((await run(world, 'olga', 'members', 'unbind', member.username, '--proof', 'passport')).code).toBe(0);
    expect(await mailsTo(world, member.email, 'provisionalRemovalAsked')).toHaveLength(1);
    world.clock.advance(60);
    const browser = world.browser();
    await browser.signIn({ ...member, password: THIEFS });
    expect(
      (
        await browser.call('verifyTwoFactor', {
          body: { method: 'totp', code: codeOfKey(thief.key, world.clock.now()) },
        })
      ).status,
    ).toBe(200);
    expect(await freezeByMailOf(world, member, 'provisionalRemovalAsked')).toBe(200);
    expect(
      (await run(world, 'olga', 'members', 'freeze', member.username, '--reason', 'the mailbox was taken over')).code,
    ).toBe(0);
    world.clock.advance(72 * HOURS);
    expect((await run(world, 'piet', 'members', 'unbind', member.username, '--confirm')).code).toBe(0);
    expect(await isBound(member)).toBe(false);
  });
});

describe('a clock that is in doubt', () => {
  afterAll(() => world.db.deleteFrom('clock_state').execute());

  it('neither settles an app that was bound while money was held, nor lets support remove one early', async () => {
    const { member } = await takenOver(world);
    const other = await world.member({ secondFactor: true });
    expect((await run(world, 'olga', 'members', 'unbind', other.username, '--proof', 'passport')).code).toBe(0);
    await acceptMoment(world.db, world.clock.now());
    world.clock.advance(100 * HOURS);
    expect(await run(world, 'piet', 'members', 'unbind', other.username, '--confirm')).toMatchObject({
      code: 1,
      text: expect.stringContaining('the clock is in doubt'),
    });
    await reset(world, member, OWNERS);
    expect([await isBound(member), await isBound(other)]).toEqual([false, true]);
    await acceptMoment(world.db, world.clock.now());
    expect((await run(world, 'piet', 'members', 'unbind', other.username, '--confirm')).code).toBe(0);
  });
});

describe('a freeze by a clock that runs ahead', () => {
  afterAll(() => world.db.deleteFrom('clock_state').execute());

  it('settles no app that was bound while money was held', async () => {
    const { member } = await takenOver(world);
    await acceptMoment(world.db, world.clock.now());
    world.clock.advance(100 * HOURS);
    expect(await freezeByMailOf(world, member, 'passwordReset')).toBe(200);
    await acceptMoment(world.db, world.clock.now());
    await reset(world, member, OWNERS);
    expect(await isBound(member)).toBe(false);
  });
});

describe('an app that was bound by its owner', () => {
  it('survives a reset if nothing was held when it was bound', async () => {
    const member = await world.member();
    await bind(world, member, member.password);
    expect(await mailsTo(world, member.email, 'twoFactorOn')).toHaveLength(1);
    await reset(world, member, OWNERS);
    expect(await isBound(member)).toBe(true);
  });

  it('is settled at once if the previous app began the hold', async () => {
    const member = await world.member({ secondFactor: true });
    const browser = world.browser();
    await browser.signIn(member);
    const token = (await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } })).body
      .accessToken;
    world.clock.advance(60);
    expect(
      (
        await browser.call('disableTwoFactor', {
          body: { password: member.password, method: 'totp', code: member.code() },
          token,
        })
      ).status,
    ).toBe(200);
    expect(await heldHours(world, member)).toBe(24);
    await bind(world, member, member.password);
    await reset(world, member, OWNERS);
    expect(await isBound(member)).toBe(true);
  });
});

describe('a thaw by the link', () => {
  it('without an app holds money for a day, so that a transfer is refused', async () => {
    const member = await world.member();
    await fund(world, member.id, { USDT: '1000' });
    await setRates(world);
    const browser = world.browser();
    const { accessToken } = await browser.session(member);
    await browser.call('freezeAccount', { token: accessToken });
    await world.browser().call('thawAccount', { body: { token: await thawLink(world, member) } });
    expect(await heldHours(world, member)).toBe(24);
    expect(await mailsTo(world, member.email, 'accountThawedHeld')).toHaveLength(1);
    const { accessToken: token } = await browser.session(member);
    const other = await world.member();
    const sent = await browser.call('createTransfer', {
      body: { recipient: other.username, asset: 'USDT', amount: '10', note: 'x' },
      token,
      key: randomUUID(),
    });
    expect(sent.body.code).toBe('money_held');
  });

  it('with a code of a settled app holds nothing', async () => {
    const member = await world.member({ secondFactor: true });
    await run(world, 'olga', 'members', 'freeze', member.username, '--reason', 'x');
    expect((await run(world, 'olga', 'members', 'thaw', member.username, '--reason', 'x')).text).toMatch(
      / is thawed; the member is notified by email$/,
    );
    expect(await heldHours(world, member)).toBe(0);
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
    await browser.call('sendChangeEmailUrl', { body: { password: member.password }, token });
    const link = tokenIn(await linkTo(world, member.email, 'changeEmailLink'));
    await browser.call('sendChangeEmailVerificationCode', { body: { email, token: link }, token });
    const answer = await browser.call('changeEmail', {
      body: { email, code: await codeTo(world, email, 'changeEmailCode') },
      token,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return { ...member, email };
  };

  it('end with the address that they were sent to, except the one that reported the change, even after another change', async () => {
    const before = await world.member();
    const browser = world.browser();
    const { accessToken: token } = await browser.session(before);
    const member = { ...before, password: OWNERS };
    await browser.call('changePassword', { body: { password: before.password, newPassword: OWNERS }, token });
    const moved = await changeAddress(member, { browser, token }, `new-${before.email}`);
    expect(await freezeByMailOf(world, before, 'passwordChanged')).toBe(400);
    world.clock.advance(61);
    await changeAddress(moved, { browser, token }, `newer-${before.email}`);
    expect(await freezeByMailOf(world, moved, 'emailChanged')).toBe(400);
    expect(await isFrozen(world, member)).toBe(false);
    expect(await freezeByMailOf(world, before, 'emailChangedOld')).toBe(200);
    expect(await isFrozen(world, member)).toBe(true);
  });

  it('freeze so that only support can thaw if a thief has changed the address: the new mailbox gets no link', async () => {
    const owner = await world.member();
    await reset(world, owner, THIEFS);
    const browser = world.browser();
    const { accessToken: token } = (await browser.signIn({ ...owner, password: THIEFS })).body;
    const moved = await changeAddress({ ...owner, password: THIEFS }, { browser, token }, `thief-of-${owner.email}`);
    expect(await freezeByMailOf(world, owner, 'emailChangedOld')).toBe(200);
    expect(await mailsTo(world, moved.email, 'frozenFromFormerAddress')).toHaveLength(1);
    await world.browser().call('sendThawLink', { body: { email: moved.email, username: owner.username } });
    expect([
      await mailsTo(world, moved.email, 'thawLink'),
      (await mailsTo(world, moved.email, 'onlySupportThaws')).length,
    ]).toEqual([[], 1]);
    expect((await run(world, 'olga', 'members', 'show', owner.username)).text).toMatch(
      /FROZEN since \S+ by the link to a former address/,
    );
    expect((await run(world, 'olga', 'members', 'thaw', owner.username, '--reason', 'proven by passport')).code).toBe(
      0,
    );
    expect(await isFrozen(world, owner)).toBe(false);
  });

  it('from a former address take over a freeze that the new mailbox could thaw', async () => {
    const owner = await world.member();
    const browser = world.browser();
    const { accessToken: token } = await browser.session(owner);
    const moved = await changeAddress(owner, { browser, token }, `thief-of-${owner.email}`);
    await browser.call('freezeAccount', { token });
    const link = await thawLink(world, moved);
    expect(await freezeByMailOf(world, owner, 'emailChangedOld')).toBe(200);
    expect((await world.browser().call('thawAccount', { body: { token: link } })).body.code).toBe('link_invalid');
  });
});
