// Every act that changes what protects an account, made ready: all that it asks for lies there, for tests to give,
// leave out or spoil.
import { expect } from 'vitest';
import type { CredentialActId, Proof } from '#server/entry/acts/acts.ts';
import { bindingProofs } from './binding.ts';
import type { Browser } from './browser.ts';
import type { Answer } from './call.ts';
import { callBy, type Send } from './call.ts';
import { codeTo, freezeTokensIn, linkTo, mailsTo, tokenIn } from './mails.ts';
import type { TestMember } from '#tests/support/members.ts';
import type { World } from './world.ts';

const STEP = 30;
export const NEW_PASSWORD = 'correct horse battery';

/** What can be the matter with a thing that is asked for. */
export type Flaw = 'missing' | 'wrong' | 'used';

export interface Person {
  readonly world: World;
  readonly member: TestMember;
  readonly browser: Browser;
  readonly token: string;
  readonly app: boolean;
  readonly post: (path: string, body?: object) => Promise<Answer>;
  /** What the call says for the app: right, or, without an app, a code of none. */
  readonly appCode: { readonly method: 'totp'; readonly code: string };
}

/** The moment before an act: everything that it asks for lies ready. */
export interface Ready {
  readonly path: string;
  readonly browser: Browser;
  /** What the body says for each thing asked; empty if it isn't the body that says it. */
  readonly proofs: Partial<Record<Proof, object>>;
  readonly rest?: object;
}

/**
 * How each act is made ready; `flaw`: what is the matter with the link of a change of address, which is opened before.
 */
export const WAYS: Readonly<Record<CredentialActId, (person: Person, flaw?: Flaw) => Promise<Ready>>> = {
  enableTwoFactor: async (person) => {
    const unbound = { password: person.member.password, emailCode: '123456', code: person.member.code() };
    const { password, emailCode, code } = person.app ? unbound : (await bindingProofs(person.world, person)).proofs;
    return ready(person, 'enable2FA', { password: { password }, mailedCode: { emailCode }, firstCode: { code } });
  },
  disableTwoFactor: (person) =>
    Promise.resolve(ready(person, 'disable2FA', { password: passwordOf(person), appCode: person.appCode })),
  changePassword: (person) =>
    Promise.resolve({
      ...ready(person, 'changePassword', passwordAndApp(person)),
      rest: { newPassword: NEW_PASSWORD },
    }),
  sendChangeEmailUrl: (person) => Promise.resolve(ready(person, 'SendChangeEmailUrl', passwordAndApp(person))),
  changeEmail: async (person, flaw) => {
    const email = `new-${person.member.email}`;
    await person.post('SendChangeEmailUrl', { ...passwordOf(person), ...appOf(person) });
    const token = tokenIn(await linkTo(person.world, person.member.email, 'changeEmailLink'));
    const open = (address: string, with_: string) =>
      person.browser.call('sendChangeEmailVerificationCode', {
        body: { email: address, token: with_ },
        token: person.token,
      });
    if (flaw === 'wrong') await open(email, `ce+${'A'.repeat(token.length - 3)}`);
    if (flaw === 'used') {
      const other = `other-${person.member.email}`;
      await open(other, token);
      await person.post('ChangeEmail', { email: other, code: await codeTo(person.world, other, 'changeEmailCode') });
      await open(email, token);
    }
    if (flaw === undefined) await open(email, token);
    const code = flaw === undefined ? await codeTo(person.world, email, 'changeEmailCode') : '123456';
    return { ...ready(person, 'ChangeEmail', { mailedLink: {}, newAddressCode: { code } }), rest: { email } };
  },
  resetPassword: async (person) => {
    const browser = person.world.browser();
    const account = { email: person.member.email, username: person.member.username };
    await browser.call('forgetPassword', { body: account });
    await browser.call('validateEmailAndUserName', {
      body: {
        ...account,
        code: await codeTo(person.world, account.email, 'passwordRecoveryCode'),
      },
    });
    return { path: '/account/resetPassword', browser, proofs: { resetGrant: {} }, rest: { password: NEW_PASSWORD } };
  },
  endSession: async (person) => {
    const { body } = await person.browser.call('listSessions', { token: person.token });
    return ready(person, `sessions/${body.items[1].id}/end`, passwordAndApp(person));
  },
  endOtherSessions: (person) => Promise.resolve(ready(person, 'endOtherSessions', passwordAndApp(person))),
  freezeAccount: (person) => Promise.resolve(ready(person, 'freeze', {})),
  freezeByLink: async (person) => {
    await person.post('changePassword', { ...passwordOf(person), newPassword: NEW_PASSWORD, ...appOf(person) });
    const [mail] = await mailsTo(person.world, person.member.email, 'passwordChanged');
    const [token = ''] = freezeTokensIn(mail?.body);
    // The change has made all browsers strangers; one that came after it is to become one too.
    await signIn(person.world, { ...person.member, password: NEW_PASSWORD }, person.app);
    return { path: '/account/freezeByLink', browser: person.world.browser(), proofs: { mailedLink: { token } } };
  },
  thawAccount: async (person) => {
    const { email, username } = person.member;
    await person.post('freeze');
    await person.world.browser().call('sendThawLink', { body: { email, username } });
    const token = tokenIn(await linkTo(person.world, email, 'thawLink'));
    return {
      path: '/account/thaw',
      browser: person.world.browser(),
      proofs: { mailedLink: { token }, appCode: { secondFactor: person.appCode } },
    };
  },
};

const passwordOf = ({ member }: Person) => ({ password: member.password });
const appOf = ({ app, appCode }: Person) => (app ? { secondFactor: appCode } : {});
const passwordAndApp = (person: Person) => ({
  password: passwordOf(person),
  appCode: { secondFactor: person.appCode },
});

function ready({ browser, token }: Person, call: string, proofs: Ready['proofs']): Ready {
  const send: Send = (method, path, request) => browser.send(method, path, { token, ...request });
  return {
    path: `/account/${call}`,
    browser: { ...browser, send, call: callBy(send) },
    proofs: { session: {}, ...proofs },
  };
}

/**
 * Signs in from a browser of its own; the moment moves on before and after, so that each code of the app is another.
 */
async function signIn(world: World, member: TestMember, app: boolean): Promise<{ browser: Browser; token: string }> {
  world.clock.advance(STEP);
  const browser = world.browser();
  const { body } = await browser.signIn(member);
  const granted = app
    ? (await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } })).body
    : body;
  world.clock.advance(STEP);
  return { browser, token: granted.accessToken };
}

/** A member who is signed in at two places. */
export async function somebody(world: World, app: boolean): Promise<Person> {
  const member = await world.member({ secondFactor: app });
  await signIn(world, member, app);
  const { browser, token } = await signIn(world, member, app);
  return {
    world,
    member,
    browser,
    token,
    app,
    // What an act needs before it may take the code of this moment; the act itself gets the next one.
    post: async (call, body) => {
      const answer = await browser.send('POST', `/account/${call}`, { body, token });
      expect(answer.status, `${call} ${JSON.stringify(answer.body)}`).toBe(200);
      return answer;
    },
    get appCode() {
      return { method: 'totp' as const, code: member.code() };
    },
  };
}
