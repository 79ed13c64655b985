// Prepares every act that changes what protects an account, with everything that it requires, for tests to give, omit
// or spoil.
import { expect } from 'vitest';
import { TURNING_OFF_SECONDS } from '#server/domain/allow-list/allow-list.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import type { CredentialActId, Proof } from '#server/entry/acts/acts.ts';
import { bindingProofs } from './binding.ts';
import type { Browser } from './browser.ts';
import type { Answer, OperationId } from './call.ts';
import { codeTo, freezeTokensIn, linkTo, mailsTo, tokenIn } from './mails.ts';
import { addingProofs, addPasskey, deviceOf, madeBy } from './passkeys.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import type { World } from './world.ts';

const STEP = 30;
export const NEW_PASSWORD = 'correct horse battery';

/** What can be wrong with a required proof. */
export type Flaw = 'missing' | 'wrong' | 'used';

export interface Person {
  readonly world: World;
  readonly member: TestMember;
  readonly browser: Browser;
  readonly token: string;
  readonly app: boolean;
  /** An operation of the member's, which must be granted. */
  readonly granted: (operationId: OperationId, body?: object) => Promise<Answer>;
  /** The proof of the app: a valid code or, without an app, an invalid one. */
  readonly appCode: { readonly method: 'totp'; readonly code: string };
}

/** The moment before an act, with everything that it requires at hand. */
export interface Ready {
  /** Whom the call is about, where its path says it. */
  readonly path?: { readonly id: string };
  readonly browser: Browser;
  /** What the body contains for each proof; empty if the proof is not in the body. */
  readonly proofs: Partial<Record<Proof, object>>;
  readonly rest?: object;
}

/** How each act is prepared; `flaw`: what is wrong with the link of an address change, which is opened first. */
export const WAYS: Readonly<Record<CredentialActId, (person: Person, flaw?: Flaw) => Promise<Ready>>> = {
  enableTwoFactor: async (person) => {
    const unbound = { password: person.member.password, emailCode: '123456', code: person.member.code() };
    const { password, emailCode, code } = person.app ? unbound : (await bindingProofs(person.world, person)).proofs;
    return ready(person, { password: { password }, mailedCode: { emailCode }, firstCode: { code } });
  },
  disableTwoFactor: (person) =>
    Promise.resolve(ready(person, { password: passwordOf(person), appCode: person.appCode })),
  renewRecoveryCodes: (person) =>
    Promise.resolve(ready(person, { password: passwordOf(person), appCode: person.appCode })),
  beginPasskey: async (person) => {
    const mailed = person.app
      ? {}
      : { mailedCode: { emailCode: (await addingProofs(person.world, person)).emailCode } };
    return ready(person, { ...passwordAndApp(person), ...mailed });
  },
  addPasskey: async (person) => {
    const credential = await madeBy(person.world, person, deviceOf(person.world));
    return ready(person, { passkeyChallenge: { name: 'Phone', credential } });
  },
  removePasskey: async (person) => {
    const id = await addPasskey(person.world, person, deviceOf(person.world));
    await signIn(person.world, person.member, person.app);
    await person.world.db
      .updateTable('members')
      .set({ money_held_until: null })
      .where('id', '=', person.member.id)
      .execute();
    return { ...ready(person, passwordAndApp(person)), path: { id } };
  },
  changePassword: (person) =>
    Promise.resolve({
      ...ready(person, passwordAndApp(person)),
      rest: { newPassword: NEW_PASSWORD },
    }),
  sendChangeEmailUrl: (person) => Promise.resolve(ready(person, passwordAndApp(person))),
  changeEmail: async (person, flaw) => {
    const email = `new-${person.member.email}`;
    await person.granted('sendChangeEmailUrl', { ...passwordOf(person), ...appOf(person) });
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
      await person.granted('changeEmail', { email: other, code: await codeTo(person.world, other, 'changeEmailCode') });
      await open(email, token);
    }
    if (flaw === undefined) await open(email, token);
    const code = flaw === undefined ? await codeTo(person.world, email, 'changeEmailCode') : '123456';
    return { ...ready(person, { mailedLink: {}, newAddressCode: { code } }), rest: { email } };
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
    return { browser, proofs: { resetGrant: {} }, rest: { ...account, password: NEW_PASSWORD } };
  },
  endSession: async (person) => {
    const { body } = await person.browser.call('listSessions', { token: person.token });
    return { ...ready(person, passwordAndApp(person)), path: { id: body.items[1].id as string } };
  },
  endOtherSessions: (person) => Promise.resolve(ready(person, passwordAndApp(person))),
  setEmailPhrase: (person) =>
    Promise.resolve({ ...ready(person, passwordAndApp(person)), rest: { phrase: 'blue heron at dawn' } }),
  turnOnAllowList: (person) => Promise.resolve(ready(person, passwordAndApp(person))),
  turnOffAllowList: async (person) => {
    await setAllowList(person, { offAt: null });
    return ready(person, passwordAndApp(person));
  },
  keepAllowList: async (person) => {
    await setAllowList(person, { offAt: secondsAfter(person.world.clock.now(), TURNING_OFF_SECONDS) });
    return ready(person, {});
  },
  updateProfile: (person) =>
    Promise.resolve({ ...ready(person, {}), rest: { name: 'Mika Mori', phone: null, culture: 'ja-JP' } }),
  freezeAccount: (person) => Promise.resolve(ready(person, {})),
  freezeByLink: async (person) => {
    await person.granted('changePassword', { ...passwordOf(person), newPassword: NEW_PASSWORD, ...appOf(person) });
    const [mail] = await mailsTo(person.world, person.member.email, 'passwordChanged');
    const [token = ''] = freezeTokensIn(mail?.body);
    // The change has made all browsers unknown; a later browser must become unknown too.
    await signIn(person.world, { ...person.member, password: NEW_PASSWORD }, person.app);
    return { browser: person.world.browser(), proofs: { mailedLink: { token } } };
  },
  thawAccount: async (person) => {
    const { email, username } = person.member;
    await person.granted('freezeAccount');
    await person.world.browser().call('sendThawLink', { body: { email, username } });
    const token = tokenIn(await linkTo(person.world, email, 'thawLink'));
    return {
      browser: person.world.browser(),
      proofs: { mailedLink: { token }, appCode: { secondFactor: person.appCode } },
    };
  },
};

/** The member withdraws only to saved addresses since this moment. */
async function setAllowList({ world, member }: Person, { offAt }: { offAt: Date | null }): Promise<void> {
  await world.db
    .updateTable('members')
    .set({ allow_list_on_at: world.clock.now(), allow_list_off_at: offAt })
    .where('id', '=', member.id)
    .execute();
}

const passwordOf = ({ member }: Person) => ({ password: member.password });
const appOf = ({ app, appCode }: Person) => (app ? { secondFactor: appCode } : {});
const passwordAndApp = (person: Person) => ({
  password: passwordOf(person),
  appCode: { secondFactor: person.appCode },
});

function ready({ browser, token }: Person, proofs: Ready['proofs']): Ready {
  return {
    browser: browser.as({ token }),
    proofs: { session: {}, ...proofs },
  };
}

/** Signs in from a new browser; the clock advances before and after, so that each code of the app is different. */
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

/** A member who is signed in twice. */
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
    // What an act needs before it may use the current code; the act itself gets the next one.
    granted: async (id, body) => {
      const answer = await browser.callUnchecked(id, { body, token });
      expect(answer.status, `${id} ${JSON.stringify(answer.body)}`).toBe(200);
      return answer;
    },
    get appCode() {
      return { method: 'totp' as const, code: member.code() };
    },
  };
}
