// What each call of each flow must be given, said independently of the charts.
import type { Said } from './given-to-calls.ts';

type Expected = (said: Said) => unknown;

const nothing: Expected = () => undefined;

/** The key that the flow began with, or the one that the latest answer has brought. */
const key: Expected = ({ latest }) => latest('*.key', 'resume.key') ?? latest('input.key');
const byKey: Expected = (said) => ({ key: key(said) });
/** Another mail is another call. */
const resentBy = (said: Said) => `${String(key(said))}-resend`;

const account = ({ latest }: Said) => latest('SUBMIT_FORM.account', 'resume.account');
const email = ({ latest }: Said) => latest('SUBMIT_FORM.email', 'SUBMIT_EMAIL.email', 'resume.email');
const code = ({ latest }: Said) => latest('SUBMIT_CODE.code');
const draftId = ({ latest }: Said) => latest('input.draftId');
const depositId = ({ latest }: Said) => latest('OPEN_REQUEST.depositId', '*.deposit.id', 'resume.depositId');
const stakeId = ({ latest }: Said) => latest('input.stakeId');
/** Nothing is carried out for a visit that resumes, unless the member presses once more. */
const ofDraft: Expected = ({ latest, lastOf }) => ({
  draftId: latest('*.draft.id', 'resume.open.draft.id'),
  pressed: lastOf('CONFIRM') !== undefined,
});
const typed: Expected = ({ latest }) => latest('SUBMIT_FORM.typed', 'resume.typed');
/** The form of password and code. */
const provedBy: Expected = (said) => ({
  key: key(said),
  password: said.latest('SUBMIT_PASSWORD.password', 'SUBMIT_WITH_CODE.password'),
  code:
    said.lastOf('SUBMIT_PASSWORD', 'SUBMIT_WITH_CODE') === 'SUBMIT_WITH_CODE'
      ? said.latest('SUBMIT_WITH_CODE.code')
      : null,
});

/** What a passkey requires besides the password, by the newest answer that says it. */
function proofOf(said: Said): string {
  const last = said.lastOf('listPasskeys', 'sendPasskeyCode', 'beginPasskey', 'removePasskey');
  if (last === undefined) return 'unverified';
  const kind = said.latest(`${last}.kind`);
  if (kind === 'byApp' || kind === 'codeOfApp' || kind === 'codeNeeded') return 'app';
  if (last === 'listPasskeys') return kind === 'byMail' ? 'mailedCode' : 'unverified';
  return proofOf(said.before(last));
}

/** Which proof was asked for when the code was typed. */
const method = ({ lastOf }: Said) =>
  lastOf('USE_RECOVERY_CODE', 'USE_APP_CODE', 'BACK', 'START_UNBINDING') === 'USE_RECOVERY_CODE'
    ? 'recoveryCode'
    : 'totp';

interface Offer {
  readonly available: string;
  readonly stages: readonly { readonly name: string; readonly stage: number; readonly amountUsdt: string | null }[];
}

/** The number of the stage that was pressed or stored; a plan's page that names none begins with the first in reach. */
function stage({ latest }: Said): unknown {
  const plan = latest('CHOOSE_STAGE.plan', 'CHANGE_STAGE.plan', 'resume.stage');
  if (typeof plan === 'number') return plan;
  const { available, stages } = latest('getPurchaseOptions.options') as Offer;
  const isInReach = (amount: string | null) => amount !== null && Number(amount) <= Number(available);
  return stages.find(({ name, amountUsdt }) => (plan === undefined ? isInReach(amountUsdt) : name === plan))?.stage;
}

const newcomer = {
  seat: ({ latest }: Said) => latest('checkIntroducerAndSeatUser.seat.seatUser.seatNo', 'resume.seat.seatUser.seatNo'),
  side: ({ latest }: Said) =>
    latest('SUBMIT_INTRODUCER.position', 'getSeatBottom.place.position', 'resume.draft.position'),
  email: ({ latest }: Said) => latest('SUBMIT_EMAIL.email', 'resume.draft.email'),
  username: ({ latest }: Said) => latest('SUBMIT_DETAILS.username', 'resume.draft.username'),
};

/** By flow and call; where a call is made in several ways, by the state too. */
export const expected: Readonly<Record<string, Expected>> = {
  'account-freeze freezeAccount': byKey,
  'account-freeze getRequestOutcome': byKey,
  'account-thaw getRequestOutcome': byKey,
  'account-thaw sendThawLink': (said) => ({ key: key(said), account: account(said) }),
  'account-thaw openingLink thawAccount': (said) => ({ key: key(said), secondFactor: null }),
  'account-thaw thawing thawAccount': (said) => ({
    key: key(said),
    secondFactor: { method: method(said), code: code(said) },
  }),
  'challenge verifyTwoFactor': (said) => ({ method: method(said), code: code(said) }),
  'confirmation getDraft': (said) => ({ draftId: draftId(said) }),
  'confirmation sendDraftCode': (said) => ({ draftId: draftId(said) }),
  'confirmation beginDraftPasskey': (said) => ({ draftId: draftId(said) }),
  'confirmation confirmingWithoutCode confirmDraft': (said) => ({ draftId: draftId(said), code: null, signed: false }),
  'confirmation confirming confirmDraft': (said) => ({ draftId: draftId(said), code: code(said), signed: false }),
  'confirmation confirmingByPasskey confirmDraft': (said) => ({ draftId: draftId(said), code: null, signed: true }),
  'contact createInquiry': (said) => ({ key: key(said), typed: typed(said) }),
  'contact getRequestOutcome': byKey,
  'deposit getDepositOptions': nothing,
  'deposit createDeposit': typed,
  'deposit getDeposit': (said) => ({ depositId: depositId(said) }),
  'deposit cancelDeposit': (said) => ({ depositId: depositId(said) }),
  'email-change getTwoFactorInfo': nothing,
  'email-change getRequestOutcome': byKey,
  'email-change sendChangeEmailUrl': (said) => ({
    key: key(said),
    password: said.latest('SUBMIT_PASSWORD.password', 'SUBMIT_WITH_CODE.password'),
    code:
      said.lastOf('SUBMIT_PASSWORD', 'SUBMIT_WITH_CODE') === 'SUBMIT_WITH_CODE'
        ? said.latest('SUBMIT_WITH_CODE.code')
        : null,
  }),
  'email-change sendChangeEmailVerificationCode': (said) => ({ key: key(said), email: email(said) }),
  'email-change changeEmail': (said) => ({ key: key(said), email: email(said), code: code(said) }),
  'email-verification getRequestOutcome': byKey,
  'email-verification sendEmailVerificationCodeSelf': byKey,
  'email-verification verifyEmailSelf': (said) => ({ key: key(said), code: code(said) }),
  'exchange getExchangeOptions': nothing,
  'exchange createExchange': typed,
  'exchange confirmation': ofDraft,
  'freeze-link freezeByLink': byKey,
  'freeze-link getRequestOutcome': byKey,
  'notice-settings getNoticeSettings': nothing,
  'notice-settings setNoticeSettings': (said) => ({ key: key(said), typed: typed(said) }),
  'notice-settings getRequestOutcome': byKey,
  'allow-list getAllowList': nothing,
  'allow-list getRequestOutcome': byKey,
  'allow-list keepAllowList': byKey,
  'allow-list turnOnAllowList': provedBy,
  'allow-list turnOffAllowList': provedBy,
  'passkeys listPasskeys': nothing,
  'passkeys getRequestOutcome': byKey,
  'passkeys sendPasskeyCode': byKey,
  'passkeys addPasskey': byKey,
  'passkeys beginPasskey': (said) => ({
    key: key(said),
    proof: proofOf(said),
    password: said.latest('SUBMIT_CODES.password'),
    code: said.latest('SUBMIT_CODES.code'),
    name: said.latest('SUBMIT_CODES.name'),
  }),
  'passkeys renamePasskey': (said) => ({
    key: key(said),
    id: said.latest('START_RENAMING.passkeyId'),
    name: said.latest('SUBMIT_NAME.name'),
  }),
  'passkeys removePasskey': (said) => ({
    key: key(said),
    id: said.latest('START_REMOVING.passkeyId'),
    password: said.latest('SUBMIT_PASSWORD.password', 'SUBMIT_WITH_CODE.password'),
    code:
      said.lastOf('SUBMIT_PASSWORD', 'SUBMIT_WITH_CODE') === 'SUBMIT_WITH_CODE'
        ? said.latest('SUBMIT_WITH_CODE.code')
        : null,
  }),
  'password-change getTwoFactorInfo': nothing,
  'password-change getRequestOutcome': byKey,
  'password-change changePassword': (said) => ({
    key: key(said),
    password: said.latest('SUBMIT_FORM.password', 'SUBMIT_WITH_CODE.password'),
    newPassword: said.latest('SUBMIT_FORM.newPassword', 'SUBMIT_WITH_CODE.newPassword'),
    code:
      said.lastOf('SUBMIT_FORM', 'SUBMIT_WITH_CODE') === 'SUBMIT_WITH_CODE'
        ? said.latest('SUBMIT_WITH_CODE.code')
        : null,
  }),
  'password-recovery getRequestOutcome': (said) => ({ key: key(said), account: account(said) }),
  'password-recovery forgetPassword': (said) => ({ key: key(said), account: account(said) }),
  'password-recovery validateEmailAndUserName': (said) => ({
    key: key(said),
    account: account(said),
    code: code(said),
  }),
  'password-recovery sendResetPasswordCodeByEmail': (said) => ({
    key: resentBy(said),
    email: said.latest('SUBMIT_FORM.account.email', 'resume.account.email'),
  }),
  'password-recovery resetPassword': (said) => ({
    key: key(said),
    account: account(said),
    password: said.latest('SUBMIT_PASSWORD.password'),
  }),
  'purchase getPurchaseOptions': nothing,
  'purchase createPurchase': (said) => ({
    stage: stage(said),
    amountUsd:
      said.lastOf('SUBMIT_PLAN', 'SUBMIT_AMOUNT') === 'SUBMIT_PLAN'
        ? null
        : said.latest('SUBMIT_AMOUNT.typed.amountUsd'),
    riskVersion: said.latest('getPurchaseOptions.options.riskVersion'),
  }),
  'purchase confirmation': ofDraft,
  'restake getStakeOptions': (said) => ({ stakeId: stakeId(said) }),
  'restake createRestake': (said) => ({ stakeId: stakeId(said), option: said.latest('CHOOSE_OPTION.option') }),
  'restake confirmation': ofDraft,
  'session restoreSession': nothing,
  'session getUserInfo': nothing,
  'session refreshToken': nothing,
  'sign-in createToken': ({ latest }) => latest('SUBMIT_FORM.credentials'),
  'sign-in challenge': ({ latest }) => latest('createToken.challenge', 'resume.challenge'),
  'sign-out revokeToken': nothing,
  'sign-up checkIntroducerAndSeatUser': ({ latest }) => ({
    introducer: latest('SUBMIT_INTRODUCER.introducer', 'resume.draft.introducer'),
    position: latest('SUBMIT_INTRODUCER.position', 'resume.draft.position'),
    seatUser: latest('SUBMIT_INTRODUCER.seatUser', 'resume.draft.seatUser'),
  }),
  'sign-up loadingSeat getSeatBottom': (said) => ({
    seatNo: newcomer.seat(said),
    position: newcomer.side(said) === 'left' ? 'right' : 'left',
  }),
  'sign-up findingNextSeat getSeatBottom': (said) => ({ seatNo: newcomer.seat(said), position: newcomer.side(said) }),
  'sign-up isEmailExists': (said) => ({ email: newcomer.email(said) }),
  'sign-up sendingCode sendEmailVerificationCodeNoLogin': (said) => ({
    key: key(said),
    email: newcomer.email(said),
  }),
  'sign-up resendingCode sendEmailVerificationCodeNoLogin': (said) => ({
    key: resentBy(said),
    email: newcomer.email(said),
  }),
  'sign-up verifyEmailNoLogin': (said) => ({ key: key(said), email: newcomer.email(said), code: code(said) }),
  'sign-up getRequestOutcome': (said) => ({ key: key(said), username: newcomer.username(said) }),
  'sign-up registerInSeat': (said) => ({
    key: key(said),
    draft: {
      introducer: said.latest('SUBMIT_INTRODUCER.introducer', 'resume.draft.introducer'),
      position: newcomer.side(said),
      seatUser: said.latest('SUBMIT_INTRODUCER.seatUser', 'resume.draft.seatUser'),
      email: newcomer.email(said),
      username: newcomer.username(said),
      name: said.latest('SUBMIT_DETAILS.name', 'resume.draft.name'),
      phone: said.latest('SUBMIT_DETAILS.phone', 'resume.draft.phone'),
    },
    place: said.latest('checkIntroducerAndSeatUser.seat.place', 'getSeatBottom.place', 'resume.seat.place'),
    password: said.latest('REGISTER.password'),
  }),
  'transfer getTransferOptions': nothing,
  'transfer findRecipient': ({ latest }) => ({ username: latest('SUBMIT_RECIPIENT.username') }),
  'transfer createTransfer': ({ latest }) => ({
    recipient: latest('findRecipient.recipient.username', 'resume.recipient.username'),
    asset: latest('SUBMIT_FORM.typed.asset'),
    amount: latest('SUBMIT_FORM.typed.amount'),
    note: latest('SUBMIT_FORM.typed.note'),
  }),
  'transfer confirmation': ofDraft,
  'two-factor getTwoFactorInfo': nothing,
  'two-factor getRequestOutcome': byKey,
  'two-factor sendTwoFactorCode': byKey,
  'two-factor enableTwoFactor': (said) => ({
    key: key(said),
    password: said.latest('SUBMIT_CODES.password'),
    emailCode: said.latest('SUBMIT_CODES.emailCode'),
    code: said.latest('SUBMIT_CODES.code'),
  }),
  'two-factor disableTwoFactor': (said) => ({
    key: key(said),
    method: method(said),
    password: said.latest('SUBMIT_FORM.password'),
    code: said.latest('SUBMIT_FORM.code'),
  }),
  'two-factor renewRecoveryCodes': (said) => ({
    key: key(said),
    method: method(said),
    password: said.latest('SUBMIT_FORM.password'),
    code: said.latest('SUBMIT_FORM.code'),
  }),
  'username-recovery sendingCode sendEmailVerificationCodeNoLogin': (said) => ({ key: key(said), email: email(said) }),
  'username-recovery resendingCode sendEmailVerificationCodeNoLogin': (said) => ({
    key: resentBy(said),
    email: email(said),
  }),
  'username-recovery forgetUsername': (said) => ({ key: key(said), email: email(said), code: code(said) }),
  'withdrawal getWithdrawalOptions': nothing,
  'withdrawal createWithdrawal': typed,
  'withdrawal confirmation': ofDraft,
};
