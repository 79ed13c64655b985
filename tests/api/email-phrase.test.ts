// The phrase of a member's own in their mails (decision 0066): who sets it, and who never reads it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo } from './support/mails.ts';
import { createWorld, type World } from './support/world.ts';

const PHRASE = 'blue heron at dawn';
const PASSWORD = 'perch-demo-passphrase';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function somebody() {
  const member = await world.member();
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const set = (phrase: string | null, proof: object = { password: member.password ?? PASSWORD }, key?: string) =>
    browser.call('setEmailPhrase', {
      body: { phrase, ...proof },
      token,
      ...(key === undefined ? {} : { key }),
    });
  return { member, browser, token, set };
}

describe('the phrase of emails', () => {
  it('is in every mail to the member from then on, and in none after it was removed', async () => {
    const { member, browser, token, set } = await somebody();
    expect((await browser.call('getEmailPhrase', { token })).body).toEqual({ phrase: null, shown: false });
    expect((await set(PHRASE)).body).toEqual({ phrase: PHRASE, shown: true });
    await world.browser().session(member);
    const [told] = await mailsTo(world, member.email, 'emailPhraseChanged');
    const [signedIn] = await mailsTo(world, member.email, 'newSignIn');
    for (const mail of [told, signedIn]) {
      expect(mail?.body).toContain(`Your email phrase: ${PHRASE}\n`);
      expect(mail?.html).toContain(PHRASE);
    }
    expect((await set(null)).body).toEqual({ phrase: null, shown: false });
    expect((await mailsTo(world, member.email, 'emailPhraseChanged')).some(({ body }) => !body.includes(PHRASE))).toBe(
      true,
    );
    expect((await world.auditOf(member)).filter((kind) => kind === 'email_phrase_changed')).toHaveLength(2);
  });

  it('is never in a mail to an unverified address', async () => {
    const { member, set } = await somebody();
    await world.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', member.id).execute();
    expect((await set(PHRASE)).body).toEqual({ phrase: PHRASE, shown: false });
    await world.browser().session(member);
    const mails = await world.db
      .selectFrom('mails')
      .select(['body', 'html'])
      .where('member_id', '=', member.id)
      .execute();
    expect(mails.length).toBeGreaterThan(0);
    for (const { body, html } of mails) expect(`${body}${html}`).not.toContain(PHRASE);
  });

  it('needs more than a session', async () => {
    const { browser, token, set } = await somebody();
    expect((await set(PHRASE, {})).body.code).toBe('invalid_request');
    expect((await set(PHRASE, { password: 'another' })).body.code).toBe('password_incorrect');
    expect((await browser.call('getEmailPhrase', { token })).body.phrase).toBeNull();
  });

  it('is set once under a key, and the same phrase is no change', async () => {
    const { member, set } = await somebody();
    const first = await set(PHRASE, undefined, 'phrase-0001');
    const again = await set(PHRASE, undefined, 'phrase-0001');
    expect(again.body).toEqual(first.body);
    await set(PHRASE);
    expect((await world.auditOf(member)).filter((kind) => kind === 'email_phrase_changed')).toHaveLength(1);
  });

  it.each(['abc', ' spaced ', 'two\nlines', 'x'.repeat(41)])('is not %j', async (phrase) => {
    const { set } = await somebody();
    expect((await set(phrase)).body.code).toBe('invalid_request');
  });
});
