// The member's own phrase in mails (S-08, S-12): genuine mails to the verified address show it, as text and in every
// language, and no other mailbox ever reads it. Which proofs a change requires is compared in credential-acts.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSDOM } from 'jsdom';
import { CULTURES } from '#openapi/cultures.ts';
import { PASSWORD, type MemberOptions } from '#fixtures/club/members.ts';
import { unlinked } from '#server/platform/mail/values.ts';
import { changeAddress } from '../support/changed-address.ts';
import { freezeTokensIn, mailsTo } from '../support/mails.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const PHRASE = 'blue heron at dawn';

async function signedIn(options?: MemberOptions) {
  const member = await world.member(options);
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const { call } = browser.as({ token });
  return {
    member,
    browser,
    token,
    call,
    set: (phrase: string | null, password = PASSWORD) => call('setEmailPhrase', { body: { phrase, password } }),
    phrase: async () => (await call('getEmailPhrase')).body,
    changes: () => mailsTo(world, member.email, 'emailPhraseChanged'),
    /** The next mail after a change: that of a sign-in from a new browser. */
    next: async () => {
      world.clock.advance(61);
      await world.browser().session(member);
      return (await mailsTo(world, member.email, 'newSignIn')).at(-1);
    },
  };
}

describe('a phrase for mails', () => {
  it('is none at first, and is set, changed and removed, each of which a mail tells, with a link that freezes', async () => {
    const { set, phrase, changes } = await signedIn();
    expect(await phrase()).toEqual({ set: false, shown: false });
    for (const [wanted, told] of [
      [PHRASE, 1],
      ['another one', 2],
      [null, 3],
    ] as const) {
      const now = { set: wanted !== null, shown: wanted !== null };
      expect(await set(wanted)).toMatchObject({ status: 200, body: now });
      expect(await phrase()).toEqual(now);
      const mails = await changes();
      expect(mails).toHaveLength(told);
      expect(freezeTokensIn(mails.at(-1)?.body)).toHaveLength(1);
      world.clock.advance(61);
    }
  });

  it('that a thief sets, changes or removes is in no mail that tells of it: those have the phrase that the member knows', async () => {
    const { set, changes, next } = await signedIn();
    const has = (mail: { body: string; html: string } | undefined) =>
      [PHRASE, 'another one'].filter((phrase) => `${mail?.body}${mail?.html}`.includes(phrase));
    const after: string[][] = [];
    for (const wanted of [PHRASE, 'another one', null]) {
      expect((await set(wanted)).status).toBe(200);
      after.push(has(await next()));
      world.clock.advance(61);
    }
    expect((await changes()).map(has)).toEqual([[], [PHRASE], [PHRASE]]);
    expect(after).toEqual([[PHRASE], ['another one'], []]);
  });

  it('that is the same as before changes nothing and tells nobody', async () => {
    const { member, set, changes } = await signedIn();
    await set(PHRASE);
    const audited = await world.auditOf(member);
    expect(await set(PHRASE)).toMatchObject({ status: 200, body: { set: true } });
    expect(await changes()).toHaveLength(1);
    expect(await world.auditOf(member)).toEqual(audited);
  });

  it('is listed as an activity, and nowhere in the audit by its words', async () => {
    const { member, set, call } = await signedIn();
    await set(PHRASE);
    expect((await call('listActivity')).body.items[0]).toMatchObject({ kind: 'email_phrase_changed', here: true });
    const rows = await world.db.selectFrom('audit_events').selectAll().where('member_id', '=', member.id).execute();
    expect(rows.map(({ kind }) => kind)).toContain('email_phrase_changed');
    expect(rows.map(({ details }) => JSON.stringify(details)).join()).not.toContain(PHRASE);
  });

  it.each(CULTURES)('is in mails in %s, in the text and in the HTML', async (culture) => {
    const { member, set } = await signedIn({ culture });
    const before = await mailsTo(world, member.email);
    await set(PHRASE);
    world.clock.advance(61);
    await world.browser().session(member);
    const known = before.map(({ id }) => id);
    const mails = (await mailsTo(world, member.email)).filter(({ id }) => !known.includes(id));
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['emailPhraseChanged', 'newSignIn']);
    for (const { kind, body, html } of mails) {
      const shows = kind === 'newSignIn';
      expect([kind, body.includes(PHRASE), html.includes(PHRASE)]).toEqual([kind, shows, shows]);
    }
    expect(before.filter(({ body, html }) => `${body}${html}`.includes(PHRASE))).toEqual([]);
  });

  it('is again the present one in such a mail once a week has passed since the first change', async () => {
    const { member, changes } = await signedIn();
    const set = async (phrase: string) => {
      const browser = world.browser();
      const { accessToken: token } = await browser.session(member);
      return browser.call('setEmailPhrase', { body: { phrase, password: PASSWORD }, token });
    };
    const [first, later] = ['grey heron at dusk', 'black heron at noon'];
    const shown = async () =>
      (await changes()).map(({ body }) => [PHRASE, first, later].filter((phrase) => body.includes(phrase)));
    await set(PHRASE);
    world.clock.advance(61);
    await set(first);
    world.clock.advance(7 * 86_400 - 1);
    await set(later);
    expect(await shown()).toEqual([[], [PHRASE], [PHRASE]]);
    world.clock.advance(1);
    await set(PHRASE);
    expect((await shown()).at(-1)).toEqual([later]);
    world.clock.advance(1);
    await world.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', member.id).execute();
    await set(first);
    expect((await shown()).at(-1)).toEqual([]);
  });

  it('is shown as it was written: neither as HTML, nor as a link, nor with a placeholder filled', async () => {
    const { set, next } = await signedIn();
    const phrase = '<b>{origin}</b> wallet.example/Help';
    expect((await set(phrase)).status).toBe(200);
    const mail = await next();
    expect(mail?.body).toContain(unlinked(phrase));
    const { document } = new JSDOM(mail?.html ?? '').window;
    expect(document.body.textContent).toContain(unlinked(phrase));
    expect(document.querySelectorAll('b')).toHaveLength(0);
  });

  it('is kept, but not shown, until the address is verified', async () => {
    const { member, set, phrase, changes } = await signedIn();
    await world.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', member.id).execute();
    expect((await set(PHRASE)).body).toEqual({ set: true, shown: false });
    expect(await phrase()).toEqual({ set: true, shown: false });
    const mails = await changes();
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toContain(PHRASE);
  });

  it('goes neither to a former address nor to one that is not verified yet', async () => {
    const { member, browser, token, set } = await signedIn();
    await set(PHRASE);
    const next = `next-${member.email}`;
    await changeAddress(world, member, { browser, token }, next);
    const [toFormer, toNext] = [await mailsTo(world, member.email), await mailsTo(world, next)];
    const saying = (mails: typeof toNext) =>
      mails.flatMap(({ kind, body, html }) => (`${body}${html}`.includes(PHRASE) ? kind : []));
    expect(toFormer.map(({ kind }) => kind)).toContain('emailChangedOld');
    expect(saying(toFormer)).not.toContain('emailChangedOld');
    expect(toNext.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['changeEmailCode', 'emailChanged']));
    expect(saying(toNext)).toEqual(['emailChanged']);
  });

  it.each([
    ['three characters', 'abc'],
    ['forty-one', 'x'.repeat(41)],
    ['a space at the start', ' blue heron'],
    ['a space at the end', 'blue heron '],
    ['two lines', 'blue\nheron'],
    ['a line separator', 'blue\u2028heron'],
    ['nothing but control characters', '\u0000\u0000\u0000\u0000'],
    ['characters that nobody sees', '\u200B\u200B\u200B\u200B'],
    ['letters so far apart that three are left', 'a\u200Bb\u2800c'],
    ['forty-one characters once it is stored', '\u0958'.repeat(21)],
  ])('is refused with %s', async (_what, phrase) => {
    const { set, phrase: now, changes } = await signedIn();
    expect(await set(phrase)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await now()).toEqual({ set: false, shown: false });
    expect(await changes()).toEqual([]);
  });

  it.each([
    ['a null', 'blue\u0000heron'],
    ['a control character', 'blue\u0007heron'],
    ['a mark that turns what follows round', 'blue\u202Eheron'],
  ])('is kept without %s', async (_what, phrase) => {
    const { set, next } = await signedIn();
    expect(await set(phrase)).toMatchObject({ status: 200, body: { set: true } });
    expect((await next())?.body).toContain('blue heron');
  });

  it.each([
    ['four characters', 'abcd'],
    ['forty', 'x'.repeat(40)],
    ['forty that take two units each', '🦩'.repeat(40)],
    ['Japanese', '夜明けのアオサギ'],
  ])('may be %s', async (_what, phrase) => {
    const { set, next } = await signedIn();
    expect(await set(phrase)).toMatchObject({ status: 200, body: { set: true, shown: true } });
    expect((await next())?.body).toContain(phrase);
  });

  it('is in no answer: a session alone does not learn how to forge a mail', async () => {
    const { set, call } = await signedIn();
    const answers = [await set(PHRASE), await call('getEmailPhrase'), await call('getUserInfo')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(JSON.stringify(answers)).not.toContain(PHRASE);
  });

  it('is set once under a key', async () => {
    const { member, browser, token } = await signedIn();
    const once = () =>
      browser.call('setEmailPhrase', { body: { phrase: PHRASE, password: PASSWORD }, token, key: 'phrase-0001' });
    expect((await once()).body).toEqual((await once()).body);
    expect((await world.auditOf(member)).filter((kind) => kind === 'email_phrase_changed')).toHaveLength(1);
  });
});
