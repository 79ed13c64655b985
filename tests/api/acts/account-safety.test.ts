// What follows from a change of how an account is entered (S-09 and S-12, D-17), in one table: which sessions end,
// whether withdrawals are held, who is notified and what is audited.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdMoney } from '#server/domain/members/hold.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import type { Browser } from '../support/browser.ts';
import { codeTo, linkTo, tokenIn } from '../support/mails.ts';
import { PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { bindingProofs } from '../support/binding.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const NEW_PASSWORD = 'correct horse battery';

/** A member with one session to act in and another on a second device. */
interface Scene {
  member: TestMember;
  browser: Browser;
  token: string;
}

interface Change {
  what: string;
  secondFactor?: true;
  act: (scene: Scene) => Promise<unknown>;
  /** Which sessions are over afterwards. */
  ends: 'all' | 'others' | 'none';
  holds: boolean;
  mails: string[];
  audit: string;
}

async function openChange({ member, browser, token }: Scene): Promise<string> {
  await browser.call('sendChangeEmailUrl', { body: { password: PASSWORD }, token });
  const change = tokenIn(await linkTo(world, member.email, 'changeEmailLink'));
  const email = `new-${member.email}`;
  await browser.call('sendChangeEmailVerificationCode', { body: { email, token: change }, token });
  return email;
}

const CHANGES: Change[] = [
  {
    what: 'a password reset',
    act: async ({ member: { email, username }, browser }) => {
      await browser.call('forgetPassword', { body: { email, username } });
      await browser.call('validateEmailAndUserName', {
        body: {
          email,
          username,
          code: await codeTo(world, email, 'passwordRecoveryCode'),
        },
      });
      return browser.call('resetPassword', { body: { email, username, password: NEW_PASSWORD } });
    },
    ends: 'all',
    holds: true,
    mails: ['passwordReset'],
    audit: 'password_reset',
  },
  {
    what: 'a password change',
    act: ({ browser, token }) =>
      browser.call('changePassword', { body: { password: PASSWORD, newPassword: NEW_PASSWORD }, token }),
    ends: 'others',
    holds: false,
    mails: ['passwordChanged'],
    audit: 'password_changed',
  },
  {
    what: 'an email change',
    act: async (scene) => {
      const email = await openChange(scene);
      return scene.browser.call('changeEmail', {
        body: { email, code: await codeTo(world, email, 'changeEmailCode') },
        token: scene.token,
      });
    },
    ends: 'others',
    holds: true,
    mails: ['emailChanged', 'emailChangedOld'],
    audit: 'email_changed',
  },
  {
    what: 'the second factor turned on',
    act: async (scene) => {
      const { proofs } = await bindingProofs(world, scene);
      return scene.browser.call('enableTwoFactor', { body: proofs, token: scene.token });
    },
    ends: 'others',
    holds: false,
    mails: ['twoFactorOn'],
    audit: 'two_factor_enabled',
  },
  {
    what: 'the second factor turned off',
    secondFactor: true,
    act: ({ member, browser, token }) =>
      browser.call('disableTwoFactor', { body: { password: PASSWORD, method: 'totp', code: member.code() }, token }),
    ends: 'others',
    holds: true,
    mails: ['twoFactorOff'],
    audit: 'two_factor_disabled',
  },
  {
    what: 'a recovery code used to sign in',
    secondFactor: true,
    act: async ({ member }) => {
      const browser = world.browser();
      await browser.signIn(member);
      return browser.call('verifyTwoFactor', {
        body: { method: 'recoveryCode', code: member.recoveryCodes[0] ?? '' },
      });
    },
    ends: 'none',
    holds: true,
    mails: ['recoveryCodeUsed'],
    audit: 'recovery_code_used',
  },
  {
    what: 'a verified address',
    act: async ({ member, browser, token }) => {
      await browser.call('sendEmailVerificationCode', { body: { email: member.email }, token });
      return browser.call('verifyEmailSelf', {
        body: { code: await codeTo(world, member.email, 'verifyEmailCode') },
        token,
      });
    },
    ends: 'none',
    holds: false,
    mails: [],
    audit: 'email_verified',
  },
];

/** A complete sign-in; the clock advances, so that a code of the app may be used again. */
async function tokenOf(browser: Browser, member: TestMember): Promise<string> {
  const { body } = await browser.signIn(member);
  if (body.result === 'granted') return body.accessToken;
  const second = await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } });
  world.clock.advance(30);
  return second.body.accessToken;
}

describe.each(CHANGES)('after $what', ({ secondFactor, act, ends, holds, mails, audit }) => {
  it(`${ends} of the sessions end, withdrawals ${holds ? 'wait a day' : 'go on'}, and the member can see it all`, async () => {
    const member = await world.member({ secondFactor: secondFactor === true });
    const browser = world.browser();
    const elsewhere = world.browser();
    const other = await tokenOf(elsewhere, member);
    const token = await tokenOf(browser, member);
    const before = (await world.mailsOf(member)).length;
    // Mails are distinguished by their time.
    world.clock.advance(1);
    expect(await act({ member, browser, token })).toMatchObject({ status: 200 });

    const isOpen = async (session: string) => (await browser.call('getUserInfo', { token: session })).status === 200;
    expect({ own: await isOpen(token), other: await isOpen(other) }).toEqual({
      own: ends !== 'all',
      other: ends === 'none',
    });
    const { money_held_until: held } = await world.db
      .selectFrom('members')
      .select('money_held_until')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(held?.getTime() ?? null).toBe(holds ? world.clock.now().getTime() + DAY_MS : null);
    const sent = (await world.mailsOf(member)).slice(before);
    const notices = sent.map((mail) => mail.kind).filter((kind) => !/Code$|Link$|newSignIn/.test(kind));
    expect(notices.sort()).toEqual([...mails].sort());
    for (const mail of sent.filter(({ kind }) => mails.includes(kind)))
      expect(mail.body).toContain('Device: Firefox, Linux');
    expect(await world.auditOf(member)).toContain(audit);
  });
});

describe('a hold', () => {
  it('is not cut short by a second one', async () => {
    const member = await world.member();
    const later = new Date(world.clock.now().getTime() + 3 * DAY_MS);
    await world.db.updateTable('members').set({ money_held_until: later }).where('id', '=', member.id).execute();
    expect(await inTransaction(world.db, (trx) => holdMoney(trx, world.services, member.id))).toEqual(later);
  });

  it('is shown to the member while it lasts', async () => {
    const member = await world.member();
    const until = await inTransaction(world.db, (trx) => holdMoney(trx, world.services, member.id));
    const shown = async () => {
      const { accessToken: token } = await world.browser().session(member);
      return (await world.browser().call('getUserInfo', { token })).body.moneyHeldUntil;
    };
    world.clock.advance(86_399);
    expect(await shown()).toBe(until.toISOString());
    world.clock.advance(1);
    expect(await shown()).toBeNull();
  });
});

describe('a browser that signed in before', () => {
  const FREEZE = async ({ member, browser, token }: Scene) => {
    const answer = await browser.call('freezeAccount', { token });
    await world.browser().call('sendThawLink', { body: { email: member.email, username: member.username } });
    await world
      .browser()
      .call('thawAccount', { body: { token: tokenIn(await linkTo(world, member.email, 'thawLink')) } });
    return answer;
  };
  const named = (wanted: string) => {
    const change = CHANGES.find(({ what }) => what === wanted);
    if (change === undefined) throw new Error(`There is no change named ${wanted}.`);
    return change.act;
  };

  it.each([
    { what: 'a password reset', act: named('a password reset'), password: NEW_PASSWORD, told: true },
    { what: 'a password change', act: named('a password change'), password: NEW_PASSWORD, told: true },
    { what: 'a freeze', act: FREEZE, password: PASSWORD, told: true },
    { what: 'a verified address', act: named('a verified address'), password: PASSWORD, told: false },
  ])('is unknown after $what: $told; if so, its next sign-in is reported, once', async ({ act, password, told }) => {
    const member = await world.member();
    const browser = world.browser();
    const { accessToken: token } = await browser.session(member);
    const newSignInMails = async () => (await world.mailsOf(member)).filter(({ kind }) => kind === 'newSignIn').length;
    expect(await act({ member, browser, token })).toMatchObject({ status: 200 });
    const before = await newSignInMails();
    await browser.session({ ...member, password });
    expect((await newSignInMails()) - before).toBe(told ? 1 : 0);
    await browser.session({ ...member, password });
    expect((await newSignInMails()) - before).toBe(told ? 1 : 0);
  });
});
