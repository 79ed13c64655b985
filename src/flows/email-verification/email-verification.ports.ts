import { fromPromise } from 'xstate';
import type { EarlierCall, EarlierCallInput } from '#machines/chart/earlier-call.ts';
import type {
  SendCodeInput,
  SendCodeOutcome,
  VerifyCodeInput,
  VerifyCodeOutcome,
} from '#machines/email-verification/email-verification.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { mailedCodeRefusal, mailWait } from '#src/api/shared-answers.ts';
import { settle } from '#src/api/settle.ts';
import { codeEntries, type Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const emailVerificationEntries: Entries<'code'> = codeEntries;

/** The live ports of one run of verifying the member's own address; they update the member that the session keeps. */
export function emailVerificationPorts(services: Services) {
  return {
    sendEmailVerificationCodeSelf: fromPromise<SendCodeOutcome, SendCodeInput>(({ input }) =>
      sendCode(services, input),
    ),
    verifyEmailSelf: fromPromise<VerifyCodeOutcome, VerifyCodeInput>(({ input }) => verifyCode(services, input)),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(({ input, signal }) =>
      getRequestOutcome(services, input, signal),
    ),
  };
}

async function sendCode(services: Services, { key }: SendCodeInput): Promise<SendCodeOutcome> {
  const { api, newId } = services;
  const outcome = await settle<'sendEmailVerificationCodeSelf', SendCodeOutcome>(
    api.POST('/account/sendEmailVerificationCodeSelf', { params: { header: { 'Idempotency-Key': key } } }),
    {
      ...commonAnswers,
      401: { session_ended: 'sessionEnded' },
      409: { email_already_verified: 'alreadyVerified', request_running: 'running' },
      422: { idempotency_key_reused: 'refused' },
      429: mailWait,
      200: ({ expiresIn, resendIn }) => ({
        kind: 'sent',
        key: newId(),
        terms: { expiresIn: expiresIn * 1000, resendIn: resendIn * 1000 },
      }),
    },
  );
  if (outcome.kind === 'alreadyVerified') keepVerified(services);
  return outcome;
}

function verifyCode(services: Services, { key, code }: VerifyCodeInput): Promise<VerifyCodeOutcome> {
  return settle<'verifyEmailSelf', VerifyCodeOutcome>(
    services.api.POST('/account/verifyEmailSelf', { body: { code }, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...commonAnswers,
      400: mailedCodeRefusal,
      401: { session_ended: 'sessionEnded' },
      409: { request_running: 'running' },
      // An earlier call used the key: its outcome is requested.
      422: { idempotency_key_reused: 'running' },
      200: () => {
        keepVerified(services);
        return { kind: 'verified' };
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
        if (outcome.state === 'done') keepVerified(services);
        return { kind: outcome.state };
      },
    },
  );
}

/** Updates the cached member too, so that no page offers it again. */
function keepVerified({ session }: Services): void {
  const member = session.userInfo();
  if (member !== null) session.keepUserInfo({ ...member, emailVerified: true });
}
