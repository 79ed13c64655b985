// Two operators give an account whose address a thief has changed back to its owner, and nothing that the thief has of
// it is of any use.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyHeldUntil } from '#server/domain/members/hold.ts';
import { changeAddress } from '../support/changed-address.ts';
import { codeTo, freezeTokensIn, mailsTo } from '../support/mails.ts';
import { codeOfKey, type TestMember } from '#fixtures/club/members.ts';
import { setRates } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  HOURS,
  DAY,
  PROOF,
  olga,
  piet,
  rowOf,
  newAddress,
  signIn,
  bind,
  pressLink,
  stolen,
  asked,
} from '../support/stolen-address.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
const THIEFS = 'thieves like passphrases';
const OWNERS = 'owners like them as well';
const isBound = async ({ id }: TestMember) =>
  (await world.db.selectFrom('two_factor').select('member_id').where('member_id', '=', id).executeTakeFirst()) !==
  undefined;

/** Resets the password from the mailbox. */
async function reset({ email, username }: TestMember, password: string): Promise<number> {
  const browser = world.browser();
  world.clock.advance(61);
  await browser.call('forgetPassword', { body: { email, username } });
  await browser.call('validateEmailAndUserName', {
    body: {
      email,
      username,
      code: await codeTo(world, email, 'passwordRecoveryCode'),
    },
  });
  return (await browser.call('resetPassword', { body: { email, username, password } })).status;
}

describe('an account whose address a thief has changed', () => {
  it('is given back with another address, no password, and frozen until support thaws it', async () => {
    const { owner, thief, next } = await stolen(world);
    await world.db.updateTable('members').set({ email_phrase: 'of the thief' }).where('id', '=', owner.id).execute();
    const before = await rowOf(world, owner);
    const begun = await olga(world, 'address', owner.username, next, '--proof', PROOF);
    expect(begun).toMatchObject({
      code: 0,
      text: expect.stringMatching(
        /^the current address and 1 former one are notified by email; from \S+ on, another operator may confirm it with: members address \S+ safe-/,
      ),
    });
    for (const { email } of [owner, thief]) {
      const [mail] = await mailsTo(world, email, 'addressAsked');
      // The token tells the page to speak of an objection, and the button does too.
      expect(freezeTokensIn(mail?.body)).toEqual([expect.stringMatching(/^obj_/)]);
      expect(mail?.html).toContain('>Object to the change</a>');
      expect(mail?.body).not.toMatch(/freeze your account/);
      expect(mail?.body).not.toContain(next);
    }
    expect((await olga(world, 'show', owner.username)).text).toMatch(
      new RegExp(
        `FROZEN since \\S+ by the link to a former address; ${owner.email} pressed its link[^]*about to get the address ${next}: requested by olga, possible from \\S+ on`,
      ),
    );
    world.clock.advance(3 * DAY - 1);
    expect(await piet(world, 'address', owner.username, next, '--confirm')).toEqual({
      code: 1,
      text: expect.stringMatching(/^the member has time until /),
    });
    expect((await rowOf(world, owner)).email).toBe(before.email);
    world.clock.advance(1);
    const { code, text } = await piet(world, 'address', owner.username, next, '--confirm');
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(
        / has the address safe-[^]*no app was set up\nThe account stays frozen\. When the member has set a password at \/ForgotPassword, open it with: members thaw /,
      ),
    ]);

    const row = await rowOf(world, owner);
    expect(row).toMatchObject({
      email: next,
      email_verified_at: world.clock.now(),
      password_hash: null,
      email_phrase: null,
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
    expect((await olga(world, 'show', owner.username)).text).toContain(
      `got the address ${next} in place of ${thief.email} at ${world.clock.now().toISOString()}: requested by olga, confirmed by piet`,
    );

    const back = { ...owner, email: next, password: OWNERS };
    expect(await reset(back, OWNERS)).toBe(200);
    expect((await world.browser().signIn(back)).status).toBe(401);
    expect(await olga(world, 'thaw', owner.username, '--reason', 'the owner has it')).toMatchObject({ code: 0 });
    expect((await world.browser().signIn(back)).body.result).toBe('granted');
  });

  it('is useless to the thief: the password, a pending recovery and address change, the links of mails', async () => {
    const { owner, thief, next } = await stolen(world);
    const recovery = world.browser();
    await recovery.call('forgetPassword', { body: { email: thief.email, username: owner.username } });
    const code = await codeTo(world, thief.email, 'passwordRecoveryCode');
    await recovery.call('validateEmailAndUserName', { body: { email: thief.email, username: owner.username, code } });
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
    await olga(world, 'address', owner.username, next, '--proof', PROOF);
    world.clock.advance(3 * DAY);
    // Begun again at the last moment, so that it is still valid then.
    await recovery.call('forgetPassword', { body: { email: thief.email, username: owner.username } });
    await recovery.call('validateEmailAndUserName', {
      body: {
        email: thief.email,
        username: owner.username,
        code: await codeTo(world, thief.email, 'passwordRecoveryCode'),
      },
    });
    expect((await piet(world, 'address', owner.username, next, '--confirm')).code).toBe(0);
    const lost = { email: thief.email, username: owner.username, password: THIEFS };
    expect((await recovery.call('resetPassword', { body: lost })).body.code).toBe('recovery_expired');
    expect(
      await world.db.selectFrom('email_change_requests').select('status').where('id', '=', owner.id).executeTakeFirst(),
    ).toEqual({ status: 'expired' });
    expect(
      await world.db.selectFrom('trusted_browsers').select('member_id').where('member_id', '=', owner.id).execute(),
    ).toEqual([]);
    expect(await pressLink(world, thief.email, 'emailChanged')).toBe(400);
    await olga(world, 'thaw', owner.username, '--reason', 'the owner has it');
    expect((await world.browser().signIn(thief)).status).toBe(401);
    expect((await rowOf(world, owner)).password_hash).toBeNull();
  });

  it('ends sessions and drafts that a server admitted after the freeze', async () => {
    const { owner, next } = await asked(world);
    world.clock.advance(3 * DAY);
    await setRates(world);
    // As they would be if the freeze had missed them.
    await world.db
      .updateTable('members')
      .set({ frozen_at: null, frozen_by: null, frozen_from: null })
      .where('id', '=', owner.id)
      .execute();
    const session = await signIn(world, owner);
    const draft = await session.browser.call('createExchange', {
      body: { from: 'USDT', to: 'BTC', amount: '10' },
      token: session.token,
      key: crypto.randomUUID(),
    });
    expect(draft.status).toBe(200);
    await world.db
      .updateTable('members')
      .set({ frozen_at: world.clock.now(), frozen_by: 'support' })
      .where('id', '=', owner.id)
      .execute();
    expect((await piet(world, 'address', owner.username, next, '--confirm')).code).toBe(0);
    expect((await session.browser.call('getUserInfo', { token: session.token })).status).toBe(401);
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
    const { owner, next } = await asked(world, { appAfter });
    world.clock.advance(3 * DAY);
    expect((await piet(world, 'address', owner.username, next, '--confirm')).text).toContain(
      'the app that a thief may have set up is removed',
    );
    expect(await isBound(owner)).toBe(false);
    expect(await mailsTo(world, next, 'twoFactorOff')).toHaveLength(1);
  });

  it('loses it even if the thief has changed the address again since', async () => {
    const owner = await world.member();
    const first = await changeAddress(world, owner, await signIn(world, owner), `thief-of-${owner.email}`);
    world.clock.advance(25 * HOURS);
    const session = await signIn(world, first);
    const key = await bind(world, first, session);
    await changeAddress(world, first, session, `second-${first.email}`, {
      method: 'totp',
      code: () => codeOfKey(key, world.clock.now()),
    });
    expect((await olga(world, 'freeze', owner.username, '--reason', 'the owner called')).code).toBe(0);
    // Both addresses that were given up are notified.
    expect((await olga(world, 'address', owner.username, newAddress(owner), '--proof', PROOF)).text).toMatch(
      /^the current address and 2 former ones/,
    );
    world.clock.advance(3 * DAY);
    expect((await piet(world, 'address', owner.username, newAddress(owner), '--confirm')).code).toBe(0);
    expect(await isBound(owner)).toBe(false);
  });

  it('loses an app that was bound while money was held even if it changed the address later', async () => {
    const owner = await world.member();
    expect(await reset(owner, THIEFS)).toBe(200);
    const taken = { ...owner, password: THIEFS };
    const key = await bind(world, taken, await signIn(world, taken));
    world.clock.advance(25 * HOURS);
    const browser = world.browser();
    await browser.signIn(taken);
    const { accessToken: token } = (
      await browser.call('verifyTwoFactor', { body: { method: 'totp', code: codeOfKey(key, world.clock.now()) } })
    ).body;
    await changeAddress(world, taken, { browser, token }, `thief-of-${owner.email}`, {
      method: 'totp',
      code: () => codeOfKey(key, world.clock.now()),
    });
    expect(await pressLink(world, owner.email, 'emailChangedOld')).toBe(200);
    await olga(world, 'address', owner.username, newAddress(owner), '--proof', PROOF);
    world.clock.advance(3 * DAY);
    expect((await piet(world, 'address', owner.username, newAddress(owner), '--confirm')).code).toBe(0);
    expect(await isBound(owner)).toBe(false);
  });

  it('keeps the app that the owner has bound after it was given back', async () => {
    const { owner, next } = await asked(world);
    world.clock.advance(3 * DAY);
    await piet(world, 'address', owner.username, next, '--confirm');
    const back = { ...owner, email: next, password: OWNERS };
    await reset(back, OWNERS);
    await olga(world, 'thaw', owner.username, '--reason', 'the owner has it');
    world.clock.advance(2 * DAY);
    await bind(world, back, await signIn(world, back));
    await olga(world, 'freeze', owner.username, '--reason', 'the mailbox is lost');
    await olga(world, 'address', owner.username, `new-${next}`, '--proof', PROOF);
    world.clock.advance(3 * DAY);
    expect((await piet(world, 'address', owner.username, `new-${next}`, '--confirm')).text).toContain(
      'the app that was set up before stays',
    );
  });

  it.each([
    [
      'after its owner had changed the address',
      async (owner: TestMember) => changeAddress(world, owner, await signIn(world, owner), `own-${owner.email}`),
    ],
    [
      'after a reset, while money was held',
      async (owner: TestMember) => (await reset(owner, OWNERS), { ...owner, password: OWNERS }),
    ],
  ])('keeps an app that was bound more than a month before the freeze, even %s', async (_when, before) => {
    const owner = await before(await world.member());
    await bind(world, owner, await signIn(world, owner));
    world.clock.advance(31 * DAY);
    await olga(world, 'freeze', owner.username, '--reason', 'somebody called');
    await olga(world, 'address', owner.username, newAddress(owner), '--proof', PROOF);
    world.clock.advance(3 * DAY);
    expect((await piet(world, 'address', owner.username, newAddress(owner), '--confirm')).text).toContain(
      'the app that was set up before stays',
    );
  });

  it('keeps an app that was bound before the address was changed', async () => {
    const owner = await world.member({ secondFactor: true });
    world.clock.advance(DAY);
    const browser = world.browser();
    await browser.signIn(owner);
    const { accessToken: token } = (
      await browser.call('verifyTwoFactor', { body: { method: 'totp', code: owner.code() } })
    ).body;
    await changeAddress(world, owner, { browser, token }, `thief-of-${owner.email}`, {
      method: 'recoveryCode',
      code: () => owner.recoveryCodes[0] ?? '',
    });
    expect(await pressLink(world, owner.email, 'emailChangedOld')).toBe(200);
    const next = newAddress(owner);
    await olga(world, 'address', owner.username, next, '--proof', PROOF);
    world.clock.advance(3 * DAY);
    expect((await piet(world, 'address', owner.username, next, '--confirm')).text).toContain(
      'the app that was set up before stays',
    );
    expect(await isBound(owner)).toBe(true);
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
  expect(await olga(world, 'address', ...args)).toMatchObject({ code, text: expect.stringMatching(/./) });
});
