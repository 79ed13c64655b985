// Recovering the username (F-05, D-15): a code to the address, then the name by mail.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTo, mailsTo, otherCode } from '../support/mails.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

async function asked() {
  const member = await world.member({ name: 'Mika Sato' });
  const browser = world.browser();
  await browser.call('sendEmailVerificationCodeNoLogin', { body: { email: member.email, purpose: 'userName' } });
  const code = await codeTo(world, member.email, 'userNameCode');
  return {
    member,
    browser,
    code,
    show: (given: string, key?: string) =>
      browser.call('forgetUsername', { body: { email: member.email, code: given }, key }),
  };
}

describe('a username recovery', () => {
  it('mails the name to the address and does not return it', async () => {
    const { member, code, show } = await asked();
    const done = await show(code);
    expect(done).toMatchObject({ status: 200, body: { sent: true } });
    expect(JSON.stringify(done)).not.toContain(member.username);
    const [mail] = await mailsTo(world, member.email, 'userName');
    expect(mail?.body).toContain(`Your username is ${member.username}.`);
    expect(await world.auditOf(member)).toEqual(['user_name_mailed']);
  });

  it('does not name its member in the mail with the code, but has their language and phrase', async () => {
    const member = await world.member({ username: 'hidden.until.proved', culture: 'ja-JP' });
    await world.db.updateTable('members').set({ email_phrase: 'blue heron' }).where('id', '=', member.id).execute();
    const body = { email: member.email, purpose: 'userName' } as const;
    await world.browser().call('sendEmailVerificationCodeNoLogin', { body });
    const mail = await world.db
      .selectFrom('mails')
      .select(['body', 'html', 'subject', 'recipient_name', 'member_id'])
      .where('recipient', '=', member.email)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(mail)).not.toContain(member.username);
    expect(mail).toMatchObject({ recipient_name: '', member_id: member.id });
    expect(mail.body).toMatch(/^お客様へ\n\nメールの合言葉：blue heron\n/);
  });

  it('accepts each code once, even in fifty parallel uses, and once under a key', async () => {
    const { member, code, show } = await asked();
    const answers = await Promise.all(Array.from({ length: 50 }, () => show(code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await mailsTo(world, member.email, 'userName')).toHaveLength(1);
    const keyed = await asked();
    const key = randomUUID();
    await keyed.show(keyed.code, key);
    expect((await keyed.show(keyed.code, key)).headers['idempotency-replayed']).toBe('true');
    expect(await mailsTo(world, keyed.member.email, 'userName')).toHaveLength(1);
  });

  it('refuses wrong and expired codes and those for other addresses', async () => {
    const { member, browser, code, show } = await asked();
    expect((await show(otherCode(code))).body).toMatchObject({ status: 400, code: 'code_incorrect', triesLeft: 4 });
    const other = await world.member();
    expect((await browser.call('forgetUsername', { body: { email: other.email, code } })).body.code).toBe(
      'code_expired',
    );
    await browser.call('sendEmailVerificationCodeNoLogin', { body: { email: other.email, purpose: 'signUp' } });
    const signUp = await codeTo(world, other.email, 'signUpCode');
    expect((await browser.call('forgetUsername', { body: { email: other.email, code: signUp } })).body.code).toBe(
      'code_expired',
    );
    world.clock.advance(600);
    expect((await show(code)).body.code).toBe('code_expired');
    expect(await mailsTo(world, member.email, 'userName')).toEqual([]);
  });

  it('mails nothing to an address that no member has any more', async () => {
    const { member, code, show } = await asked();
    await world.db
      .updateTable('members')
      .set({ email: 'x@mail.example', email_key: `x-${member.id}` })
      .where('id', '=', member.id)
      .execute();
    expect((await show(code)).body.code).toBe('code_expired');
  });
});
