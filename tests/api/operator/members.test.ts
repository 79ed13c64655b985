// Operators help members: each act is recorded by name, mailed, and refused if it could do harm; and an empty club gets
// its first member.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTo } from '../support/mails.ts';
import { NEW_PASSWORD, newcomer } from '../support/newcomers.ts';
import { rich, setRates, signedIn } from '../support/money.ts';
import { addPasskey, deviceOf, signInBy } from '../support/passkeys.ts';
import { createWorld, type World } from '../support/world.ts';
import { HOURS_72, runIn, mailKinds, lastAct } from '../support/operator-acts.ts';

describe('an empty club', () => {
  let world: World;
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  it('says what it needs, and gets its first member, who sets a password by mail, signs in, and introduces the second', async () => {
    const run = runIn(world);
    const needed = (await run('status')).text;
    expect(needed).toContain('NO MEMBER: no one can sign up. Make the first one with: members root USERNAME EMAIL');
    expect(needed).toContain('NO RATE of USDT, BTC, ETH, MSPC, MP, PP');
    expect((await run('members', 'root', 'first', 'frist@mail.example')).code).toBe(0);
    // A mistyped address can be corrected as long as nobody could set the password.
    expect(
      await run('members', 'root', 'First', 'first@mail.example', '--name', 'Fia Rost', '--culture', 'ja-JP'),
    ).toEqual({
      code: 0,
      text: expect.stringMatching(
        /^the first member is First <first@mail\.example> now\nAn email to first@mail\.example says/,
      ),
    });
    const [mail] = await world.db
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', 'first@mail.example')
      .execute();
    expect(mail?.body).toContain('https://wallet.example/ForgotPassword');
    const { id } = await world.db.selectFrom('members').select('id').executeTakeFirstOrThrow();
    expect(await lastAct(world)).toEqual({
      kind: 'first_member_corrected',
      memberId: null,
      details: { operator: 'olga', osUser: 'unix-olga', memberId: id },
    });
    expect(
      await world.db.selectFrom('audit_events').select('member_id').where('kind', '=', 'registered').execute(),
    ).toEqual([{ member_id: id }]);

    const browser = world.browser();
    const account = { email: 'first@mail.example', username: 'first' };
    expect((await browser.call('createToken', { body: { username: 'first', password: NEW_PASSWORD } })).status).toBe(
      401,
    );
    await browser.call('forgetPassword', { body: account });
    await browser.call('validateEmailAndUserName', {
      body: {
        ...account,
        code: await codeTo(world, account.email, 'passwordRecoveryCode'),
      },
    });
    expect((await browser.call('resetPassword', { body: { ...account, password: NEW_PASSWORD } })).status).toBe(200);
    expect((await browser.call('createToken', { body: { username: 'first', password: NEW_PASSWORD } })).status).toBe(
      200,
    );

    const second = await newcomer(world, { introducer: { username: 'First', id } as never, username: 'second' });
    expect(await second.register()).toMatchObject({ status: 200, body: { username: 'second' } });
    expect(
      (await world.browser().call('createToken', { body: { username: 'second', password: NEW_PASSWORD } })).status,
    ).toBe(200);
    expect(await run('members', 'root', 'third', 'third@mail.example')).toEqual({
      code: 1,
      text: 'the club already has its first member; everybody else signs up',
    });
    await setRates(world);
    expect((await run('status')).text).toContain('2 members\na rate of each asset is set\nmoney moves');
  });
});

describe('a first member whose address was mistyped', () => {
  const ACCOUNT = { email: 'frist@mail.example', username: 'first' };
  const RIGHT = { ...ACCOUNT, email: 'first@mail.example' };

  /** A recovery begun from the wrong mailbox: with its code in hand, or with the resulting grant. */
  async function beginRecovery(world: World, options: { grant: boolean }) {
    const browser = world.browser();
    await browser.call('forgetPassword', { body: ACCOUNT });
    const code = await codeTo(world, ACCOUNT.email, 'passwordRecoveryCode');
    const take = () => browser.call('validateEmailAndUserName', { body: { ...ACCOUNT, code } });
    if (options.grant) expect((await take()).status).toBe(200);
    return { take, set: () => browser.call('resetPassword', { body: { ...ACCOUNT, password: NEW_PASSWORD } }) };
  }

  it.each([false, true])(
    'gains nothing from a recovery begun from there before the correction (with its grant: %s)',
    async (grant) => {
      const world = await createWorld();
      await runIn(world)('members', 'root', 'first', ACCOUNT.email);
      const recovery = await beginRecovery(world, { grant });
      expect((await runIn(world)('members', 'root', 'first', RIGHT.email)).code).toBe(0);
      if (!grant) expect((await recovery.take()).body.code).toBe('code_expired');
      expect((await recovery.set()).body.code).toBe('recovery_expired');
      expect(await world.db.selectFrom('members').select('password_hash').execute()).toEqual([{ password_hash: null }]);
      await world.close();
    },
  );

  it('introduces nobody before the password is set, and can be corrected as long as it isn’t', async () => {
    const world = await createWorld();
    const run = runIn(world);
    await run('members', 'root', 'first', ACCOUNT.email);
    const ask = () =>
      world.browser().call('checkIntroducerAndSeatUser', { body: { introducer: 'first', position: 'left' } });
    const unknown = await world
      .browser()
      .call('checkIntroducerAndSeatUser', { body: { introducer: 'nobody-at-all', position: 'left' } });
    const told = ({ status, body: { reference: _, ...body } }: Awaited<ReturnType<typeof ask>>) => ({ status, body });
    expect(told(await ask())).toEqual(told(unknown));
    expect(unknown.body.code).toBe('user_not_found');
    // The existence of another member doesn't prevent the correction.
    await world.member();
    expect((await run('members', 'root', 'first', RIGHT.email)).code).toBe(0);
    const browser = world.browser();
    await browser.call('forgetPassword', { body: RIGHT });
    await browser.call('validateEmailAndUserName', {
      body: {
        ...RIGHT,
        code: await codeTo(world, RIGHT.email, 'passwordRecoveryCode'),
      },
    });
    expect((await browser.call('resetPassword', { body: { ...RIGHT, password: NEW_PASSWORD } })).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect((await run('members', 'root', 'first', ACCOUNT.email)).code).toBe(1);
    await world.close();
  });
});

describe('the first member', () => {
  let world: World;
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  it.each([
    ['ab', 'a@mail.example', 'A', '"ab" is not a username: it must NOT have fewer than 3 characters'],
    [
      'a'.repeat(33),
      'a@mail.example',
      'A',
      `"${'a'.repeat(33)}" is not a username: it must NOT have more than 32 characters`,
    ],
    ['.abc', 'a@mail.example', 'A', '".abc" is not a username: it must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"'],
    ['abc', 'mail.example', 'A', expect.stringMatching(/^"mail\.example" is not an email address: it must match/)],
    [
      'abc',
      'a@mail.example',
      'A'.repeat(129),
      expect.stringMatching(/^"A+" is not a name: it must NOT have more than 128 characters$/),
    ],
    ['abc', 'a@mail.example', ' \u0007 ', '"" is not a name: it must NOT have fewer than 1 characters'],
  ])('is validated like a person who signs up: %s, %s', async (username, email, name, text) => {
    expect(await runIn(world)('members', 'root', username, email, '--name', name)).toEqual({ code: 1, text });
    expect(await world.db.selectFrom('members').select('id').execute()).toEqual([]);
  });

  it('has a name without invisible characters', async () => {
    expect(
      (await runIn(world)('members', 'root', 'a'.repeat(32), 'a@mail.example', '--name', ` Fia\u202E\nRost `)).code,
    ).toBe(0);
    expect(await world.db.selectFrom('members').select(['username', 'name']).execute()).toEqual([
      { username: 'a'.repeat(32), name: 'Fia Rost' },
    ]);
  });
});

describe('an account', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await setRates(world);
  });
  afterAll(() => world.close());

  it('is shown with its passkeys: when each was added and last used', async () => {
    const run = runIn(world);
    const member = await world.member();
    const browser = world.browser();
    const { accessToken: token } = await browser.session(member);
    const device = deviceOf(world);
    await addPasskey(world, { member, browser, token }, device);
    const added = world.clock.now().toISOString();
    const shown = async () => (await run('members', 'show', member.username)).text;
    expect(await shown()).toContain(`\n  passkeys: added ${added}, never used\n`);
    world.clock.advance(60);
    expect((await signInBy(world, device)).status).toBe(200);
    const used = world.clock.now().toISOString();
    expect(await shown()).toContain(`\n  passkeys: added ${added}, last used ${used}\n`);
  });

  it('is shown with the limit of its withdrawals, and with the addresses that are new', async () => {
    const run = runIn(world);
    const who = await rich(world);
    const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
    const off = new Date(world.clock.now().getTime() + 3_600_000);
    await who.call('saveAddress', { body: { asset: 'USDT', network: 'ethereum', address, label: 'My Ledger' } });
    await world.db
      .updateTable('members')
      .set({ allow_list_on_at: world.clock.now(), allow_list_off_at: off })
      .where('id', '=', who.member.id)
      .execute();
    const { text } = await run('members', 'show', who.member.username);
    expect(text).toContain(`  withdrawals: only to saved addresses until ${off.toISOString()}`);
    expect(text).toContain(
      `  new in the address book since ${world.clock.now().toISOString()}: USDT on ethereum, ${address}`,
    );
  });

  it('is shown, which is recorded but not in the member’s own list', async () => {
    const run = runIn(world);
    const who = await rich(world, { USDT: '12.5' });
    const { text } = await run('members', 'show', who.member.username.toUpperCase());
    expect(text).toContain(`<${who.member.email}>`);
    expect(text).toContain(
      '  not frozen\n  outgoing money: not held\n  withdrawals: to any address\n  second factor: codes by email\n  passkeys: none\n  sessions: ',
    );
    expect(text).toContain('  balances: 12.5 USDT');
    expect((await run('members', 'show', who.member.email)).text).toBe(text);
    expect(await lastAct(world)).toEqual({
      kind: 'member_read',
      memberId: null,
      details: { operator: 'olga', memberId: who.member.id, osUser: 'unix-olga' },
    });
    expect(await run('members', 'show', 'nobody-of-this-name')).toEqual({
      code: 1,
      text: 'there is no member "nobody-of-this-name"',
    });
  });

  it('is frozen and thawed for its member, with a mail each', async () => {
    const run = runIn(world);
    const who = await rich(world);
    expect((await run('members', 'freeze', who.member.username)).code).toBe(2);
    expect(await run('members', 'freeze', who.member.username, '--reason', 'called us')).toEqual({
      code: 0,
      text: `${who.member.username} is frozen; 1 sessions ended; the member is notified by email`,
    });
    expect(await lastAct(world)).toMatchObject({
      kind: 'account_frozen',
      memberId: who.member.id,
      details: { operator: 'olga', reason: 'called us', osUser: 'unix-olga' },
    });
    expect((await who.call('listActivity')).status).toBe(401);
    expect((await world.browser().signIn(who.member)).status).toBe(401);
    expect(
      await world.db
        .selectFrom('trusted_browsers')
        .select('signed_in')
        .where('member_id', '=', who.member.id)
        .execute(),
    ).toEqual([{ signed_in: false }]);
    expect((await run('members', 'freeze', who.member.username, '--reason', 'again')).code).toBe(1);
    expect((await run('members', 'thaw', who.member.username, '--reason', 'proved by mail')).code).toBe(0);
    expect((await world.browser().signIn(who.member)).status).toBe(200);
    expect(await run('members', 'thaw', who.member.username, '--reason', 'again')).toEqual({
      code: 1,
      text: 'the account is not frozen',
    });
    expect(await mailKinds(world, who.member.id)).toEqual(
      expect.arrayContaining(['frozenBySupport', 'accountThawedHeld']),
    );
  });

  it('is signed out everywhere; drafts that wait are void', async () => {
    const run = runIn(world);
    const who = await rich(world);
    const draft = await who.call('createExchange', { body: { from: 'USDT', to: 'BTC', amount: '10' } });
    expect((await run('members', 'end-sessions', who.member.username, '--reason', 'stolen phone')).text).toContain(
      'is signed out everywhere; 1 sessions ended',
    );
    expect((await who.call('listActivity')).status).toBe(401);
    expect(await world.auditOf(who.member)).not.toContain('other_sessions_ended');
    expect(
      await world.db
        .selectFrom('sessions')
        .select('end_reason')
        .where('member_id', '=', who.member.id)
        .executeTakeFirst(),
    ).toEqual({ end_reason: 'ended_by_support' });
    expect(await lastAct(world)).toMatchObject({
      kind: 'sessions_ended_by_support',
      memberId: who.member.id,
      details: { operator: 'olga', reason: 'stolen phone' },
    });
    expect(await mailKinds(world, who.member.id)).toContain('sessionsEndedBySupport');
    const again = await signedIn(world, who.member);
    expect((await again.call('confirmDraft', { path: { id: draft.body.id }, body: { code: null } })).body.code).toBe(
      'draft_expired',
    );
  });
});

it.each([
  [['members', 'root', 'x', 'a@b.example'], 1],
  [['members', 'root', 'first', 'not an address'], 1],
  [['members', 'root', 'first'], 2],
  [['members', 'root', 'first', 'a@b.example', '--culture', 'fr-FR'], 1],
  [['members', 'root', 'first', 'a@b.example', '--name', ' '], 1],
  [['members', 'thaw', 'nobody', '--reason', 'x'], 1],
  [['members', 'end-sessions', 'nobody', '--reason', ' '], 2],
  [['members', 'end-sessions', 'nobody', '--reason', '\u200B\u2800'], 2],
  [['members', 'end-sessions', 'nobody', '--reason', 'x'.repeat(1_001)], 2],
  [['members', 'unbind', 'nobody', '--confirm', '--cancel'], 2],
])('%j changes nothing', async (args, code) => {
  const world = await createWorld();
  expect(await runIn(world)(...args)).toMatchObject({ code, text: expect.stringMatching(/./) });
  expect(await world.db.selectFrom('members').select('id').execute()).toEqual([]);
  expect(await world.db.selectFrom('audit_events').select('id').execute()).toEqual([]);
  await world.close();
});

it('the first member, given another address, keeps name and club: sign-up continues, and members root changes nothing', async () => {
  const world = await createWorld();
  const first = await world.member();
  const [olga, piet] = [runIn(world, 'olga'), runIn(world, 'piet')];
  const address = `safe-${first.username}@mail.example`;
  await olga('members', 'freeze', first.username, '--reason', 'x');
  await olga('members', 'address', first.username, address, '--proof', 'passport by video call');
  world.clock.advance(HOURS_72);
  expect((await piet('members', 'address', first.username, address, '--confirm')).code).toBe(0);
  expect(await piet('members', 'root', first.username, 'piets@mail.example')).toMatchObject({ code: 1 });
  expect(await (await newcomer(world, { introducer: first })).register()).toMatchObject({ status: 200 });
  await world.close();
});
