// Whose data are in a mail: every mail that the server writes is produced among people who have nothing in common, and
// mentions nobody but its recipient, except as the table allows.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTS, type CredentialActId } from '#server/entry/acts/acts.ts';
import { deviceLabel } from '#server/domain/sessions/device.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { answerInquiry, lockInquiry } from '#server/domain/inquiries/steps.ts';
import type { MailKind } from '#server/platform/mail/kinds.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { texts } from '#server/platform/texts/texts.ts';
import { bindingProofs } from '../support/binding.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { changeAddress } from '../support/changed-address.ts';
import { bodyOf } from '../support/call.ts';
import { NEW_PASSWORD, somebody, WAYS } from '../support/credential-acts.ts';
import { depositsOfEachKind } from '../support/deposit-mails.ts';
import { codeTo, freezeTokensIn, mailsTo } from '../support/mails.ts';
import type { MemberOptions, TestMember } from '#fixtures/club/members.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { newcomer } from '../support/newcomers.ts';
import { addPasskey, deviceOf } from '../support/passkeys.ts';
import { bought, chosen, daysPass } from '../support/stakes.ts';
import { createWorld, type World } from '../support/world.ts';

/** What a mail may contain about another person; all other kinds mention nobody else. */
const SAYS: Partial<Record<MailKind, { readonly of: keyof Marks; readonly why: string }>> = {
  transferCode: { of: 'username', why: 'whom the money goes to' },
  transferSent: { of: 'username', why: 'whom the money went to' },
  transferReceived: { of: 'username', why: 'whom the money comes from' },
  referralBonus: { of: 'username', why: 'who bought the plan' },
};

const HOUR = 3600;
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Macintosh', 'CrOS'];
const BROWSERS = ['Edg/1', 'OPR/1', 'SamsungBrowser/1', 'Firefox/1', 'Chrome/1'];
/** What operators say and who they are: no member reads that in a mail. */
const OPERATORS = ['olga-the-operator', 'piet-the-operator', 'unix-of-the-operator', 'words-of-the-operator'];
const [OLGA = '', PIET = '', UNIX = '', WORDS = ''] = OPERATORS;

/** What distinguishes one person from all others. */
interface Marks {
  username: string;
  name: string;
  email: string;
  address: string;
  balance: string;
}

interface Person {
  readonly marks: Marks;
  readonly device: string;
  /** Their current and former addresses. */
  readonly mailboxes: Set<string>;
  /** The world with their browser in it; members created in it are this person. */
  readonly world: World;
}

let world: World;
const people: Person[] = [];
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

const operator = (name: string, ...args: string[]) => outcomeOf(world.services, { args, operator: name, osUser: UNIX });
const olga = async (...args: string[]) => expect(await operator(OLGA, ...args)).toMatchObject({ code: 0 });
const mark = () => randomBytes(5).toString('hex');

/** A person whose browser is of a different make from the previous one. */
function somebodyNew(): Person {
  const place = people.length;
  const userAgent = `${BROWSERS[place % BROWSERS.length]} ${SYSTEMS[place % SYSTEMS.length]}`;
  const marks = {
    username: `u-${mark()}`,
    name: `Name ${mark()}`,
    email: `post-${mark()}@mail.example`,
    address: ethereumAddress(),
    balance: `${10_000 + place}.${String(Math.random()).slice(2, 7)}1`,
  };
  const own = { username: marks.username, name: marks.name, email: marks.email };
  const theirs: World = {
    ...world,
    browser: (options) => world.browser({ userAgent, ...options }),
    member: (options: MemberOptions = {}) => world.member({ ...own, ...options }),
  };
  const person = { marks, device: deviceLabel(userAgent), mailboxes: new Set([marks.email]), world: theirs };
  people.push(person);
  return person;
}

/** A signed-in person with money. */
async function wealthy(): Promise<Rich & { person: Person }> {
  const person = somebodyNew();
  return { ...(await rich(person.world, { USDT: person.marks.balance })), person };
}

async function reset(person: Person, password = NEW_PASSWORD): Promise<void> {
  world.clock.advance(61);
  const browser = person.world.browser();
  const { email, username } = person.marks;
  await browser.call('forgetPassword', { body: { email, username } });
  await browser.call('validateEmailAndUserName', {
    body: {
      email,
      username,
      code: await codeTo(world, email, 'passwordRecoveryCode'),
    },
  });
  expect((await browser.call('resetPassword', { body: { email, username, password } })).status).toBe(200);
}

async function press(person: Person, mailbox: string, kind: MailKind): Promise<void> {
  const [token = ''] = freezeTokensIn((await mailsTo(world, mailbox, kind)).at(-1)?.body);
  expect((await person.world.browser().call('freezeByLink', { body: { token } })).status).toBe(200);
}

/** A member whose address was changed, and whose account was frozen by the link to the former address. */
async function frozenFromFormer(): Promise<{ person: Person; former: string; member: TestMember }> {
  const person = somebodyNew();
  const former = person.marks.email;
  const member = await person.world.member();
  const browser = person.world.browser();
  const { accessToken: token } = await browser.session(member);
  const next = `later-${mark()}@mail.example`;
  person.mailboxes.add(next);
  await changeAddress(world, member, { browser, token }, next);
  await press(person, former, 'emailChangedOld');
  return { person, former, member };
}

/** What sends mails, besides the acts of the table of acts; the last scene lets a year pass. */
const SCENES: Readonly<Record<string, () => Promise<void>>> = {
  'making the first member': async () => {
    const person = somebodyNew();
    const { username, email, name } = person.marks;
    await olga('members', 'root', username, email, '--name', name);
    // Nobody signs up before they have a password.
    await reset(person);
  },
  'a sign-up': async () => {
    const introducer = await wealthy();
    const person = somebodyNew();
    const { username, email, name } = person.marks;
    const { register } = await newcomer(person.world, { introducer: introducer.member, username, email });
    expect((await register({ name })).status).toBe(200);
  },
  'a forgotten username': async () => {
    const person = somebodyNew();
    await person.world.member();
    const browser = person.world.browser();
    const { email } = person.marks;
    await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'userName' } });
    expect(
      (await browser.call('forgetUsername', { body: { email, code: await codeTo(world, email, 'userNameCode') } }))
        .status,
    ).toBe(200);
  },
  'a refresh token that is used twice, and an address to verify': async () => {
    const person = somebodyNew();
    const member = await person.world.member();
    const browser = person.world.browser();
    await world.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', member.id).execute();
    const { accessToken: token, refreshToken } = await browser.session(member);
    expect((await browser.call('sendEmailVerificationCodeSelf', { token })).status).toBe(200);
    await browser.call('refreshToken', { body: { refreshToken } });
    await browser.call('refreshToken', { body: { refreshToken } });
  },
  'a recovery code': async () => {
    const person = somebodyNew();
    const member = await person.world.member({ secondFactor: true });
    const browser = person.world.browser();
    await browser.signIn(member);
    expect(
      (
        await browser.call('verifyTwoFactor', {
          body: { method: 'recoveryCode', code: member.recoveryCodes[0] ?? '' },
        })
      ).status,
    ).toBe(200);
  },
  'an app that is bound while money is held': async () => {
    const person = somebodyNew();
    const member = await person.world.member();
    await reset(person);
    world.clock.advance(HOUR);
    const browser = person.world.browser();
    const { accessToken: token } = (await browser.signIn({ ...member, password: NEW_PASSWORD })).body;
    const { proofs } = await bindingProofs(person.world, { member, browser, token });
    expect((await browser.call('enableTwoFactor', { body: { ...proofs, password: NEW_PASSWORD }, token })).status).toBe(
      200,
    );
    await olga('members', 'unbind', member.username, '--proof', WORDS);
    await reset(person, 'another passphrase of theirs');
  },
  'an app that support removes': async () => {
    const person = somebodyNew();
    const { username } = await person.world.member({ secondFactor: true });
    await olga('members', 'unbind', username, '--proof', WORDS);
    world.clock.advance(72 * HOUR);
    expect(await operator(PIET, 'members', 'unbind', username, '--confirm')).toMatchObject({ code: 0 });
  },
  'an account that its member froze': async () => {
    const person = somebodyNew();
    const member = await person.world.member();
    const browser = person.world.browser();
    const { accessToken: token } = await browser.session(member);
    await browser.call('freezeAccount', { token });
    await reset(person);
  },
  'an account that support froze': async () => {
    const person = somebodyNew();
    const { username, email } = await person.world.member();
    await olga('members', 'end-sessions', username, '--reason', WORDS);
    await olga('members', 'freeze', username, '--reason', WORDS);
    expect((await person.world.browser().call('sendThawLink', { body: { email, username } })).status).toBe(200);
    await reset(person);
    await olga('members', 'thaw', username, '--reason', WORDS);
  },
  'a former address that freezes twice': async () => {
    const { person, former, member } = await frozenFromFormer();
    await olga('members', 'thaw', member.username, '--reason', WORDS);
    await press(person, former, 'accountThawedFormer');
    await olga('members', 'thaw', member.username, '--reason', WORDS, '--despite', WORDS);
  },
  'an address that support gives': async () => {
    const { person, member } = await frozenFromFormer();
    const next = `given-${mark()}@mail.example`;
    person.mailboxes.add(next);
    await olga('members', 'address', member.username, next, '--proof', WORDS);
    world.clock.advance(72 * HOUR);
    expect(await operator(PIET, 'members', 'address', member.username, next, '--confirm')).toMatchObject({ code: 0 });
  },
  'an inquiry': async () => {
    const { call } = await wealthy();
    const { ticket } = (await call('createInquiry', { body: { category: 'other', text: 'When will it be paid out?' } }))
      .body;
    await inTransaction(world.db, async (trx) => {
      const inquiry = await lockInquiry(trx, ticket);
      const writer = { call: { requestId: 'test', device: '' }, sessionId: null, operator: OLGA };
      if (inquiry !== null) await answerInquiry(trx, world.services, inquiry, { text: WORDS, writer });
    });
  },
  deposits: async () => depositsOfEachKind(world, await wealthy()),
  'addresses and withdrawals': async () => {
    await setRates(world);
    const [one, other] = [await wealthy(), await wealthy()];
    const references = [];
    for (const { call, confirm, person } of [one, other]) {
      const { address } = person.marks;
      const saved = await call('saveAddress', { body: { asset: 'USDT', network: 'ethereum', address, label: 'Mine' } });
      await call('removeAddress', { path: { id: saved.body.id } });
      const draft = await call('createWithdrawal', {
        body: { asset: 'USDT', network: 'ethereum', address, amount: '400' },
      });
      references.push(
        (await call('getReceipt', { path: { id: (await confirm(draft.body.id)).body.receiptId } })).body.reference,
      );
    }
    const [paid, refused] = references;
    await olga('withdrawals', 'refuse', refused, '--reason', 'other');
    await olga('withdrawals', 'approve', paid);
    const tx = `0x${'d0'.repeat(32)}`;
    world.payments.set(tx, { kind: 'found', amount: '360', confirmations: 50 });
    world.clock.advance(240 * HOUR);
    await olga('withdrawals', 'complete', paid, '--tx', tx, '--yes');
  },
  'passkeys that are copied, and dropped': async () => {
    const person = somebodyNew();
    const member = await person.world.member();
    const browser = person.world.browser();
    const { accessToken: token } = await browser.session(member);
    const device = deviceOf(world);
    await addPasskey(person.world, { member, browser, token }, device);
    const { options } = bodyOf(await browser.call('beginPasskeySignIn', {}));
    const first = device.get(options);
    bodyOf(await browser.call('signInWithPasskey', { body: { credential: first } }));
    const { options: again } = bodyOf(await browser.call('beginPasskeySignIn', {}));
    await browser.call('signInWithPasskey', { body: { credential: device.get(again, { counter: 1 }) } });
    await reset(person);
  },
  'withdrawals only to saved addresses, on and off': async () => {
    const { world: club } = somebodyNew();
    const [member, browser] = [await club.member(), club.browser()];
    const { accessToken: token } = await browser.session(member);
    for (const id of ['turnOnAllowList', 'turnOffAllowList', 'turnOnAllowList'] as const)
      bodyOf(await browser.callUnchecked(id, { token, body: { password: member.password } }));
    const body = { asset: 'USDT', network: 'ethereum', address: ethereumAddress(), label: 'Mine' } as const;
    bodyOf(await browser.call('saveAddress', { token, body }));
  },
  'transfers and exchanges': async () => {
    await setRates(world);
    const [one, other] = [await wealthy(), await wealthy()];
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const sent = await from.call('createTransfer', {
        body: {
          recipient: to.member.username,
          asset: 'USDT',
          amount: '25.5',
          note: 'Thanks',
        },
      });
      expect((await from.confirm(sent.body.id)).status).toBe(200);
    }
    const exchanged = await one.call('createExchange', { body: { from: 'USDT', to: 'BTC', amount: '2000' } });
    expect((await one.confirm(exchanged.body.id)).status).toBe(200);
  },
  stakes: async () => {
    await setRates(world);
    const [introducer, one] = [await wealthy(), await wealthy()];
    await world.db
      .updateTable('members')
      .set({ introducer_id: introducer.member.id })
      .where('id', '=', one.member.id)
      .execute();
    const stakes = [];
    for (const _ of ['restaked', 'withdrawn']) {
      stakes.push(await bought(one));
      world.clock.advance(61);
    }
    await daysPass(world, 366);
    const again = await signedIn(one.person.world, one.member);
    await chosen(again, stakes[0].id, 'full');
    world.clock.advance(61);
    await chosen(again, stakes[1].id, 'withdraw');
  },
};

describe('every mail', () => {
  const seen = new Set<string>();

  /** Produces mails, and checks them for another person's data. */
  async function look(play: () => Promise<unknown>): Promise<void> {
    const before = new Set((await world.db.selectFrom('mails').select('id').execute()).map(({ id }) => id));
    await play();
    const mails = (await world.db.selectFrom('mails').selectAll().execute()).filter(({ id }) => !before.has(id));
    expect(mails).not.toEqual([]);
    expect(mails.flatMap((mail) => wrongIn(mail).map((finding) => `${mail.kind}: ${finding}`))).toEqual([]);
    for (const { kind } of mails) seen.add(kind);
  }

  it.each(Object.entries(SCENES))('that is sent because of %s mentions nobody else', (_name, play) => look(play));

  const acts = (Object.keys(WAYS) as CredentialActId[]).flatMap((id) =>
    [false, true].flatMap((app) => (app && ACTS[id].asksWithApp === null ? [] : [[id, app] as const])),
  );
  it.each(acts)('that is sent because of %s, with an app: %s, mentions nobody else', (id, app) =>
    look(async () => {
      const person = somebodyNew();
      person.mailboxes.add(`new-${person.marks.email}`);
      const { path, browser, proofs, rest } = await WAYS[id](await somebody(person.world, app));
      const asked = (app ? ACTS[id].asksWithApp : ACTS[id].asks) ?? [];
      await browser.callUnchecked(id, { path, body: Object.assign({}, rest, ...asked.map((proof) => proofs[proof])) });
    }),
  );

  it('was among them, of every kind', () => {
    const kinds = Object.entries(texts('en-US').mail).flatMap(([kind, entry]) =>
      typeof entry === 'object' && 'subject' in entry ? kind : [],
    );
    expect([...seen].sort()).toEqual(kinds.sort());
  });
});

/** What a mail says about anybody but its recipient. */
function wrongIn(
  mail: Record<'kind' | 'recipient' | 'recipient_name' | 'subject' | 'body' | 'html', string>,
): string[] {
  const recipient = people.find(({ mailboxes }) => mailboxes.has(mail.recipient));
  if (recipient === undefined) return [`it went to nobody: ${mail.recipient}`];
  const said = [mail.recipient_name, mail.subject, mail.body, mail.html].join('\n');
  const allowed = SAYS[mail.kind as MailKind]?.of;
  const others = people.filter((person) => person !== recipient).flatMap((person) => marksIn(said, person, allowed));
  const [, device = recipient.device] = /^Device: (.*)$/m.exec(mail.body) ?? [];
  return [
    ...others,
    ...OPERATORS.filter((word) => said.includes(word)),
    ...(device === recipient.device ? [] : [`the device ${device}`]),
  ];
}

function marksIn(said: string, { marks }: Person, allowed: keyof Marks | undefined): string[] {
  const all = Object.entries(marks) as [keyof Marks, string][];
  const found = all.filter(([what, value]) => what !== allowed && said.toLowerCase().includes(value.toLowerCase()));
  return found.map(([what, value]) => `the ${what} ${value}`);
}
