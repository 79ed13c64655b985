// F-03 on the server: who introduces, which names are free, and what a registration writes or refuses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../support/browser.ts';
import { codeTo, mailsTo } from '../support/mails.ts';
import { PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { NEW_PASSWORD, newcomer } from '../support/newcomers.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let root: TestMember;
beforeAll(async () => {
  world = await createWorld();
  root = await world.member({ username: 'perch', name: 'Perch Club' });
});
afterAll(() => world.close());

const REFERRAL = /^[23456789A-HJKMNP-TV-Z]{8}$/;
const memberOf = (username: string) =>
  world.db.selectFrom('members').selectAll().where('username', '=', username).executeTakeFirst();
const placeOf = (seatNo: number) =>
  world.db.selectFrom('seats').select(['parent_no', 'side']).where('seat_no', '=', seatNo).executeTakeFirst();

describe('whether a username exists', () => {
  const ask = async (username: string) => (await world.browser().call('isExisted', { query: { username } })).body;

  it('is answered whatever the case and width of its letters', async () => {
    await world.member({ username: 'Taken.Name' });
    for (const username of ['Taken.Name', 'taken.name', 'TAKEN.NAME', 'ｔaken.name'])
      expect(await ask(username), username).toEqual({ existed: true });
    for (const username of ['taken', 'taken.name.', 'a\u0000b', '%', "' OR 1=1"])
      expect(await ask(username), username).toEqual({ existed: false });
  });

  it('is true of a referral code too, since a link must lead to the code’s owner', async () => {
    const { referral_code: code } = (await memberOf('perch')) ?? { referral_code: '' };
    expect(await ask(code.toLowerCase())).toEqual({ existed: true });
  });

  it('needs a name', async () => {
    expect(await ask('')).toMatchObject({ status: 400, errors: { username: ['Username is required.'] } });
  });
});

describe('whether an address belongs to a member', () => {
  const ask = (by: Browser, email: string) => by.call('isEmailExists', { query: { email } });

  it('is answered to its owner, and to nobody else', async () => {
    const { email } = await world.member();
    const browser = world.browser();
    await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } });
    const code = await codeTo(world, email, 'signUpCode');
    expect((await ask(browser, email)).body).toMatchObject({ status: 403, code: 'email_not_verified' });
    await browser.call('verifyEmailNoLogin', { body: { email, code } });
    expect(await ask(browser, email.toUpperCase())).toMatchObject({ status: 200, body: { existed: true } });
    expect((await ask(browser, 'another@mail.example')).body).toMatchObject({
      status: 403,
      code: 'email_not_verified',
    });
    expect((await ask(world.browser(), email)).status).toBe(403);
    world.clock.advance(1800);
    expect((await ask(browser, email)).body).toMatchObject({ status: 403, code: 'email_not_verified' });
  });

  it('is denied of the address of a newcomer', async () => {
    const { browser, email } = await newcomer(world, { introducer: root });
    expect((await ask(browser, email)).body).toEqual({ existed: false });
  });
});

describe('introducer and seat user', () => {
  const check = (body: object, culture?: string) =>
    world.browser().callUnchecked('checkIntroducerAndSeatUser', { body: { position: 'left', ...body }, culture });

  it('are found by referral code or username, with the place that is free now', async () => {
    const introducer = await world.member({ name: 'Mika Sato', below: root.seatNo, side: 'right' });
    const { body } = await check({ introducer: introducer.username.toUpperCase() });
    expect(body).toEqual({
      introducer: { username: introducer.username, name: 'Mika S.' },
      seatUser: {
        username: introducer.username,
        seatNo: introducer.seatNo,
        positionId: `P-${String(introducer.seatNo).padStart(6, '0')}`,
      },
      position: 'left',
      place: {
        parentSeatNo: introducer.seatNo,
        parentPositionId: `P-${String(introducer.seatNo).padStart(6, '0')}`,
        position: 'left',
        level: 1,
      },
    });
    const { referral_code: code } = (await memberOf(introducer.username)) ?? { referral_code: '' };
    expect((await check({ introducer: ` ${code.toLowerCase()} ` })).body).toEqual(body);
  });

  it('may be two members, if one sits below the other', async () => {
    const introducer = await world.member({ below: root.seatNo, side: 'right' });
    const seatUser = await world.member({ below: introducer.seatNo, side: 'left' });
    const deeper = await world.member({ below: seatUser.seatNo, side: 'right' });
    const { body } = await check({ introducer: introducer.username, seatUser: seatUser.username, position: 'right' });
    expect(body).toMatchObject({
      seatUser: { username: seatUser.username },
      place: { parentSeatNo: deeper.seatNo, position: 'right', level: 2 },
    });
    expect((await check({ introducer: seatUser.username, seatUser: introducer.username })).body).toMatchObject({
      status: 400,
      code: 'seat_user_outside',
      errors: { seatUser: ['This member isn’t in your referrer’s team.'] },
    });
  });

  it.each([
    [{ introducer: 'nobody' }, 'introducer'],
    [{ introducer: 'a\u0000' }, 'introducer'],
    [{ introducer: 'perch', seatUser: 'nobody' }, 'seatUser'],
  ])('are refused if there is no such member: %o', async (body, field) => {
    expect((await check(body)).body).toMatchObject({
      status: 400,
      code: 'user_not_found',
      errors: { [field]: ['This user does not exist.'] },
    });
    expect((await check(body, 'ja-JP')).body.errors[field]).toEqual(['ユーザーが存在しません。']);
  });
});

describe('a registration', () => {
  it('writes member, seat, terms, activity and welcome, and opens the account', async () => {
    const introducer = await world.member({ below: root.seatNo, side: 'right' });
    const person = await newcomer(world, { introducer, side: 'right', username: 'Nori' });
    const answer = await person.register({ phone: '+81 3 1234 5678', name: ' Nori\u0000\u202E  Tanaka ' });
    expect(answer.body).toEqual({
      username: 'Nori',
      referralCode: expect.stringMatching(REFERRAL),
      seatNo: expect.any(Number),
      positionId: `P-${String(answer.body.seatNo).padStart(6, '0')}`,
      position: 'right',
    });
    const member = await memberOf('Nori');
    expect(member).toMatchObject({
      username_key: 'nori',
      name: 'Nori   Tanaka',
      email: person.email,
      email_verified_at: world.clock.now(),
      phone: '+81 3 1234 5678',
      introducer_id: introducer.id,
      referral_code: answer.body.referralCode,
      terms_version: '1',
      terms_accepted_at: world.clock.now(),
      culture: 'en-US',
      joined_at: world.clock.now(),
      last_sign_in_at: null,
    });
    expect(await placeOf(answer.body.seatNo)).toEqual({ parent_no: introducer.seatNo, side: 'right' });
    const [welcome] = await mailsTo(world, person.email, 'welcome');
    for (const part of ['Nori', answer.body.positionId, answer.body.referralCode, 'https://wallet.example/Signin'])
      expect(welcome?.body).toContain(part);
    const signedIn = await person.browser.signIn({ username: 'nori', password: NEW_PASSWORD });
    expect(signedIn.body.result).toBe('granted');
    const { body: activity } = await person.browser.call('listActivity', { token: signedIn.body.accessToken });
    expect(activity.items.map((item: { kind: string }) => item.kind)).toEqual(['signed_in', 'registered']);
    expect((await person.browser.call('getUserInfo', { token: signedIn.body.accessToken })).body).toMatchObject({
      introducer: introducer.username,
      emailVerified: true,
      position: 'right',
    });
  });

  it('is in the language of the call', async () => {
    const person = await newcomer(world, { introducer: root });
    const { body } = await person.browser.call('registerInSeat', {
      body: person.details,
      culture: 'ja-JP',
    });
    expect((await memberOf(body.username))?.culture).toBe('ja-JP');
    expect((await mailsTo(world, person.email, 'welcome'))[0]?.subject).toBe('【Perch】ご登録ありがとうございます');
  });

  it('may name the introducer by code, and a seat user below', async () => {
    const introducer = await world.member({ below: root.seatNo, side: 'right' });
    const seatUser = await world.member({ below: introducer.seatNo, side: 'left' });
    const person = await newcomer(world, { introducer });
    const { referral_code: code } = (await memberOf(introducer.username)) ?? { referral_code: '' };
    const { body } = await person.register({
      introducer: code,
      seatUser: seatUser.username,
      position: 'right',
      parentSeatNo: seatUser.seatNo,
    });
    expect(body).toMatchObject({ position: 'right' });
    expect(await placeOf(body.seatNo)).toEqual({ parent_no: seatUser.seatNo, side: 'right' });
    expect((await memberOf(person.username))?.introducer_id).toBe(introducer.id);
  });

  it('has one effect under its key for the holder of the proof, and anyone who knows the key can ask for its outcome', async () => {
    const person = await newcomer(world, { introducer: root });
    const proof = person.browser.cookies.get('perch_email_proof') ?? '';
    const first = await person.register({}, 'register-0001');
    person.browser.cookies.set('perch_email_proof', proof);
    const again = await person.register({}, 'register-0001');
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await world.browser().call('getRequestOutcome', { path: { key: 'register-0001' } })).body).toEqual({
      state: 'done',
      operationId: 'registerInSeat',
      status: 200,
      answer: first.body,
    });
    expect((await person.register({ name: 'Other' }, 'register-0001')).body.code).toBe('idempotency_key_reused');
    expect(await mailsTo(world, person.email, 'welcome')).toHaveLength(1);
  });

  it('uses up the proof of the address and its cookie', async () => {
    const person = await newcomer(world, { introducer: root });
    const proof = person.browser.cookies.get('perch_email_proof') ?? '';
    const { body } = await person.register();
    expect(person.browser.cookies.has('perch_email_proof')).toBe(false);
    person.browser.cookies.set('perch_email_proof', proof);
    expect((await person.register({ username: 'another-one', parentSeatNo: body.seatNo })).body).toMatchObject({
      status: 403,
      code: 'email_not_verified',
    });
  });
});

describe('a registration that is refused', () => {
  /** Nothing of it is stored, and the corrected one succeeds: the proof is still there. */
  async function expectRefused(changes: Record<string, unknown>, expected: object): Promise<void> {
    const person = await newcomer(world, { introducer: root });
    const before = await counts();
    const answer = await person.register(changes, `refused-${person.username}`);
    expect(answer.body).toMatchObject(expected);
    expect(await counts()).toEqual(before);
    expect((await person.register({}, `refused-${person.username}`)).status).toBe(200);
  }

  async function counts() {
    const count = async (table: 'members' | 'seats' | 'audit_events' | 'mails') =>
      (
        await world.db
          .selectFrom(table)
          .select((query) => query.fn.countAll().as('rows'))
          .executeTakeFirstOrThrow()
      ).rows;
    return [await count('members'), await count('seats'), await count('audit_events'), await count('mails')];
  }

  it('for a seat that is no longer free, above or below the free one', async () => {
    await expectRefused(
      { parentSeatNo: root.seatNo },
      { status: 409, code: 'seat_taken', errors: { parentSeatNo: ['This seat was just taken.'] } },
    );
    await expectRefused({ parentSeatNo: 4_000_000_000 }, { status: 409, code: 'seat_taken' });
  });

  it('for a username that is taken, in any case, or that is a code', async () => {
    await expectRefused(
      { username: 'PERCH' },
      { status: 409, code: 'username_taken', errors: { username: ['This username already exists.'] } },
    );
    await world.db.updateTable('members').set({ referral_code: 'K7Q2M9XA' }).where('id', '=', root.id).execute();
    await expectRefused({ username: 'k7q2m9xa' }, { status: 409, code: 'username_taken' });
  });

  it('for an address that is taken, revealed only after it was proven', async () => {
    const member = await world.member();
    const person = await newcomer(world, { introducer: root, email: member.email.toUpperCase() });
    expect((await person.register()).body).toMatchObject({
      status: 409,
      code: 'email_taken',
      errors: { email: ['This email already belongs to a member.'] },
    });
    const stranger = world.browser();
    expect(
      (await stranger.call('registerInSeat', { body: { ...person.details, email: member.email } })).body,
    ).toMatchObject({ status: 403, code: 'email_not_verified' });
  });

  it('for a different address from the proven one', async () => {
    await expectRefused({ email: 'somebody.else@mail.example' }, { status: 400, code: 'email_different' });
  });

  it('for an unknown introducer or seat user', async () => {
    await expectRefused(
      { introducer: 'nobody' },
      { status: 400, code: 'user_not_found', errors: { introducer: ['This user does not exist.'] } },
    );
    await expectRefused(
      { seatUser: 'nobody' },
      { status: 400, code: 'user_not_found', errors: { seatUser: ['This user does not exist.'] } },
    );
    const outside = await world.member({ below: root.seatNo, side: 'right' });
    const inside = await world.member({ below: root.seatNo, side: 'right' });
    await expectRefused(
      { introducer: inside.username, seatUser: outside.username },
      { status: 400, code: 'seat_user_outside' },
    );
  });

  it.each([
    ['password1234', 'common'],
    ['my perch of dreams', 'the product'],
  ])('for the password "%s"', async (password) => {
    await expectRefused(
      { password },
      { status: 400, code: 'password_refused', errors: { password: [expect.any(String)] } },
    );
  });

  it('for a password that contains the username', async () => {
    await expectRefused(
      { username: 'Noriko', password: 'noriko and three words' },
      { status: 400, code: 'password_refused' },
    );
  });

  it.each([
    [{ password: 'short' }, 'password'],
    [{ username: 'no' }, 'username'],
    [{ username: 'white space' }, 'username'],
    [{ username: '.dot' }, 'username'],
    [{ name: ' \t ' }, 'name'],
    [{ name: '\u0000\u202E' }, 'name'],
    [{ email: 'nonsense' }, 'email'],
    [{ phone: 'call me' }, 'phone'],
    [{ phone: 5 }, 'phone'],
    [{ seatUser: 'x'.repeat(65) }, 'seatUser'],
    [{ position: 'middle' }, 'position'],
    [{ parentSeatNo: 0 }, 'parentSeatNo'],
    [{ termsVersion: 0 }, 'termsVersion'],
    [{ termsVersion: 2 }, 'termsVersion'],
    [{ termsVersion: undefined }, 'termsVersion'],
    [{ rank: 'chairperson' }, 'rank'],
  ])('for invalid input: %o', async (changes, field) => {
    await expectRefused(changes, { status: 400, code: 'invalid_request', errors: { [field]: [expect.any(String)] } });
  });

  it('after the proof has expired', async () => {
    const person = await newcomer(world, { introducer: root });
    world.clock.advance(31 * 60);
    expect((await person.register()).body).toMatchObject({ status: 403, code: 'email_not_verified' });
  });

  it('and reveals nothing about members or names to strangers without a proof', async () => {
    const stranger = world.browser();
    const details = { ...(await newcomer(world, { introducer: root })).details };
    const send = async (changes: object) => {
      const { body } = await stranger.call('registerInSeat', { body: { ...details, ...changes } });
      return { ...body, reference: '' };
    };
    const plain = await send({});
    expect(plain).toMatchObject({ status: 403, code: 'email_not_verified' });
    for (const changes of [
      { introducer: 'nobody' },
      { username: 'perch' },
      { password: 'password1234' },
      { parentSeatNo: 1 },
    ])
      expect(await send(changes)).toEqual(plain);
  });
});

describe('a member who registered', () => {
  it('is not signed in by it, and only their own password opens the account', async () => {
    const person = await newcomer(world, { introducer: root });
    expect((await person.register()).body).not.toHaveProperty('accessToken');
    expect((await world.browser().signIn({ username: person.username, password: PASSWORD })).body.code).toBe(
      'invalid_login',
    );
  });
});
