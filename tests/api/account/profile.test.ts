// F-08: the member's own name, telephone number and language.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freezeTokensIn, mailsTo } from '../support/mails.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

async function ready() {
  const member = await world.member({ name: 'Mika Sato' });
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const change = (body: object, key?: string) => browser.callUnchecked('updateProfile', { body, token, key });
  const info = async () => (await browser.call('getUserInfo', { token })).body;
  return { member, browser, token, change, info };
}

describe('their own profile', () => {
  it('is changed and returned, and audited without what was typed', async () => {
    const { member, change, info } = await ready();
    const answer = await change({ name: '佐藤 美香', phone: '+81 (3) 1234-5678', culture: 'ja-JP' });
    expect(answer.body).toMatchObject({
      username: member.username,
      name: '佐藤 美香',
      phone: '+81 (3) 1234-5678',
      culture: 'ja-JP',
      email: member.email,
    });
    expect(await info()).toEqual(answer.body);
    const event = await world.db
      .selectFrom('audit_events')
      .selectAll()
      .where('member_id', '=', member.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({ kind: 'profile_changed', details: {} });
  });

  it.each([
    ['name', { name: 'Claim your prize', phone: null, culture: 'en-US' }],
    ['telephone number', { name: 'Mika Sato', phone: '03 1234 5678', culture: 'en-US' }],
    ['language', { name: 'Mika Sato', phone: null, culture: 'zh-CN' }],
  ])('tells the member of another %s, in the language before, with a link that freezes', async (_, to) => {
    const { member, change } = await ready();
    expect((await change(to)).status).toBe(200);
    const [mail, ...more] = await mailsTo(world, member.email, 'profileChanged');
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your personal information at Perch was changed');
    expect(mail?.body).toContain(member.username);
    expect(mail?.body).not.toContain('Claim your prize');
    expect(freezeTokensIn(mail?.body)).toHaveLength(1);
  });

  it('is told once an hour', async () => {
    const { member } = await ready();
    const told = async () => (await mailsTo(world, member.email, 'profileChanged')).length;
    const counts: number[] = [];
    for (const [time, wait] of [0, 3599, 1].entries()) {
      world.clock.advance(wait);
      const browser = world.browser();
      const { accessToken: token } = await browser.session(member);
      const body = { name: `Mika ${time}`, phone: null, culture: 'en-US' as const };
      expect((await browser.call('updateProfile', { body, token })).status).toBe(200);
      counts.push(await told());
    }
    expect(counts).toEqual([1, 1, 2]);
  });

  it('saved as it was, tells nobody', async () => {
    const { member, change } = await ready();
    expect((await change({ name: 'Mika Sato', phone: null, culture: 'en-US' })).status).toBe(200);
    expect(await mailsTo(world, member.email, 'profileChanged')).toEqual([]);
  });

  it('removes the telephone number with null', async () => {
    const { change, info } = await ready();
    await change({ name: 'Mika', phone: '03 1234 5678', culture: 'en-US' });
    await change({ name: 'Mika', phone: null, culture: 'en-US' });
    expect((await info()).phone).toBeNull();
  });

  it('decides the language of later mails', async () => {
    const { member, change } = await ready();
    await change({ name: 'Mika', phone: null, culture: 'zh-CN' });
    world.clock.advance(1);
    await world.browser().session(member);
    expect((await mailsTo(world, member.email, 'newSignIn')).map((mail) => mail.subject)).toEqual([
      'New sign-in to your Perch account',
      '【Perch】您的账户有新的登录',
    ]);
  });

  it('is found by its new name', async () => {
    const { browser, token, member } = await ready();
    const below = await world.member({ below: member.seatNo, side: 'right' });
    const other = world.browser();
    const { accessToken } = await other.session(below);
    await other.call('updateProfile', {
      body: { name: 'Ｎｅｗ Name', phone: null, culture: 'en-US' },
      token: accessToken,
    });
    const { body } = await browser.call('listDownLines', { query: { search: 'new na' }, token });
    expect(body.items.map((seat: { username: string }) => seat.username)).toEqual([below.username]);
  });

  it('accepts names in any script, without invisible characters', async () => {
    const { change } = await ready();
    for (const [typed, stored] of [
      ['  Zoë O’Brien-李  ', 'Zoë O’Brien-李'],
      ['Mi\u0000ka\r\nBcc: x', 'Mi ka Bcc: x'],
      ['\u202Eakim', 'akim'],
      ['👩‍👩‍👧 Family', '👩‍👩‍👧 Family'],
      ['Ame\u0301lie', 'Amélie'],
    ]) {
      expect((await change({ name: typed, phone: null, culture: 'en-US' })).body.name).toBe(stored);
    }
  });

  it('has one effect under a key', async () => {
    const { member, change } = await ready();
    const first = await change({ name: 'Once', phone: null, culture: 'en-US' }, 'profile-0001');
    const again = await change({ name: 'Once', phone: null, culture: 'en-US' }, 'profile-0001');
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await change({ name: 'Twice', phone: null, culture: 'en-US' }, 'profile-0001')).body.code).toBe(
      'idempotency_key_reused',
    );
    expect((await world.auditOf(member)).filter((kind) => kind === 'profile_changed')).toHaveLength(1);
  });

  it.each([
    [{ name: '', phone: null, culture: 'en-US' }, 'name', 'Name is required.'],
    [{ name: '   ', phone: null, culture: 'en-US' }, 'name', 'Name has the wrong format.'],
    [{ name: '\u0007', phone: null, culture: 'en-US' }, 'name', 'Name is required.'],
    [{ name: 'x'.repeat(129), phone: null, culture: 'en-US' }, 'name', 'Name must have at most 128 characters.'],
    [{ name: 'Mika', phone: 'call me', culture: 'en-US' }, 'phone', 'Phone number has the wrong format.'],
    [{ name: 'Mika', culture: 'en-US' }, 'phone', 'Phone number is required.'],
    [{ name: 'Mika', phone: null, culture: 'fr-FR' }, 'culture', 'Choose one of the options for Language.'],
    [{ name: 'Mika', phone: null, culture: 'en-US', rank: 'leader' }, 'rank', 'rank isn’t a known field.'],
    [{ name: 'Mika', phone: null, culture: 'en-US', email: 'x@y.example' }, 'email', 'Email isn’t a known field.'],
  ])('is not changed by invalid input: %o', async (body, field, sentence) => {
    const { change, info } = await ready();
    expect((await change(body)).body).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: { [field]: [sentence] },
    });
    expect((await info()).name).toBe('Mika Sato');
  });
});
