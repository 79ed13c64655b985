// The account flows in the browser: how the real server comes to each of its answers, and what a person types for it.
import { addressHash } from '#server/codes/addresses.ts';
import { PASSWORD } from '#tests/api/support/members.ts';
import { codeTo, linkTo } from '#tests/browser/support/mailbox.ts';
import { after, changed, COMMON_PASSWORD, NEW_PASSWORD, send, spent, worn, WRONG_CODE, type Answer, type Answering, type Answers, type Typist } from './browser-answering.ts';
import { frozenAnswers, thawLink } from './browser-frozen.ts';
import { newcomerAnswers, newcomerTypists } from './browser-newcomers.ts';
import type { Stage } from './browser-stage.ts';


const me = ({ stage }: { readonly stage: Stage }) => stage.member(false);

/** Forgets what was sent to an address, so that the next mail is not too soon: a path takes no real minute between two. */
async function calm({ stage }: Answering, email: string): Promise<void> {
  const { db, services } = stage.club;
  await db.deleteFrom('email_sends').where('recipient', '=', addressHash(services.keys, email)).execute();
}

/** A mail goes out. */
const sent = (address: (answering: Answering) => Promise<string>): Answer => after(async (answering) => calm(answering, await address(answering)));

/** The same was asked for in another tab a moment ago. */
const tooSoon = (address: (answering: Answering) => Promise<string>): Answer =>
  after(async (answering) => {
    await calm(answering, await address(answering));
    const first = await send(answering, { anotherKey: true });
    if (first.status() !== 200) throw new Error(`The mail of the other tab was refused: ${await first.text()}`);
  });

/** The key of a call that mails was used up by one with other entries, whose answer never came. */
const keySpent = (address: (answering: Answering) => Promise<string>, entries: object): Answer =>
  async (answering) => {
    await calm(answering, await address(answering));
    await spent(entries)(answering);
  };

const own = async (answering: Answering): Promise<string> => (await me(answering)).email;
const typedAddress = (answering: Answering): Promise<string> => {
  const request = answering.route.request();
  const body = (request.postDataJSON() ?? {}) as { readonly email?: string };
  return Promise.resolve(body.email ?? new URL(request.url()).searchParams.get('email') ?? '');
};

/** A code that was accepted once is of no use to the server, though a chart may go back to it: then the answer is the sample's. */
const realOr200: Answer = async ({ route, cases, actor, outcome }) => {
  const response = await route.fetch();
  if (response.status() === 200) return route.fulfill({ response });
  await route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(cases.outcomes[actor]?.[outcome]?.reply?.body) });
};

/** The recovery that the member is in has run out. */
const recoveryOver: Answer = after(async (answering) => {
  const { id } = await me(answering);
  const past = new Date(answering.stage.club.services.clock.now().getTime() - 1000);
  await answering.stage.club.db.updateTable('password_recoveries').set({ expires_at: past }).where('member_id', '=', id).execute();
  await answering.stage.club.db.updateTable('password_recoveries').set({ grant_expires_at: past }).where('member_id', '=', id).where('grant_expires_at', 'is not', null).execute();
});

/** A newer link was asked for in another tab. */
const linkReplaced: Answer = after(async (answering) => {
  const { id } = await me(answering);
  const now = answering.stage.club.services.clock.now();
  await answering.stage.club.db.updateTable('email_change_requests').set({ status: 'replaced', ended_at: now }).where('member_id', '=', id).where('ended_at', 'is', null).execute();
});

async function setVerified(answering: Answering, verified: boolean): Promise<void> {
  const { id } = await me(answering);
  await answering.stage.club.db.updateTable('members').set({ email_verified_at: verified ? answering.stage.club.services.clock.now() : null }).where('id', '=', id).execute();
}

/** Codes for newcomers and for those who forgot their name are sent by the same call. */
const codeWithoutSession = {
  sent: sent(typedAddress),
  tooSoon: tooSoon(typedAddress),
  keyUsed: keySpent(typedAddress, { email: 'somebody-else@mail.example' }),
};

export const accountAnswers: Answers = {
  forgetPassword: { sent: sent(typedAddress), tooSoon: tooSoon(typedAddress), keyUsed: keySpent(typedAddress, { username: 'somebody-else' }) },
  sendResetPasswordCodeByEmail: {
    sent: async (answering) => {
      await calm(answering, await typedAddress(answering));
      await realOr200(answering);
    },
    tooSoon: tooSoon(typedAddress),
    recoveryExpired: recoveryOver,
  },
  validateEmailAndUserName: { verified: realOr200, codeOver: worn },
  resetPassword: { recoveryExpired: recoveryOver, passwordRefused: changed({ body: { password: COMMON_PASSWORD } }) },
  sendEmailVerificationCodeNoLogin: codeWithoutSession,
  forgetUsername: { codeOver: worn },
  sendChangeEmailUrl: { sent: sent(own), tooSoon: tooSoon(own), keyUsed: keySpent(own, { password: 'another entry' }) },
  sendChangeEmailVerificationCode: {
    sent: sent(typedAddress),
    tooSoon: tooSoon(typedAddress),
    keyUsed: keySpent(typedAddress, { email: 'another-entry@mail.example' }),
    linkInvalid: linkReplaced,
    emailUnchanged: async (answering) => changed({ body: { email: await own(answering) } })(answering),
  },
  changeEmail: {
    codeOver: worn,
    linkInvalid: linkReplaced,
    emailDifferent: changed({ body: { email: 'a-third-address@mail.example' } }),
    emailTaken: after(async (answering) => void (await answering.stage.club.member({ email: await typedAddress(answering) }))),
  },
  sendEmailVerificationCodeSelf: {
    sent: after(async (answering) => {
      await setVerified(answering, false);
      await calm(answering, await own(answering));
    }),
    tooSoon: async (answering) => {
      await setVerified(answering, false);
      await tooSoon(own)(answering);
    },
    alreadyVerified: after((answering) => setVerified(answering, true)),
  },
  verifyEmailSelf: { codeOver: worn },
  changePassword: { newPasswordRefused: changed({ body: { newPassword: COMMON_PASSWORD } }) },
  sendThawLink: { sent: sent(typedAddress), tooSoon: tooSoon(typedAddress), keyUsed: keySpent(typedAddress, { username: 'somebody-else' }) },
  ...frozenAnswers,
  ...newcomerAnswers,
  getRequestOutcome: { ...frozenAnswers['getRequestOutcome'], sessionEnded: changed({ headers: { authorization: 'Bearer ended' } }) },
};

/** The newest code to an address, good again where the path has used it up, or one that is certainly wrong. */
const codeFor =
  (address: (stage: Stage) => Promise<string> | string): Typist =>
  async ({ stage, outcome }) => {
    if (outcome === 'wrongCode' || outcome === 'codeOver') return { code: WRONG_CODE };
    await revive(stage);
    return { code: await codeTo(stage.club, await address(stage)) };
  };

/** The newest codes are as good as new: a chart may go on from a code that a person would have to ask for once more. */
async function revive({ club: { db } }: Stage): Promise<void> {
  const newest = db.selectFrom('email_codes').distinctOn('binding').select('id').orderBy('binding').orderBy('created_at', 'desc');
  await db.updateTable('email_codes').set({ tries: 0, used_at: null }).where('id', 'in', newest).where('voided_at', 'is', null).execute();
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
  'email-change SUBMIT_PASSWORD': ({ outcome }) => Promise.resolve({ password: outcome === 'wrongPassword' ? 'not the password' : PASSWORD }),
  'email-change SUBMIT_EMAIL': ({ stage }) => Promise.resolve({ email: newcomers(stage) }),
  'email-change SUBMIT_CODE': codeFor(newcomers),
  'email-verification SUBMIT_CODE': codeFor(mine),
  'password-change SUBMIT_FORM': ({ outcome }) => Promise.resolve({ password: outcome === 'wrongPassword' ? 'not the password' : PASSWORD, newPassword: NEW_PASSWORD }),
  ...newcomerTypists,
  'sign-up SUBMIT_CODE': codeFor(newcomers),
};

/** What is so before the flow's page opens. */
export const preparations: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'email-verification': async (stage) => {
    const { id } = await stage.member(false);
    await stage.club.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', id).execute();
  },
};

/** The addresses that a person can only have from the club itself: a referral link, the link of a mail. */
export const arrivals: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  'sign-up fromLink': async (stage) => `/Signup?introducer=${encodeURIComponent((await stage.member(false)).username)}&position=left`,
  'account-thaw linkOpened': thawLink,
  'account-thaw reloadedAtLink': thawLink,
  'account-thaw reloadedWhileThawing': thawLink,
  'email-change linkOpened': async (stage) => {
    const { email, password } = await stage.member(false);
    const { db, services } = stage.club;
    await db.deleteFrom('email_sends').where('recipient', '=', addressHash(services.keys, email)).execute();
    const answer = await stage.ask('POST', '/account/SendChangeEmailUrl', { password });
    if (!answer.ok()) throw new Error(`No link was mailed: ${await answer.text()}`);
    return linkTo(stage.club, email, '/ChangeEmail2');
  },
};

