// Nobody can find out who is a member (D-15): every call that is open to everybody answers alike for existing and
// unknown accounts: the same status, headers, cookies and body, and the same work in the database, which is what takes
// time.
import { randomUUID } from 'node:crypto';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser } from '../support/browser.ts';
import type { Answer } from '../support/call.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
afterEach(() => void vi.restoreAllMocks());

type Account = Pick<TestMember, 'username' | 'email'>;

const WRONG_TRIES = 6;
const nobody = (): Account => {
  const id = randomUUID().slice(0, 13);
  return { username: `Member-${id}`, email: `member-${id}@mail.example` };
};

const repeat = async (times: number, act: () => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (let time = 0; time < times; time += 1) answers.push(await act());
  return answers;
};

/** What a person tries who wants to find out, each in a browser of their own. */
const PROBES: [string, (browser: Browser, account: Account) => Promise<Answer[]>][] = [
  [
    'createToken, until it waits',
    (browser, { username }) =>
      repeat(8, () => browser.call('createToken', { body: { username, password: 'a guess at it' } })),
  ],
  [
    'a code for a sign-up, twice',
    (browser, { email }) =>
      repeat(2, () => browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } })),
  ],
  [
    'a code for a username, twice',
    (browser, { email }) =>
      repeat(2, () => browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'userName' } })),
  ],
  [
    'codes for a username until there are no more',
    (browser, { email }) =>
      repeat(7, async () => {
        world.clock.advance(61);
        return browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'userName' } });
      }),
  ],
  [
    'verifyEmailNoLogin with wrong codes',
    async (browser, { email }) => [
      await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } }),
      ...(await repeat(WRONG_TRIES, () => browser.call('verifyEmailNoLogin', { body: { email, code: '000000' } }))),
    ],
  ],
  [
    'ForgetUsername with wrong codes',
    async (browser, { email }) => [
      await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'userName' } }),
      ...(await repeat(WRONG_TRIES, () => browser.call('forgetUsername', { body: { email, code: '000000' } }))),
    ],
  ],
  [
    'ForgetUsername without a code',
    (browser, { email }) => repeat(2, () => browser.call('forgetUsername', { body: { email, code: '000000' } })),
  ],
  ['forgetPassword, twice', (browser, account) => repeat(2, () => browser.call('forgetPassword', { body: account }))],
  ['sendThawLink, twice', (browser, account) => repeat(2, () => browser.call('sendThawLink', { body: account }))],
  [
    'thawAccount with a made-up token',
    (browser) => repeat(2, () => browser.call('thawAccount', { body: { token: 'thw_made-up' } })),
  ],
  [
    'a whole recovery with wrong codes, another code, and no grant',
    async (browser, account) => {
      const begun = await browser.call('forgetPassword', { body: account });
      const show = () => browser.call('validateEmailAndUserName', { body: { ...account, code: '000000' } });
      const wrong = await repeat(WRONG_TRIES, show);
      const soon = await browser.call('sendResetPasswordCodeByEmail', { query: { email: account.email } });
      world.clock.advance(60);
      const resent = await browser.call('sendResetPasswordCodeByEmail', { query: { email: account.email } });
      const reset = await browser.call('resetPassword', { body: { ...account, password: 'correct horse battery' } });
      return [begun, ...wrong, soon, resent, ...(await repeat(WRONG_TRIES, show)), reset];
    },
  ],
  [
    'isEmailExists without a proof',
    (browser, { email }) => repeat(1, () => browser.call('isEmailExists', { query: { email } })),
  ],
];

/** Unknown accounts, some of them made of parts of existing ones. */
const STRANGERS: [string, (first: Account, second: Account) => Account][] = [
  ['nobody', () => nobody()],
  ['a member’s name with a strange address', (first) => ({ ...nobody(), username: first.username })],
  ['a member’s address with a strange name', (first) => ({ ...nobody(), email: first.email })],
  [
    'the name of one and the address of another',
    (first, second) => ({ username: first.username, email: second.email }),
  ],
];

/**
 * What must not differ in a response: everything except request ids and the values of tokens; times are relative to the
 * start.
 */
function visible(answer: Answer, start: Date): object {
  const { 'x-request-id': _id, date: _date, 'set-cookie': cookies, ...headers } = answer.headers;
  const relative = {
    ...('reference' in answer.body ? { reference: 'id' } : {}),
    ...('until' in answer.body ? { until: new Date(answer.body.until).getTime() - start.getTime() } : {}),
  };
  const named = [cookies ?? []]
    .flat()
    .map((cookie) =>
      String(cookie).replace(
        /^((?:__Host-)?\w+)=([a-z]+_)?([^;]*)/,
        (_all, name, kind = '', value: string) => `${name}=${kind}${value.length}`,
      ),
    );
  return { status: answer.status, body: { ...answer.body, ...relative }, headers, cookies: named };
}

/** Probes an account, and records the statements that reached the database. */
async function probe(
  act: (typeof PROBES)[number][1],
  account: Account,
): Promise<{ answers: object[]; statements: string[] }> {
  const start = world.clock.now();
  const query = vi.spyOn(Client.prototype, 'query');
  const answers = await act(world.browser(), account);
  const statements = query.mock.calls.map(([statement]: unknown[]) => {
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text;
    // The only difference: a mail is kept or rolled back.
    return text.replace(/^(RELEASE|ROLLBACK TO) SAVEPOINT/, 'END OF');
  });
  query.mockRestore();
  return { answers: answers.map((answer) => visible(answer, start)), statements };
}

describe.each(PROBES)('%s', (_name, act) => {
  it.each(STRANGERS)('does not distinguish a member from %s', async (_who, strangerOf) => {
    const [member, first, second] = [await world.member(), await world.member(), await world.member()];
    const stranger = await probe(act, strangerOf(first, second));
    const known = await probe(act, { username: member.username, email: member.email });
    expect(known.answers).toEqual(stranger.answers);
    expect(known.statements.length).toBeGreaterThan(0);
    expect(known.statements).toEqual(stranger.statements);
  });
});

describe('a frozen account', () => {
  it('looks like one that is not frozen, and like an unknown one', async () => {
    const [open, frozen] = [await world.member(), await world.member()];
    await world.db
      .updateTable('members')
      .set({ frozen_at: world.clock.now(), frozen_by: 'member' })
      .where('id', '=', frozen.id)
      .execute();
    const asking = PROBES.find(([name]) => name.startsWith('sendThawLink'))![1];
    const known = await probe(asking, { username: frozen.username, email: frozen.email });
    expect(known).toEqual(await probe(asking, { username: open.username, email: open.email }));
    expect(known).toEqual(await probe(asking, nobody()));
  });
});

describe('a second factor', () => {
  it('is revealed only to a person who knows the password', async () => {
    const [plain, bound] = [await world.member(), await world.member({ secondFactor: true })];
    const [signIn] = PROBES;
    const first = await probe(signIn![1], { username: plain.username, email: plain.email });
    const second = await probe(signIn![1], { username: bound.username, email: bound.email });
    expect(second).toEqual(first);
  });
});
