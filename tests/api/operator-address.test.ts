// An account whose address a thief has changed is given back to its owner by two operators, and whatever the thief has
// of it is worth nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptMoment } from '#server/domain/club/trusted-clock.ts';
import { moneyHeldUntil } from '#server/domain/members/hold.ts';
import { sweepExpired } from '#server/entry/jobs/sweep.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { bindingProofs } from './support/binding.ts';
import { changeAddress, type Session } from './support/changed-address.ts';
import { codeTo, freezeTokensIn, linkTo, mailsTo, tokenIn } from './support/mails.ts';
import { codeOfKey, type TestMember } from '#tests/support/members.ts';
import { fund, setRates } from './support/money.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const HOURS = 3600;
const DAY = 24 * HOURS;
const PROOF = 'passport by video call';
const THIEFS = 'thieves like passphrases';
const OWNERS = 'owners like them as well';

const run = (operator: string, ...args: string[]) =>
  outcomeOf(world.services, { args: ['members', ...args], operator, osUser: 'unix' });
const olga = (...args: string[]) => run('olga', ...args);
const piet = (...args: string[]) => run('piet', ...args);
const rowOf = ({ id }: TestMember) =>
  world.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isBound = async ({ id }: TestMember) =>
  (await world.db.selectFrom('two_factor').select('member_id').where('member_id', '=', id).executeTakeFirst()) !==
  undefined;
const requestsOf = ({ id }: TestMember) =>
  world.db.selectFrom('support_requests').selectAll().where('member_id', '=', id).execute();
const newAddress = ({ username }: TestMember) => `safe-${username}@mail.example`;

/** Resets the password from the mailbox. */
async function reset({ email, username }: TestMember, password: string): Promise<number> {
  const browser = world.browser();
  world.clock.advance(61);
  await browser.post('/account/forgetPassword', { email, username });
  await browser.post('/account/validateEmailAndUserName', {
    email,
    username,
    code: await codeTo(world, email, 'passwordRecoveryCode'),
  });
  return (await browser.post('/account/resetPassword', { password })).status;
}

async function signIn(member: TestMember): Promise<Session> {
  const browser = world.browser();
  return { browser, token: (await browser.signIn(member)).body.accessToken };
}

async function bind(member: TestMember, { browser, token }: Session): Promise<string> {
  const { proofs, key } = await bindingProofs(world, { member, browser, token });
  const answer = await browser.post('/account/enable2FA', { ...proofs, password: member.password }, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return key;
}

const pressLink = async (email: string, kind: string) => {
  const [token] = freezeTokensIn((await mailsTo(world, email, kind)).at(-1)?.body);
  return (await world.browser().post('/account/freezeByLink', { token })).status;
};

/**
 * An owner whose address a thief has changed, with a password of the thief's, and who froze the account by the link to
 * the former address.
 */
async function stolen(options: { appAfter?: 'at once' | 'later' } = {}) {
  const owner = await world.member();
  await fund(world, owner.id, { USDT: '1000' });
  const moved = await changeAddress(world, owner, await signIn(owner), `thief-of-${owner.email}`);
  if (options.appAfter !== undefined) {
    // After the day's hold the app is not even provisional.
    if (options.appAfter === 'later') world.clock.advance(25 * HOURS);
    await bind(moved, await signIn(moved));
  }
  expect(await pressLink(owner.email, 'emailChangedOld')).toBe(200);
  return { owner, thief: moved, next: newAddress(owner) };
}

async function asked(options: Parameters<typeof stolen>[0] = {}) {
  const scene = await stolen(options);
  expect(await olga('address', scene.owner.username, scene.next, '--proof', PROOF)).toMatchObject({ code: 0 });
  return scene;
}

describe('an account whose address a thief has changed', () => {
  it('is given back: another address, no password, and frozen until support thaws it', async () => {
    const { owner, thief, next } = await stolen();
    const before = await rowOf(owner);
    const begun = await olga('address', owner.username, next, '--proof', PROOF);
    expect(begun).toMatchObject({
      code: 0,
      text: expect.stringMatching(
        /^the present address and 1 former one are notified by mail; from \S+ on, another operator may confirm it with: members address \S+ safe-/,
      ),
    });
    for (const { email } of [owner, thief]) {
      const [mail] = await mailsTo(world, email, 'addressAsked');
      expect(freezeTokensIn(mail?.body)).toEqual([expect.stringMatching(/^frz_/)]);
      expect(mail?.body).not.toContain(next);
    }
    expect((await olga('show', owner.username)).text).toMatch(
      new RegExp(
        `FROZEN since \\S+ by the link to a former address; ${owner.email} pressed its link[^]*about to get the address ${next}: requested by olga, possible from \\S+ on`,
      ),
    );
    world.clock.advance(3 * DAY - 1);
    expect(await piet('address', owner.username, next, '--confirm')).toEqual({
      code: 1,
      text: expect.stringMatching(/^the member has time until /),
    });
    expect((await rowOf(owner)).email).toBe(before.email);
    world.clock.advance(1);
    const { code, text } = await piet('address', owner.username, next, '--confirm');
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(
        / has the address safe-[^]*no app was set up\nThe account stays frozen\. When the member has set a password at \/ForgotPassword, open it with: members thaw /,
      ),
    ]);

    const row = await rowOf(owner);
    expect(row).toMatchObject({
      email: next,
      email_verified_at: world.clock.now(),
      password_hash: null,
      frozen_by: 'former_address',
      frozen_from: null,
    });
    expect(await moneyHeldUntil(world.db, world.services, owner.id)).toEqual(
      new Date(world.clock.now().getTime() + DAY * 1000),
    );
    const event = await world.db
      .selectFrom('audit_events')
      .select('details')
      .where('member_id', '=', owner.id)
      .where('kind', '=', 'email_changed')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(event?.details).toMatchObject({ operator: 'piet', askedBy: 'olga', osUser: 'unix' });
    expect([
      await mailsTo(world, next, 'addressGiven'),
      await mailsTo(world, thief.email, 'addressTaken'),
    ]).toMatchObject([[{ kind: 'addressGiven' }], [{ kind: 'addressTaken' }]]);
    expect((await olga('show', owner.username)).text).toContain(
      `got the address ${next} in place of ${thief.email} at ${world.clock.now().toISOString()}: requested by olga, confirmed by piet`,
    );

    const back = { ...owner, email: next, password: OWNERS };
    expect(await reset(back, OWNERS)).toBe(200);
    expect((await world.browser().signIn(back)).status).toBe(401);
    expect(await olga('thaw', owner.username, '--reason', 'the owner has it')).toMatchObject({ code: 0 });
    expect((await world.browser().signIn(back)).body.result).toBe('granted');
  });

  it('is worth nothing to the thief: the password, a recovery and a change of address that were begun, the links of mails', async () => {
    const { owner, thief, next } = await stolen();
    const recovery = world.browser();
    await recovery.post('/account/forgetPassword', { email: thief.email, username: owner.username });
    const code = await codeTo(world, thief.email, 'passwordRecoveryCode');
    await recovery.post('/account/validateEmailAndUserName', { email: thief.email, username: owner.username, code });
    await world.db
      .insertInto('email_change_requests')
      .values({
        id: owner.id,
        member_id: owner.id,
        token_hash: Buffer.from('x'),
        status: 'requested',
        requested_at: world.clock.now(),
        expires_at: new Date(world.clock.now().getTime() + 9 * DAY * 1000),
      })
      .execute();
    await olga('address', owner.username, next, '--proof', PROOF);
    world.clock.advance(3 * DAY);
    // Begun again at the last moment, so that it is still good then.
    await recovery.post('/account/forgetPassword', { email: thief.email, username: owner.username });
    await recovery.post('/account/validateEmailAndUserName', {
      email: thief.email,
      username: owner.username,
      code: await codeTo(world, thief.email, 'passwordRecoveryCode'),
    });
    expect((await piet('address', owner.username, next, '--confirm')).code).toBe(0);
    expect((await recovery.post('/account/resetPassword', { password: THIEFS })).body.code).toBe('recovery_expired');
    expect(
      await world.db.selectFrom('email_change_requests').select('status').where('id', '=', owner.id).executeTakeFirst(),
    ).toEqual({ status: 'expired' });
    expect(
      await world.db.selectFrom('trusted_browsers').select('member_id').where('member_id', '=', owner.id).execute(),
    ).toEqual([]);
    expect(await pressLink(thief.email, 'emailChanged')).toBe(400);
    await olga('thaw', owner.username, '--reason', 'the owner has it');
    expect((await world.browser().signIn(thief)).status).toBe(401);
    expect((await rowOf(owner)).password_hash).toBeNull();
  });

  it('ends sessions and drafts that a server let in after the freeze', async () => {
    const { owner, next } = await asked();
    world.clock.advance(3 * DAY);
    await setRates(world);
    // As they would be if the freeze had missed them.
    await world.db
      .updateTable('members')
      .set({ frozen_at: null, frozen_by: null, frozen_from: null })
      .where('id', '=', owner.id)
      .execute();
    const session = await signIn(owner);
    const draft = await session.browser.post(
      '/exchanges',
      { from: 'USDT', to: 'BTC', amount: '10' },
      { token: session.token, key: crypto.randomUUID() },
    );
    expect(draft.status).toBe(200);
    await world.db
      .updateTable('members')
      .set({ frozen_at: world.clock.now(), frozen_by: 'support' })
      .where('id', '=', owner.id)
      .execute();
    expect((await piet('address', owner.username, next, '--confirm')).code).toBe(0);
    expect((await session.browser.get('/account/userInfo', { token: session.token })).status).toBe(401);
    expect(
      await world.db
        .selectFrom('drafts')
        .select('id')
        .where('id', '=', draft.body.id)
        .where('state', '=', 'open')
        .execute(),
    ).toEqual([]);
  });

  it.each([
    ['bound at once, while money was held', 'at once'],
    ['bound later', 'later'],
  ] as const)('loses the app that the thief has %s', async (_what, appAfter) => {
    const { owner, next } = await asked({ appAfter });
    world.clock.advance(3 * DAY);
    expect((await piet('address', owner.username, next, '--confirm')).text).toContain(
      'the app that a thief may have set up is removed',
    );
    expect(await isBound(owner)).toBe(false);
    expect(await mailsTo(world, next, 'twoFactorOff')).toHaveLength(1);
  });

  it('loses it also where the thief has changed the address once more since', async () => {
    const owner = await world.member();
    const first = await changeAddress(world, owner, await signIn(owner), `thief-of-${owner.email}`);
    world.clock.advance(25 * HOURS);
    const session = await signIn(first);
    const key = await bind(first, session);
    await changeAddress(world, first, session, `second-${first.email}`, {
      method: 'totp',
      code: () => codeOfKey(key, world.clock.now()),
    });
    expect((await olga('freeze', owner.username, '--reason', 'the owner called')).code).toBe(0);
    // The addresses that were given up are told, both of them.
    expect((await olga('address', owner.username, newAddress(owner), '--proof', PROOF)).text).toMatch(
      /^the present address and 2 former ones/,
    );
    world.clock.advance(3 * DAY);
    expect((await piet('address', owner.username, newAddress(owner), '--confirm')).code).toBe(0);
    expect(await isBound(owner)).toBe(false);
  });

  it('loses an app that was bound while money was held also where the address was changed with it later', async () => {
    const owner = await world.member();
    expect(await reset(owner, THIEFS)).toBe(200);
    const taken = { ...owner, password: THIEFS };
    const key = await bind(taken, await signIn(taken));
    world.clock.advance(25 * HOURS);
    const browser = world.browser();
    await browser.signIn(taken);
    const { accessToken: token } = (
      await browser.post('/token/twoFactor', { method: 'totp', code: codeOfKey(key, world.clock.now()) })
    ).body;
    await changeAddress(world, taken, { browser, token }, `thief-of-${owner.email}`, {
      method: 'totp',
      code: () => codeOfKey(key, world.clock.now()),
    });
    expect(await pressLink(owner.email, 'emailChangedOld')).toBe(200);
    await olga('address', owner.username, newAddress(owner), '--proof', PROOF);
    world.clock.advance(3 * DAY);
    expect((await piet('address', owner.username, newAddress(owner), '--confirm')).code).toBe(0);
    expect(await isBound(owner)).toBe(false);
  });

  it('keeps the app that the owner has bound after it was given back', async () => {
    const { owner, next } = await asked();
    world.clock.advance(3 * DAY);
    await piet('address', owner.username, next, '--confirm');
    const back = { ...owner, email: next, password: OWNERS };
    await reset(back, OWNERS);
    await olga('thaw', owner.username, '--reason', 'the owner has it');
    world.clock.advance(2 * DAY);
    await bind(back, await signIn(back));
    await olga('freeze', owner.username, '--reason', 'the mailbox is lost');
    await olga('address', owner.username, `new-${next}`, '--proof', PROOF);
    world.clock.advance(3 * DAY);
    expect((await piet('address', owner.username, `new-${next}`, '--confirm')).text).toContain(
      'the app that was set up before stays',
    );
  });

  it.each([
    [
      'after its owner had changed the address',
      async (owner: TestMember) => changeAddress(world, owner, await signIn(owner), `own-${owner.email}`),
    ],
    [
      'after a reset, while money was held',
      async (owner: TestMember) => (await reset(owner, OWNERS), { ...owner, password: OWNERS }),
    ],
  ])('keeps an app that was bound more than a month before the freeze, even %s', async (_when, before) => {
    const owner = await before(await world.member());
    await bind(owner, await signIn(owner));
    world.clock.advance(31 * DAY);
    await olga('freeze', owner.username, '--reason', 'somebody called');
    await olga('address', owner.username, newAddress(owner), '--proof', PROOF);
    world.clock.advance(3 * DAY);
    expect((await piet('address', owner.username, newAddress(owner), '--confirm')).text).toContain(
      'the app that was set up before stays',
    );
  });

  it('keeps an app that was bound before the address was changed', async () => {
    const owner = await world.member({ secondFactor: true });
    world.clock.advance(DAY);
    const browser = world.browser();
    await browser.signIn(owner);
    const { accessToken: token } = (await browser.post('/token/twoFactor', { method: 'totp', code: owner.code() }))
      .body;
    await changeAddress(world, owner, { browser, token }, `thief-of-${owner.email}`, {
      method: 'recoveryCode',
      code: () => owner.recoveryCodes[0],
    });
    expect(await pressLink(owner.email, 'emailChangedOld')).toBe(200);
    const next = newAddress(owner);
    await olga('address', owner.username, next, '--proof', PROOF);
    world.clock.advance(3 * DAY);
    expect((await piet('address', owner.username, next, '--confirm')).text).toContain(
      'the app that was set up before stays',
    );
    expect(await isBound(owner)).toBe(true);
  });
});

describe('a new address', () => {
  it('is refused while the account is not frozen, for what is not an address, and for one that is in use', async () => {
    const member = await world.member();
    const other = await world.member();
    expect(await olga('address', member.username, newAddress(member), '--proof', PROOF)).toEqual({
      code: 1,
      text: expect.stringMatching(/^the account is not frozen/),
    });
    await olga('freeze', member.username, '--reason', 'x');
    expect(await olga('address', member.username, 'mail.example', '--proof', PROOF)).toEqual({
      code: 1,
      text: expect.stringMatching(/^"mail\.example" is not an e-mail address: it must match/),
    });
    for (const { email } of [other, member])
      expect(await olga('address', member.username, email.toUpperCase(), '--proof', PROOF)).toEqual({
        code: 1,
        text: expect.stringMatching(/ already belongs to an account$/),
      });
    expect(await requestsOf(member)).toEqual([]);
    expect(await mailsTo(world, member.email, 'addressAsked')).toEqual([]);
  });

  it('is asked for once at a time, confirmed by somebody else who types the same, and withdrawn', async () => {
    const { owner, next } = await asked();
    expect(await piet('address', owner.username, `x${next}`, '--proof', 'a letter')).toEqual({
      code: 1,
      text: expect.stringMatching(/^olga requested it already; it may be done from /),
    });
    world.clock.advance(3 * DAY);
    for (const same of ['olga', 'Olga', ' olga '])
      expect((await run(same, 'address', owner.username, next, '--confirm')).text).toBe(
        'olga has requested it; another operator must confirm it',
      );
    expect((await piet('address', owner.username, `x${next}`, '--confirm')).text).toContain(
      'is not the address that olga gave',
    );
    // What one operator prepares, none undoes by the way.
    expect(await olga('thaw', owner.username, '--reason', 'x')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^a new address was requested/),
    });
    expect(await olga('address', owner.username, '--cancel')).toEqual({
      code: 0,
      text: `the address of ${owner.username} stays, and so does the freeze`,
    });
    expect((await piet('address', owner.username, next, '--confirm')).text).toBe(
      'nobody has requested it: begin with --proof TEXT',
    );
    expect((await olga('address', owner.username, '--cancel')).code).toBe(1);
    expect(await requestsOf(owner)).toMatchObject([
      { asked_by: 'olga', proof: PROOF, outcome: 'cancelled', ended_by: 'olga' },
    ]);
    expect(await olga('address', owner.username, next, '--proof', 'another passport')).toMatchObject({ code: 0 });
  });

  it('is not given to two, and one that somebody signed up with meanwhile not at all', async () => {
    const { owner, next } = await asked();
    world.clock.advance(3 * DAY);
    const both = await Promise.all([
      piet('address', owner.username, next, '--confirm'),
      run('rosa', 'address', owner.username, next, '--confirm'),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(await mailsTo(world, next, 'addressGiven')).toHaveLength(1);

    const late = await asked();
    world.clock.advance(3 * DAY);
    await world.member({ email: late.next });
    expect(await piet('address', late.owner.username, late.next, '--confirm')).toEqual({
      code: 1,
      text: `${late.next} already belongs to an account`,
    });
    expect(await requestsOf(late.owner)).toMatchObject([{ outcome: null }]);
  });

  it('is not given by a clock that is in doubt', async () => {
    const { owner, next } = await asked();
    await acceptMoment(world.db, world.clock.now());
    world.clock.advance(3 * DAY);
    expect(await piet('address', owner.username, next, '--confirm')).toMatchObject({
      code: 1,
      text: expect.stringContaining('the clock is in doubt'),
    });
    expect((await rowOf(owner)).email).not.toBe(next);
    await acceptMoment(world.db, world.clock.now());
    expect((await piet('address', owner.username, next, '--confirm')).code).toBe(0);
    await world.db.deleteFrom('clock_state').execute();
  });

  it('takes over a freeze that the mailbox of the thief could undo', async () => {
    const member = await world.member();
    const { browser, token } = await signIn(member);
    await browser.post('/account/freeze', undefined, { token });
    await world.browser().post('/account/sendThawLink', { email: member.email, username: member.username });
    const link = tokenIn(await linkTo(world, member.email, 'thawLink'));
    expect((await olga('address', member.username, newAddress(member), '--proof', PROOF)).code).toBe(0);
    expect((await rowOf(member)).frozen_by).toBe('support');
    expect((await world.browser().post('/account/thaw', { token: link })).body.code).toBe('link_invalid');
  });

  it.each([
    { who: 'the present mailbox, which the thief has', from: 'thief', said: /^the present address objected at / },
    { who: 'the former one', from: 'owner', said: /^a former address objected at / },
  ] as const)('goes on over a press from $who, but not without an answer to it', async ({ from, said }) => {
    const scene = await asked();
    const { owner, next } = scene;
    expect(await pressLink(scene[from].email, 'addressAsked')).toBe(200);
    world.clock.advance(3 * DAY);
    expect((await olga('show', owner.username)).text).toMatch(/about to get the address [^\n]* address objected at /);
    expect(await piet('address', owner.username, next, '--confirm')).toEqual({
      code: 1,
      text: expect.stringMatching(said),
    });
    expect(
      await piet('address', owner.username, next, '--confirm', '--despite', 'they could not name a deposit'),
    ).toMatchObject({ code: 0 });
    const event = await world.db
      .selectFrom('audit_events')
      .select('details')
      .where('member_id', '=', owner.id)
      .where('kind', '=', 'email_changed')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(event?.details).toMatchObject({ reason: 'they could not name a deposit', objections: 1 });
  });

  it('is objected to by each address for itself: a press from one leaves the link of the other', async () => {
    const { owner, thief } = await asked();
    expect([await pressLink(thief.email, 'addressAsked'), await pressLink(owner.email, 'addressAsked')]).toEqual([
      200, 200,
    ]);
    expect(await requestsOf(owner)).toMatchObject([
      { present_objected_at: world.clock.now(), former_objected_at: world.clock.now() },
    ]);
  });

  it('that was given wrongly is stopped from any former one that was told of the wish, also one that has objected', async () => {
    const { owner, thief, next } = await asked();
    await pressLink(owner.email, 'addressAsked');
    // The links of those mails have run out by then.
    world.clock.advance(9 * DAY);
    await sweepExpired(world.db, world.clock.now());
    await piet('address', owner.username, next, '--confirm', '--despite', 'could not name a deposit');
    for (const { email } of [owner, thief]) expect(await mailsTo(world, email, 'addressTaken')).toHaveLength(1);
    await olga('thaw', owner.username, '--reason', 'they have it');
    expect(await pressLink(owner.email, 'addressTaken')).toBe(200);
    expect(await rowOf(owner)).toMatchObject({ frozen_by: 'former_address', frozen_from: owner.email });
  });

  it('is told of after a thaw too to the former one that froze the account, which gets another link', async () => {
    const { owner, next } = await stolen();
    await olga('thaw', owner.username, '--reason', 'they wrote from the present address');
    expect(await pressLink(owner.email, 'accountThawedFormer')).toBe(200);
    expect(await rowOf(owner)).toMatchObject({ frozen_from: owner.email });
    await olga('thaw', owner.username, '--reason', 'they wrote again', '--despite', 'the former one is a thief’s');
    await olga('freeze', owner.username, '--reason', 'somebody called');
    expect((await olga('address', owner.username, next, '--proof', PROOF)).text).toMatch(
      /^the present address and 1 former one are notified/,
    );
    expect(await mailsTo(world, owner.email, 'addressAsked')).toHaveLength(1);
  });

  it('that is the one before the thief’s is told once, that it is in force', async () => {
    const { owner, thief } = await stolen();
    await olga('address', owner.username, owner.email.toUpperCase(), '--proof', PROOF);
    world.clock.advance(3 * DAY);
    await piet('address', owner.username, owner.email, '--confirm');
    expect(
      [
        await mailsTo(world, owner.email, 'addressGiven'),
        await mailsTo(world, owner.email, 'addressTaken'),
        await mailsTo(world, thief.email, 'addressTaken'),
      ].map(({ length }) => length),
    ).toEqual([1, 0, 1]);
  });

  it('that was given wrongly is stopped from the old one after the thaw', async () => {
    const { owner, thief, next } = await asked();
    world.clock.advance(3 * DAY);
    await piet('address', owner.username, next, '--confirm');
    await olga('thaw', owner.username, '--reason', 'the owner has it');
    expect(await pressLink(thief.email, 'addressTaken')).toBe(200);
    expect(await rowOf(owner)).toMatchObject({ frozen_by: 'former_address', frozen_from: thief.email });
  });
});

describe('the links that freeze', () => {
  it('of a former address outlive a press from the mailbox of the thief', async () => {
    const owner = await world.member();
    const thief = await changeAddress(world, owner, await signIn(owner), `thief-of-${owner.email}`);
    expect(await pressLink(thief.email, 'emailChanged')).toBe(200);
    expect((await rowOf(owner)).frozen_by).toBe('member');
    expect(await pressLink(owner.email, 'emailChangedOld')).toBe(200);
    expect((await rowOf(owner)).frozen_by).toBe('former_address');
  });
});

it.each([
  [['nobody', 'a@b.example'], 2],
  [['nobody', '--proof', 'x'], 1],
  [['nobody', 'a@b.example', '--proof', ' '], 2],
  [['nobody', 'a@b.example', '--proof', 'x', '--confirm'], 2],
  [['nobody', 'a@b.example', '--proof', 'x', '--despite', 'y'], 2],
  [['nobody', 'a@b.example', '--confirm'], 1],
  [['nobody', '--cancel'], 1],
])('members address %j changes nothing', async (args, code) => {
  expect(await olga('address', ...args)).toMatchObject({ code, text: expect.stringMatching(/./) });
});
