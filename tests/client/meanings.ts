import type { Reply } from '#machines/chart/cases.ts';
import { flows } from '#walk/paths/flows.ts';

/** The outcomes of responses in general. */
export const inGeneral: Readonly<Record<string, string>> = {
  '400 invalid_request': 'refused',
  '401 session_ended': 'sessionEnded',
  '409 request_running': 'running',
  '413 payload_too_large': 'failed',
  '415 unsupported_media_type': 'failed',
  '422 idempotency_key_reused': 'running',
  '429 code_too_soon': 'tooSoon',
  '429 second_factor_locked': 'throttled',
  '429 too_many_mails': 'throttled',
  '429 too_many_requests': 'throttled',
  '500 internal': 'failed',
  '503 books_stopped': 'maintenance',
  '503 maintenance': 'maintenance',
  '503 unavailable': 'failed',
};

/**
 * What the answers mean that no case of the flow's chart replies with, by flow and port: a kind of the port's outcomes,
 * or the error that it rejects with.
 */
const besides: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  'account-freeze': { getRequestOutcome: { 200: 'done' } },
  'account-thaw': {
    sendThawLink: { '409 request_running': 'throttled' },
    thawAccount: { 200: 'thawed' },
    getRequestOutcome: { 200: 'done' },
  },
  'allow-list': {
    getAllowList: { 200: 'turningOff' },
    turnOffAllowList: { 200: 'changed' },
    keepAllowList: { '422 idempotency_key_reused': 'refused' },
    getRequestOutcome: { 200: 'done' },
  },
  confirmation: {
    getDraft: { 200: 'asksMail', '404 not_found': 'refused' },
    beginDraftPasskey: { '404 not_found': 'refused', '422 idempotency_key_reused': 'refused' },
    sendDraftCode: { '404 not_found': 'refused', '422 idempotency_key_reused': 'refused' },
    confirmDraft: {
      '400 code_expired': 'codeSpent',
      '400 passkey_refused': 'passkeyRefused',
      '409 no_passkey': 'passkeyRefused',
      '403 money_held': 'declined',
      '404 not_found': 'refused',
      '409 rate_stale': 'declined',
      '409 rate_moved': 'declined',
      '409 asset_closed': 'declined',
      '409 address_not_allowed': 'declined',
    },
  },
  contact: { getRequestOutcome: { 200: 'done' } },
  deposit: { createDeposit: { '422 idempotency_key_reused': 'failed' }, getDeposit: { 200: 'awaited' } },
  'email-change': {
    getTwoFactorInfo: { 200: 'off' },
    changeEmail: { '400 code_expired': 'codeOver' },
    getRequestOutcome: { 200: 'done' },
  },
  'email-verification': {
    sendEmailVerificationCodeSelf: { '422 idempotency_key_reused': 'refused' },
    verifyEmailSelf: { '400 code_expired': 'codeOver' },
    getRequestOutcome: { 200: 'done' },
  },
  exchange: { createExchange: { '422 idempotency_key_reused': 'refused' } },
  'freeze-link': { freezeByLink: { 200: 'frozen' }, getRequestOutcome: { 200: 'done' } },
  'notice-settings': { getRequestOutcome: { 200: 'done' } },
  passkeys: {
    listPasskeys: { 200: 'byMail' },
    sendPasskeyCode: { '422 idempotency_key_reused': 'refused' },
    beginPasskey: { '400 code_expired': 'codeOver', '422 idempotency_key_reused': 'refused' },
    addPasskey: {
      '400 passkey_refused': 'notAdded',
      '409 passkey_known': 'notAdded',
      '409 too_many_passkeys': 'notAdded',
    },
    renamePasskey: { '422 idempotency_key_reused': 'refused' },
    getRequestOutcome: { 200: 'done' },
  },
  'password-change': { getTwoFactorInfo: { 200: 'off' }, getRequestOutcome: { 200: 'done' } },
  'password-recovery': {
    forgetPassword: { '409 request_running': 'throttled' },
    sendResetPasswordCodeByEmail: { '409 request_running': 'throttled', '422 idempotency_key_reused': 'refused' },
    validateEmailAndUserName: {
      '400 code_expired': 'codeOver',
      '409 request_running': 'throttled',
      '422 idempotency_key_reused': 'refused',
    },
    getRequestOutcome: { 200: 'done' },
  },
  purchase: {
    getPurchaseOptions: { 200: 'loaded' },
    createPurchase: { '403 money_held': 'forbidden', '422 idempotency_key_reused': 'refused' },
  },
  restake: { getStakeOptions: { 200: 'loaded' }, createRestake: { '422 idempotency_key_reused': 'refused' } },
  'sign-in': { createToken: { 200: 'signedIn' }, verifyTwoFactor: { '401 challenge_expired': 'over' } },
  'sign-up': {
    checkIntroducerAndSeatUser: { '400 user_not_found': 'unknownIntroducer' },
    sendEmailVerificationCodeNoLogin: { '409 request_running': 'refused' },
    verifyEmailNoLogin: { '400 code_expired': 'codeOver', '409 request_running': 'refused' },
    isEmailExists: { 200: 'free' },
    registerInSeat: { '400 user_not_found': 'unknownIntroducer' },
    getRequestOutcome: { 200: 'UndocumentedAnswer', '401 session_ended': 'failed' },
  },
  transfer: {
    getTransferOptions: { 200: 'loaded' },
    createTransfer: {
      '400 recipient_self': 'recipientGone',
      '403 email_not_verified': 'forbidden',
      '422 idempotency_key_reused': 'refused',
    },
  },
  'two-factor': {
    getTwoFactorInfo: { 200: 'off' },
    sendTwoFactorCode: { '422 idempotency_key_reused': 'refused' },
    enableTwoFactor: {
      '400 code_incorrect': 'wrongCode',
      '400 code_expired': 'emailCodeOver',
      '403 email_not_verified': 'refused',
    },
    getRequestOutcome: { 200: 'done' },
  },
  'username-recovery': {
    sendEmailVerificationCodeNoLogin: { '409 request_running': 'throttled' },
    forgetUsername: {
      '400 code_expired': 'codeOver',
      '409 request_running': 'throttled',
      '422 idempotency_key_reused': 'refused',
    },
  },
  withdrawal: {
    getWithdrawalOptions: { 200: 'loaded' },
    createWithdrawal: {
      200: 'created',
      '400 address_wrong_network': 'addressRefused',
      '400 address_own_deposit': 'addressRefused',
      '403 email_not_verified': 'forbidden',
      '422 idempotency_key_reused': 'refused',
    },
  },
};

/** The label of an answer, as the description's answers have it: its status, and the code of a refusal. */
function labelOf({ status, body }: Reply): string {
  const { code } = (body ?? {}) as { readonly code?: string };
  return status < 300 || code === undefined ? String(status) : `${status} ${code}`;
}

/**
 * What a call's answers mean by the cases of the charts that make it; an answer of several kinds is recognized by its
 * body.
 */
function byCases(flow: string, port: string): Readonly<Record<string, string>> {
  const own = flows.filter(({ machine }) => machine.id === flow && port in machine.implementations.actors);
  // A step that a flow has in another chart: its calls are the flow's.
  const charts = own.length > 0 ? own : flows.filter(({ host }) => host?.flow === flow);
  const kinds = new Map<string, Set<string>>();
  for (const [kind, { reply }] of charts.flatMap(({ outcomes }) => Object.entries(outcomes[port] ?? {}))) {
    if (reply === undefined) continue;
    const known = kinds.get(labelOf(reply)) ?? new Set();
    kinds.set(labelOf(reply), known.add(kind));
  }
  return Object.fromEntries(
    [...kinds].flatMap(([label, [kind = '', ...more]]) => (more.length > 0 ? [] : [[label, kind]])),
  );
}

/** What each answer of a call means to a flow, by the answer's label. */
export function meaningsOf(flow: string, port: string): Readonly<Record<string, string>> {
  return { ...inGeneral, ...byCases(flow, port), ...besides[flow]?.[port] };
}

export interface Written {
  readonly flow: string;
  readonly port: string;
  readonly label: string;
  readonly meaning: string;
}

/** Every line of the lists. */
export const written: readonly Written[] = Object.entries(besides).flatMap(([flow, ports]) =>
  Object.entries(ports).flatMap(([port, lines]) =>
    Object.entries(lines).map(([label, meaning]) => ({ flow, port, label, meaning })),
  ),
);

/** What would hold of an answer without its line in the lists. */
export function meaningWithoutLine({ flow, port, label }: Written): string | undefined {
  return { ...inGeneral, ...byCases(flow, port) }[label];
}
