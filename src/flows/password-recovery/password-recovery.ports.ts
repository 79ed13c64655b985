import { fromPromise } from 'xstate';
import type { EarlierCall } from '#machines/chart/earlier-call.ts';
import type {
  Account,
  EarlierResetInput,
  ForgetPasswordInput,
  ForgetPasswordOutcome,
  ResetPasswordInput,
  ResetPasswordOutcome,
  SendResetPasswordCodeInput,
  SendResetPasswordCodeOutcome,
  ValidateEmailAndUserNameInput,
  ValidateEmailAndUserNameOutcome,
} from '#machines/password-recovery/password-recovery.types.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { mailedCodeRefusal, mailWait } from '#src/api/shared-answers.ts';
import { settle } from '#src/api/settle.ts';
import { passwordEntries } from '#src/flow/password-entries.ts';
import { codeEntries, type Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const passwordRecoveryEntries: Entries<'password' | 'code'> = { ...passwordEntries, ...codeEntries };

/** The live ports of password recovery. The recovery's id and the grant are in cookies that scripts can't read. */
export function passwordRecoveryPorts(services: Services) {
  return {
    forgetPassword: fromPromise<ForgetPasswordOutcome, ForgetPasswordInput>(({ input }) =>
      forgetPassword(services, input),
    ),
    sendResetPasswordCodeByEmail: fromPromise<SendResetPasswordCodeOutcome, SendResetPasswordCodeInput>(({ input }) =>
      sendResetPasswordCodeByEmail(services, input),
    ),
    validateEmailAndUserName: fromPromise<ValidateEmailAndUserNameOutcome, ValidateEmailAndUserNameInput>(({ input }) =>
      validateEmailAndUserName(services, input),
    ),
    resetPassword: fromPromise<ResetPasswordOutcome, ResetPasswordInput>(({ input }) => resetPassword(services, input)),
    getRequestOutcome: fromPromise<EarlierCall, EarlierResetInput>(({ input, signal }) =>
      getRequestOutcome(services, input, signal),
    ),
  };
}

/** Answers that the unsafe calls have in common. A call that is still running is a wait like any other. */
const answers = {
  ...commonAnswers,
  409: { request_running: 'throttled' },
  422: { idempotency_key_reused: 'refused' },
} as const;

const sendAnswers = { ...answers, 429: mailWait };

function forgetPassword(
  { api, newId }: Services,
  { key, account }: ForgetPasswordInput,
): Promise<ForgetPasswordOutcome> {
  return settle<'forgetPassword', ForgetPasswordOutcome>(
    api.POST('/account/forgetPassword', { body: account, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...sendAnswers,
      422: { idempotency_key_reused: () => ({ kind: 'keyUsed', key: newId() }) },
      200: (sent) => ({ kind: 'sent', key: newId(), terms: termsOf(sent) }),
    },
  );
}

function sendResetPasswordCodeByEmail(
  { api, newId }: Services,
  { key, email }: SendResetPasswordCodeInput,
): Promise<SendResetPasswordCodeOutcome> {
  return settle<'sendResetPasswordCodeByEmail', SendResetPasswordCodeOutcome>(
    api.POST('/account/sendResetPasswordCodeByEmail', {
      params: { query: { email }, header: { 'Idempotency-Key': key } },
    }),
    {
      ...sendAnswers,
      400: { recovery_expired: 'recoveryExpired', invalid_request: 'refused' },
      200: (sent) => ({ kind: 'sent', key: newId(), terms: termsOf(sent) }),
    },
  );
}

function termsOf({ expiresIn, resendIn }: components['schemas']['CodeSent']) {
  return { expiresIn: expiresIn * 1000, resendIn: resendIn * 1000 };
}

function validateEmailAndUserName(
  { api, newId }: Services,
  { key, account, code }: ValidateEmailAndUserNameInput,
): Promise<ValidateEmailAndUserNameOutcome> {
  return settle<'validateEmailAndUserName', ValidateEmailAndUserNameOutcome>(
    api.POST('/account/validateEmailAndUserName', {
      body: { ...account, code },
      params: { header: { 'Idempotency-Key': key } },
    }),
    {
      ...answers,
      400: mailedCodeRefusal,
      200: ({ expiresIn }) => ({ kind: 'verified', key: newId(), grant: expiresIn * 1000 }),
    },
  );
}

function resetPassword(
  { api, session }: Services,
  { key, account, password }: ResetPasswordInput,
): Promise<ResetPasswordOutcome> {
  return settle<'resetPassword', ResetPasswordOutcome>(
    api.POST('/account/resetPassword', {
      body: { ...account, password },
      params: { header: { 'Idempotency-Key': key } },
    }),
    {
      ...answers,
      400: {
        recovery_expired: 'recoveryExpired',
        password_refused: 'passwordRefused',
        invalid_request: 'refused',
      },
      409: { request_running: 'running' },
      // An earlier call used the key: its outcome is requested.
      422: { idempotency_key_reused: 'running' },
      200: ({ frozen }) => {
        endSessionOf(account, session);
        return { kind: 'set', frozen: frozen ?? 'no' };
      },
    },
  );
}

function getRequestOutcome(
  { api, session }: Services,
  { key, account }: EarlierResetInput,
  signal: AbortSignal,
): Promise<EarlierCall> {
  return settle<'getRequestOutcome', EarlierCall>(api.GET('/requests/{key}', { params: { path: { key } }, signal }), {
    ...readAnswers,
    200: ({ state }) => {
      if (state === 'unknown') return { kind: 'notDone' };
      if (state === 'running') return { kind: 'running' };
      endSessionOf(account, session);
      return { kind: 'done' };
    },
  });
}

/**
 * The server has ended every session of the member (D-17): if this browser had one, all its tabs forget it. Another
 * member who is signed in here stays so.
 */
function endSessionOf({ username }: Account, session: Services['session']): void {
  const isOwn = session.userInfo()?.username.toLowerCase() === username.toLowerCase();
  if (isOwn && session.tokens() !== null) session.forgetEverywhere();
}
