import { fromPromise } from 'xstate';
import type { EarlierCall, EarlierCallInput } from '#machines/chart/earlier-call.ts';
import type {
  ChangeEmailInput,
  ChangeEmailOutcome,
  GetTwoFactorInfoOutcome,
  SendCodeInput,
  SendCodeOutcome,
  SendLinkInput,
  SendLinkOutcome,
} from '#machines/email-change/email-change.types.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { commonAnswers, problemIn, readAnswers, type ProblemBody } from '#src/api/problems.ts';
import { mailWait } from '#src/api/shared-answers.ts';
import { proofTyped } from '#src/api/second-factor.ts';
import { settle } from '#src/api/settle.ts';
import { getTwoFactorInfo } from '#src/flow/two-factor-info.ts';
import { passwordEntries } from '#src/flow/password-entries.ts';
import { codeEntries, type Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';

/**
 * The token of the mailed link, which no machine and no storage may keep. Null if the page was opened without one, and
 * once it has been used: later codes of the same change need none in this session.
 */
export interface MailedLink {
  token: string | null;
}

/** The entry of the form that a refusal concerns, if it concerns one. */
export const emailChangeEntries: Entries<'password' | 'code' | 'email'> = {
  ...passwordEntries,
  ...codeEntries,
  email_taken: 'email',
  email_different: 'email',
  email_unchanged: 'email',
};

/** The live ports of one run of changing the address; they take the token from `link`. */
export function emailChangePorts(services: Services, link: MailedLink) {
  return {
    getTwoFactorInfo: fromPromise<GetTwoFactorInfoOutcome>(({ signal }) => getTwoFactorInfo(services, signal)),
    sendChangeEmailUrl: fromPromise<SendLinkOutcome, SendLinkInput>(({ input }) => sendLink(services, input)),
    sendChangeEmailVerificationCode: fromPromise<SendCodeOutcome, SendCodeInput>(({ input }) =>
      sendCode(services, link, input),
    ),
    changeEmail: fromPromise<ChangeEmailOutcome, ChangeEmailInput>(({ input }) => changeEmail(services, input)),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(({ input, signal }) =>
      getRequestOutcome(services, input, signal),
    ),
  };
}

/** Answers that both calls that send a mail have in common. */
const sendAnswers = ({ newId }: Services) =>
  ({
    ...commonAnswers,
    401: { session_ended: 'sessionEnded' },
    409: { request_running: 'running' },
    422: {
      idempotency_key_reused: (problem: ProblemBody) =>
        ({
          kind: 'keyUsed',
          key: newId(),
          problem: problemIn(problem),
        }) as const,
    },
    429: mailWait,
  }) as const;

function sendLink(services: Services, { key, password, code }: SendLinkInput): Promise<SendLinkOutcome> {
  const body = code === null ? { password } : { password, secondFactor: proofTyped(code) };
  return settle<'sendChangeEmailUrl', SendLinkOutcome>(
    services.api.POST('/account/SendChangeEmailUrl', { body, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...sendAnswers(services),
      400: {
        password_incorrect: 'wrongPassword',
        code_incorrect: 'wrongCode',
        second_factor_required: 'codeNeeded',
        invalid_request: 'refused',
      },
      200: () => ({ kind: 'sent', key: services.newId() }),
    },
  );
}

function sendCode(services: Services, link: MailedLink, { key, email }: SendCodeInput): Promise<SendCodeOutcome> {
  const body = link.token === null ? { email } : { email, token: link.token };
  return settle<'sendChangeEmailVerificationCode', SendCodeOutcome>(
    services.api.POST('/account/SendChangeEmailVerificationCode', {
      body,
      params: { header: { 'Idempotency-Key': key } },
    }),
    {
      ...sendAnswers(services),
      400: { link_invalid: 'linkInvalid', email_unchanged: 'emailUnchanged', invalid_request: 'refused' },
      200: ({ expiresIn, resendIn }) => {
        link.token = null;
        return {
          kind: 'sent',
          key: services.newId(),
          terms: { expiresIn: expiresIn * 1000, resendIn: resendIn * 1000 },
        };
      },
    },
  );
}

function changeEmail(services: Services, { key, ...body }: ChangeEmailInput): Promise<ChangeEmailOutcome> {
  return settle<'changeEmail', ChangeEmailOutcome>(
    services.api.POST('/account/ChangeEmail', { body, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...commonAnswers,
      400: {
        code_incorrect: 'wrongCode',
        code_expired: 'codeOver',
        code_used_up: 'codeOver',
        email_different: 'emailDifferent',
        link_invalid: 'linkInvalid',
        invalid_request: 'refused',
      },
      401: { session_ended: 'sessionEnded' },
      409: { email_taken: 'emailTaken', request_running: 'running' },
      // An earlier call used the key: its outcome is requested.
      422: { idempotency_key_reused: 'running' },
      200: (changed) => {
        keepAddress(services, changed);
        return { kind: 'changed' };
      },
    },
  );
}

function getRequestOutcome(services: Services, { key }: EarlierCallInput, signal: AbortSignal): Promise<EarlierCall> {
  return settle<'getRequestOutcome', EarlierCall>(
    services.api.GET('/requests/{key}', { params: { path: { key } }, signal }),
    {
      ...readAnswers,
      200: (outcome) => {
        if (outcome.state === 'unknown') return { kind: 'notDone' };
        if (outcome.state === 'done')
          keepAddress(services, outcome.answer as Partial<components['schemas']['EmailVerified']> | null);
        return { kind: outcome.state };
      },
    },
  );
}

/** Updates the address of the cached member too; the page that shows the other effects of the change loads them. */
function keepAddress({ session }: Services, changed: Partial<components['schemas']['EmailVerified']> | null): void {
  const member = session.userInfo();
  if (member !== null && changed?.email !== undefined)
    session.keepUserInfo({ ...member, email: changed.email, emailVerified: true });
}
