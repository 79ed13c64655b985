// Calls about accounts, made ready: codes and links are mailed, what is asked for lies there.
import type { CredentialActId } from '#server/entry/acts/acts.ts';
import { addNews, publishNews } from '#server/domain/contents/publish-news.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import type { OperationId } from '#tests/api/support/call.ts';
import { somebody, WAYS } from '#tests/api/support/credential-acts.ts';
import { frozen } from '#tests/api/support/frozen-accounts.ts';
import { codeTo, linkTo, tokenIn } from '#tests/api/support/mails.ts';
import { withoutMailOf } from '#tests/api/support/notice-settings.ts';
import { newcomer } from '#tests/api/support/newcomers.ts';
import { addPasskey, deviceOf } from '#tests/api/support/passkeys.ts';
import { subscribed } from '#tests/api/support/push.ts';
import { accountOf, begun, codeOf } from '#tests/api/support/recoveries.ts';
import type { World } from '#tests/api/support/world.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { cookiesOf, type Ready } from './request.ts';

/** Longer than codes of one act are apart. */
const RESEND = 61;
const INQUIRY = { category: 'other', text: 'How do I see my plan?' } as const;

interface In {
  readonly member: TestMember;
  readonly browser: ReturnType<World['browser']>;
  readonly token: string;
  readonly refreshToken: string;
}

async function signedIn(world: World, member?: TestMember): Promise<In> {
  const somebodyElse = member ?? (await world.member());
  const browser = world.browser();
  const { accessToken: token, refreshToken } = await browser.session(somebodyElse);
  return { member: somebodyElse, browser, token, refreshToken };
}

const of = ({ member, browser, token }: In, more: Partial<Ready> = {}): Ready => ({
  ...{ token, cookies: cookiesOf(browser), memberId: member.id },
  ...more,
});
const bySomebody =
  (more: Partial<Ready> = {}) =>
  async (world: World) =>
    of(await signedIn(world), more);
/** A browser that is notified. */
const told = async (world: World): Promise<Ready> => {
  const who = await signedIn(world);
  await who.browser.call('turnOnPush', { token: who.token, body: subscribed().wanted });
  return of(who);
};
const byNobody =
  (more: Partial<Ready> = {}) =>
  async (): Promise<Ready> => ({ token: null, ...more });

/** An act that changes what protects an account. @param app whether an app is bound */
const credential =
  (operationId: CredentialActId, app: boolean) =>
  async (world: World): Promise<Ready> => {
    const person = await somebody(world, app);
    const { path, browser, proofs, rest } = await WAYS[operationId](person);
    return {
      token: 'session' in proofs ? person.token : null,
      cookies: cookiesOf(browser),
      memberId: person.member.id,
      ...(path === undefined ? {} : { path }),
      body: Object.assign({}, ...Object.values(proofs), rest) as Record<string, unknown>,
    };
  };

/** Somebody whose address is not verified yet. */
async function unverified(world: World): Promise<In> {
  const who = await signedIn(world);
  await world.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', who.member.id).execute();
  return who;
}

async function ownCode(world: World, who: In): Promise<string> {
  await who.browser.call('sendEmailVerificationCodeSelf', { token: who.token });
  return codeTo(world, who.member.email, 'verifyEmailCode');
}

async function root(world: World): Promise<TestMember> {
  const seat = await world.db.selectFrom('seats').select('member_id').where('parent_no', 'is', null).executeTakeFirst();
  if (seat === undefined) return world.member();
  const { username, email } = await world.db
    .selectFrom('members')
    .select(['username', 'email'])
    .where('id', '=', seat.member_id)
    .executeTakeFirstOrThrow();
  return { id: seat.member_id, username, email } as TestMember;
}

async function notice({ db, clock }: World): Promise<string> {
  const at = clock.now();
  const text = { title: 'A notice', body: 'Of some length.' };
  return inTransaction(db, async (trx) => {
    const id = await addNews(trx, { texts: { 'en-US': text, 'ja-JP': text, 'zh-CN': text }, pinned: false, at });
    await publishNews(trx, { id, at });
    return String(id);
  });
}

async function withInquiry(world: World, more: Partial<Ready> = {}): Promise<Ready> {
  const who = await signedIn(world);
  const { body } = await who.browser.call('createInquiry', { body: INQUIRY, token: who.token, key: 'an-inquiry' });
  return of(who, { path: { id: body.ticket }, ...more });
}

let strangers = 0;
const stranger = () => `stranger${(strangers += 1)}@mail.example`;

export const ACCOUNTS = {
  createToken: async (world) => {
    const { id, username, password } = await world.member();
    return { token: null, body: { username, password }, memberId: id };
  },
  verifyTwoFactor: async (world) => {
    const member = await world.member({ secondFactor: true });
    const browser = world.browser();
    const { body } = await browser.signIn(member);
    const answer = { challenge: body.challenge, method: 'totp', code: member.code() };
    return { token: null, cookies: cookiesOf(browser), body: answer, memberId: member.id };
  },
  refreshToken: async (world) => {
    const { member, refreshToken } = await signedIn(world);
    return { token: null, body: { refreshToken }, memberId: member.id };
  },
  revokeToken: async (world) => {
    const who = await signedIn(world);
    return of(who, { body: { refreshToken: who.refreshToken } });
  },
  getUserInfo: bySomebody(),
  getTwoFactorInfo: bySomebody(),
  enableTwoFactor: credential('enableTwoFactor', false),
  sendTwoFactorCode: bySomebody(),
  disableTwoFactor: credential('disableTwoFactor', true),
  renewRecoveryCodes: credential('renewRecoveryCodes', true),
  listPasskeys: bySomebody(),
  sendPasskeyCode: bySomebody(),
  beginPasskey: credential('beginPasskey', false),
  addPasskey: credential('addPasskey', false),
  renamePasskey: async (world) => {
    const who = await signedIn(world);
    return of(who, { path: { id: await addPasskey(world, who, deviceOf(world)) }, body: { name: 'Blue key' } });
  },
  removePasskey: credential('removePasskey', false),
  getAllowList: bySomebody(),
  turnOnAllowList: credential('turnOnAllowList', false),
  turnOffAllowList: credential('turnOffAllowList', false),
  keepAllowList: credential('keepAllowList', false),
  beginPasskeySignIn: byNobody(),
  signInWithPasskey: async (world) => {
    const who = await signedIn(world);
    const device = deviceOf(world);
    await addPasskey(world, who, device);
    await world.db
      .updateTable('sessions')
      .set({ ended_at: world.clock.now(), end_reason: 'signed_out' })
      .where('member_id', '=', who.member.id)
      .execute();
    const { body } = await world.browser().call('beginPasskeySignIn', {});
    return { token: null, body: { credential: device.get(body.options) }, memberId: who.member.id };
  },
  isExisted: byNobody({ query: { username: 'nobody-yet' } }),
  isEmailExists: async (world) => {
    const { browser, email } = await newcomer(world, { introducer: await root(world) });
    return { token: null, cookies: cookiesOf(browser), query: { email } };
  },
  checkIntroducerAndSeatUser: async (world) => {
    const { username: introducer } = await root(world);
    return { token: null, body: { introducer, position: 'left' } };
  },
  registerInSeat: async (world) => {
    const { browser, details } = await newcomer(world, { introducer: await root(world) });
    return { token: null, cookies: cookiesOf(browser), body: details };
  },
  getSeatBottom: async (world) => {
    const who = await signedIn(world, await world.member());
    return of(who, { query: { seatNo: String(who.member.seatNo), position: 'left' } });
  },
  getSeatMember: async (world) => {
    const who = await signedIn(world);
    return of(who, { query: { username: who.member.username } });
  },
  getSeatUp: async (world) => {
    const who = await signedIn(world);
    return of(who, { query: { username: who.member.username } });
  },
  listDownLines: bySomebody({ query: { level: '1' } }),
  getChildren: bySomebody(),
  getCommunityInfo: bySomebody(),
  sendEmailVerificationCodeNoLogin: async () => ({ token: null, body: { email: stranger(), purpose: 'signUp' } }),
  verifyEmailNoLogin: async (world) => {
    const [browser, email] = [world.browser(), stranger()];
    await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } });
    const code = await codeTo(world, email, 'signUpCode');
    return { token: null, cookies: cookiesOf(browser), body: { email, code } };
  },
  sendEmailVerificationCode: async (world) => {
    const who = await unverified(world);
    return of(who, { body: { email: who.member.email } });
  },
  sendEmailVerificationCodeSelf: async (world) => of(await unverified(world)),
  verifyEmail: async (world) => {
    const who = await unverified(world);
    return of(who, { body: { email: who.member.email, code: await ownCode(world, who) } });
  },
  verifyEmailSelf: async (world) => {
    const who = await unverified(world);
    return of(who, { body: { code: await ownCode(world, who) } });
  },
  sendChangeEmailUrl: credential('sendChangeEmailUrl', true),
  sendChangeEmailVerificationCode: async (world) => {
    const who = await signedIn(world);
    const { email, password } = who.member;
    await who.browser.call('sendChangeEmailUrl', { body: { password }, token: who.token });
    const token = tokenIn(await linkTo(world, email, 'changeEmailLink'));
    return of(who, { cookies: cookiesOf(who.browser), body: { email: `new-${email}`, token } });
  },
  changeEmail: credential('changeEmail', false),
  forgetPassword: async (world) => {
    const member = await world.member();
    return { token: null, body: accountOf(member), memberId: member.id };
  },
  sendResetPasswordCodeByEmail: async (world) => {
    const { member, browser } = await begun(world);
    world.clock.advance(RESEND);
    return { token: null, cookies: cookiesOf(browser), query: { email: member.email }, memberId: member.id };
  },
  validateEmailAndUserName: async (world) => {
    const { member, browser } = await begun(world);
    const body = { ...accountOf(member), code: await codeOf(world, member) };
    return { token: null, cookies: cookiesOf(browser), body, memberId: member.id };
  },
  resetPassword: credential('resetPassword', false),
  forgetUsername: async (world) => {
    const [browser, { id, email }] = [world.browser(), await world.member()];
    await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'userName' } });
    const code = await codeTo(world, email, 'userNameCode');
    return { token: null, cookies: cookiesOf(browser), body: { email, code }, memberId: id };
  },
  changePassword: credential('changePassword', true),
  listSessions: bySomebody(),
  endSession: credential('endSession', false),
  endOtherSessions: credential('endOtherSessions', true),
  getEmailPhrase: bySomebody(),
  setEmailPhrase: credential('setEmailPhrase', true),
  listActivity: bySomebody(),
  updateProfile: bySomebody({ body: { name: 'Mika Sato', phone: null, culture: 'en-US' } }),
  freezeAccount: credential('freezeAccount', false),
  freezeByLink: credential('freezeByLink', false),
  sendThawLink: async (world) => {
    const { member } = await frozen(world);
    return { token: null, body: accountOf(member), memberId: member.id };
  },
  thawAccount: credential('thawAccount', true),
  getSeatTree: bySomebody({ query: { levels: '3' } }),
  getOrganizationMember: async (world) => {
    const who = await signedIn(world);
    return of(who, { query: { username: who.member.username } });
  },
  listNews: bySomebody(),
  getNews: async (world) => of(await signedIn(world), { path: { id: await notice(world) } }),
  readNews: async (world) => of(await signedIn(world), { path: { id: await notice(world) } }),
  listNotices: bySomebody(),
  countNotices: bySomebody(),
  getNoticeSettings: bySomebody(),
  setNoticeSettings: bySomebody({ body: withoutMailOf('referralBonus') }),
  getPushHere: bySomebody(),
  turnOnPush: bySomebody({ body: subscribed().wanted }),
  turnOffPush: told,
  sendTestPush: told,
  readNotice: async (world) => {
    const who = await signedIn(world);
    const { id } = await world.db
      .insertInto('notices')
      .values({ member_id: who.member.id, kind: 'moneyHeld', event: 'one', at: world.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return of(who, { path: { id: String(id) }, body: { older: false } });
  },
  getContent: byNobody({ path: { slug: 'faq' } }),
  listInquiries: bySomebody(),
  createInquiry: bySomebody({ body: INQUIRY }),
  getInquiry: (world) => withInquiry(world),
  addInquiryMessage: (world) => withInquiry(world, { body: { text: 'One more thing.' } }),
  closeInquiry: (world) => withInquiry(world),
  getRules: byNobody(),
  getStatus: byNobody(),
} satisfies { readonly [Op in OperationId]?: (world: World) => Promise<Ready> };
