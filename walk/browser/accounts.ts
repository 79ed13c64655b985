// The account flows in the browser: how the real server is brought to each of its answers, and what a person types for
// it.
import { PASSWORD } from '#fixtures/club/members.ts';
import { codeTo, linkTo } from '#fixtures/club/mailbox.ts';
import {
  after,
  changed,
  COMMON_PASSWORD,
  forgetSends,
  NEW_PASSWORD,
  real,
  send,
  spent,
  worn,
  WRONG_CODE,
  type Answer,
  type Answering,
  type Answers,
  type Typist,
} from './answering.ts';
import { freezeLink, frozenAnswers, thawLink } from './frozen.ts';
import { newcomerAnswers, newcomerTypists } from './newcomers.ts';
import { allowListAnswers, allowListTypists } from './allow-list.ts';
import { passkeyAnswers, passkeyPreparations, passkeyTypists } from './passkeys.ts';
import type { Stage } from './stage.ts';

const MAIL_TRIES = 5;
const me = ({ stage }: { readonly stage: Stage }) => stage.member(false);

/** A mail is sent. */
const sent: Answer = after(({ stage }) => forgetSends(stage));

/** The same was requested in another tab a moment ago. */
const tooSoon: Answer = after(async (answering) => {
  await forgetSends(answering.stage);
  const first = await send(answering, { anotherKey: true });
  if (first.status() !== 200) throw new Error(`The mail of the other tab was refused: ${await first.text()}`);
});

/** The key of a mail call was used by an earlier call with other entries, whose response was lost. */
const keySpent =
  (entries: object): Answer =>
  async (answering) => {
    await forgetSends(answering.stage);
    await spent(entries)(answering);
  };

const own = async (answering: Answering): Promise<string> => (await me(answering)).email;
const typedAddress = (answering: Answering): Promise<string> => {
  const request = answering.route.request();
  const body = (request.postDataJSON() ?? {}) as { readonly email?: string };
  return Promise.resolve(body.email ?? new URL(request.url()).searchParams.get('email') ?? '');
};

/** The server does not accept a code twice, though a chart may go back to it: then the answer is the sample's. */
const realOr200: Answer = async ({ route, cases, actor, outcome }) => {
  const response = await route.fetch();
  if (response.status() === 200) return route.fulfill({ response });
  await route.fulfill({
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify(cases.outcomes[actor]?.[outcome]?.reply?.body),
  });
};

/** The member's recovery has expired. */
const recoveryOver: Answer = after(async (answering) => {
  const { id } = await me(answering);
  const past = new Date(answering.stage.club.services.clock.now().getTime() - 1000);
  await answering.stage.club.db
    .updateTable('password_recoveries')
    .set({ expires_at: past })
    .where('member_id', '=', id)
    .execute();
  await answering.stage.club.db
    .updateTable('password_recoveries')
    .set({ grant_expires_at: past })
    .where('member_id', '=', id)
    .where('grant_expires_at', 'is not', null)
    .execute();
});

/** A newer link was requested in another tab. */
const linkReplaced: Answer = after(async (answering) => {
  const { id } = await me(answering);
  const now = answering.stage.club.services.clock.now();
  await answering.stage.club.db
    .updateTable('email_change_requests')
    .set({ status: 'replaced', ended_at: now })
    .where('member_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
});

async function setVerified(answering: Answering, verified: boolean): Promise<void> {
  const { id } = await me(answering);
  await answering.stage.club.db
    .updateTable('members')
    .set({ email_verified_at: verified ? answering.stage.club.services.clock.now() : null })
    .where('id', '=', id)
    .execute();
}

/** An app is bound in another tab. */
async function bindElsewhere(answering: Answering): Promise<void> {
  await answering.stage.bind((await me(answering)).id);
}

/**
 * An app was bound in another tab. A page that does not know of it sends a wrong code; one that does has had a wrong
 * one typed.
 */
const wrongFactor: Answer = async (answering) => {
  await forgetSends(answering.stage);
  if (await provesFactor(answering)) return real(answering);
  await bindElsewhere(answering);
  await changed({ body: { secondFactor: { method: 'totp', code: WRONG_CODE } } })(answering);
};

/** An app was bound in another tab, and the call carries no code. */
const withoutFactor: Answer = async (answering) => {
  await forgetSends(answering.stage);
  await bindElsewhere(answering);
  await changed({ body: { secondFactor: undefined } })(answering);
};

/** Whether the held call carries a code of the second factor. */
const provesFactor = ({ route }: Answering): Promise<boolean> =>
  Promise.resolve('secondFactor' in ((route.request().postDataJSON() ?? {}) as object));

/** The same was requested in another tab, with a recovery code there, because the app's code works once. */
const tooSoonWithFactor: Answer = after(async (answering) => {
  await forgetSends(answering.stage);
  const secondFactor = { method: 'recoveryCode', code: answering.stage.recoveryCodes.pop() ?? '' };
  const first = await send(answering, { anotherKey: true, body: { secondFactor } });
  if (first.status() !== 200) throw new Error(`The mail of the other tab was refused: ${await first.text()}`);
});

/** The same call sends codes to newcomers and to members who forgot their username. */
const codeWithoutSession = {
  sent,
  tooSoon,
  keyUsed: keySpent({ email: 'somebody-else@mail.example' }),
};

/** Five wrong mailed codes were typed before, in another tab. */
const wornMail: Answer = after(async (answering) => {
  for (let tried = 0; tried < MAIL_TRIES; tried += 1)
    await send(answering, { anotherKey: true, body: { emailCode: WRONG_CODE } });
});

export const accountAnswers: Answers = {
  forgetPassword: { sent, tooSoon, keyUsed: keySpent({ username: 'somebody-else' }) },
  sendResetPasswordCodeByEmail: {
    sent: async (answering) => {
      await forgetSends(answering.stage);
      await realOr200(answering);
    },
    tooSoon,
    recoveryExpired: recoveryOver,
  },
  validateEmailAndUserName: { verified: realOr200, codeOver: worn },
  resetPassword: { recoveryExpired: recoveryOver, passwordRefused: changed({ body: { password: COMMON_PASSWORD } }) },
  sendEmailVerificationCodeNoLogin: codeWithoutSession,
  forgetUsername: { codeOver: worn },
  sendChangeEmailUrl: {
    sent,
    tooSoon: async (answering) => ((await provesFactor(answering)) ? tooSoonWithFactor : tooSoon)(answering),
    keyUsed: keySpent({ password: 'another entry' }),
    wrongCode: wrongFactor,
    codeNeeded: withoutFactor,
  },
  sendTwoFactorCode: {
    sent: after(async (answering) => {
      await setVerified(answering, true);
      await forgetSends(answering.stage);
    }),
    tooSoon,
    unverified: after((answering) => setVerified(answering, false)),
    alreadyDone: after(bindElsewhere),
  },
  sendChangeEmailVerificationCode: {
    sent,
    tooSoon,
    keyUsed: keySpent({ email: 'another-entry@mail.example' }),
    linkInvalid: linkReplaced,
    emailUnchanged: async (answering) => changed({ body: { email: await own(answering) } })(answering),
  },
  changeEmail: {
    codeOver: worn,
    linkInvalid: linkReplaced,
    emailDifferent: changed({ body: { email: 'a-third-address@mail.example' } }),
    emailTaken: after(
      async (answering) => void (await answering.stage.club.member({ email: await typedAddress(answering) })),
    ),
  },
  sendEmailVerificationCodeSelf: {
    sent: after(async (answering) => {
      await setVerified(answering, false);
      await forgetSends(answering.stage);
    }),
    tooSoon: async (answering) => {
      await setVerified(answering, false);
      await tooSoon(answering);
    },
    alreadyVerified: after((answering) => setVerified(answering, true)),
  },
  verifyEmailSelf: { codeOver: worn },
  changePassword: {
    newPasswordRefused: changed({ body: { newPassword: COMMON_PASSWORD } }),
    wrongCode: wrongFactor,
    codeNeeded: withoutFactor,
  },
  sendThawLink: { sent, tooSoon, keyUsed: keySpent({ username: 'somebody-else' }) },
  ...allowListAnswers,
  ...passkeyAnswers,
  sendPasskeyCode: { ...passkeyAnswers['sendPasskeyCode'], tooSoon },
  beginPasskey: { ...passkeyAnswers['beginPasskey'], codeOver: wornMail },
  ...frozenAnswers,
  ...newcomerAnswers,
  getRequestOutcome: {
    ...frozenAnswers['getRequestOutcome'],
    sessionEnded: changed({ headers: { authorization: 'Bearer ended' } }),
  },
};

/** The newest code to an address, made valid again if the path has used it, or a code that is certainly wrong. */
const codeFor =
  (address: (stage: Stage) => Promise<string> | string): Typist =>
  async ({ stage, outcome }) => {
    if (outcome === 'wrongCode' || outcome === 'codeOver') return { code: WRONG_CODE };
    await revive(stage);
    return { code: await codeTo(stage.club, await address(stage)) };
  };

/** Makes the newest codes valid again: a chart may continue from a code that a person would have to request again. */
async function revive({ club: { db } }: Stage): Promise<void> {
  const newest = db
    .selectFrom('email_codes')
    .distinctOn('binding')
    .select('id')
    .orderBy('binding')
    .orderBy('created_at', 'desc');
  await db
    .updateTable('email_codes')
    .set({ tries: 0, used_at: null })
    .where('id', 'in', newest)
    .where('voided_at', 'is', null)
    .execute();
}

const mine = async (stage: Stage): Promise<string> => (await stage.member(false)).email;
const newcomers = (stage: Stage): string => stage.newcomer.email;

export const accountTypists: Readonly<Record<string, Typist>> = {
  'password-recovery SUBMIT_FORM': async (typing) => {
    const { email, username } = await me(typing);
    return { email, username };
  },
  'password-recovery SUBMIT_CODE': codeFor(mine),
  'password-recovery SUBMIT_PASSWORD': () => Promise.resolve({ password: NEW_PASSWORD }),
  'account-thaw SUBMIT_FORM': async (typing) => {
    const { email, username } = await me(typing);
    return { email, username };
  },
  'username-recovery SUBMIT_FORM': async (typing) => ({ email: (await me(typing)).email }),
  'username-recovery SUBMIT_CODE': codeFor(mine),
  'email-change SUBMIT_PASSWORD': ({ outcome }) =>
    Promise.resolve({ password: outcome === 'wrongPassword' ? 'not the password' : PASSWORD }),
  'email-change SUBMIT_WITH_CODE': ({ stage, outcome }) =>
    Promise.resolve({
      password: outcome === 'wrongPassword' ? 'not the password' : PASSWORD,
      code: outcome === 'wrongCode' ? WRONG_CODE : stage.freshCode(),
    }),
  'email-change SUBMIT_EMAIL': ({ stage }) => Promise.resolve({ email: newcomers(stage) }),
  'email-change SUBMIT_CODE': codeFor(newcomers),
  'email-verification SUBMIT_CODE': codeFor(mine),
  'password-change SUBMIT_WITH_CODE': ({ stage, outcome }) =>
    Promise.resolve({
      password: outcome === 'wrongPassword' ? 'not the password' : PASSWORD,
      newPassword: NEW_PASSWORD,
      code: outcome === 'wrongCode' ? WRONG_CODE : stage.freshCode(),
    }),
  'two-factor SUBMIT_CODES': async ({ stage, outcome }) => {
    const { email, password } = await stage.member(false);
    // If the path begins with a reload at the form, the code was mailed before that.
    if (
      (
        await stage.club.db
          .selectFrom('mails')
          .select('id')
          .where('recipient', '=', email)
          .where('kind', '=', 'bindTwoFactorCode')
          .execute()
      ).length === 0
    )
      await stage.ask('POST', '/account/enable2FA/code');
    await revive(stage);
    return {
      password: outcome === 'wrongPassword' ? 'not the password' : password,
      emailCode:
        outcome === 'wrongEmailCode' || outcome === 'emailCodeOver' ? WRONG_CODE : await codeTo(stage.club, email),
      code: outcome === 'wrongCode' ? WRONG_CODE : stage.freshCode(),
    };
  },
  'password-change SUBMIT_FORM': ({ outcome }) =>
    Promise.resolve({
      password: outcome === 'wrongPassword' ? 'not the password' : PASSWORD,
      newPassword: NEW_PASSWORD,
    }),
  ...newcomerTypists,
  ...allowListTypists,
  ...passkeyTypists,
  'passkeys SUBMIT_CODES': async (typing) => {
    await revive(typing.stage);
    return passkeyTypists['passkeys SUBMIT_CODES']?.(typing) ?? {};
  },
  'sign-up SUBMIT_CODE': codeFor(newcomers),
};

/** What is prepared before the flow's page opens. */
export const preparations: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  ...passkeyPreparations,
  'email-verification': async (stage) => {
    const { id } = await stage.member(false);
    await stage.club.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', id).execute();
  },
};

/** The URLs that a person can get only from the club itself: a referral link, the link of a mail. */
export const arrivals: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  'sign-up fromLink': async (stage) =>
    `/Signup?introducer=${encodeURIComponent((await stage.member(false)).username)}&position=left`,
  'freeze-link linkOpened': (stage) => freezeLink(stage),
  'freeze-link formerLinkOpened': (stage) => freezeLink(stage, { kind: 'emailChangedOld', former: true }),
  'freeze-link objectingLinkOpened': (stage) => freezeLink(stage, { kind: 'addressAsked' }),
  'freeze-link reloadedWhileFreezing': (stage) => freezeLink(stage),
  'account-thaw linkOpened': thawLink,
  'account-thaw reloadedAtLink': thawLink,
  'account-thaw reloadedWhileThawing': thawLink,
  'email-change linkOpened': async (stage) => {
    const { email, password } = await stage.member(false);
    await forgetSends(stage);
    const answer = await stage.ask('POST', '/account/SendChangeEmailUrl', { password });
    if (!answer.ok()) throw new Error(`No link was mailed: ${await answer.text()}`);
    return linkTo(stage.club, email, '/ChangeEmail2');
  },
};
