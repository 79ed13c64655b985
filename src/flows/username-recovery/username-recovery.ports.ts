import { fromPromise } from 'xstate';
import type {
  ForgetUsernameInput,
  ForgetUsernameOutcome,
  SendCodeInput,
  SendCodeOutcome,
} from '#machines/username-recovery/username-recovery.types.ts';
import { commonAnswers } from '#src/api/problems.ts';
import { mailedCodeRefusal, mailWait } from '#src/api/shared-answers.ts';
import { settle } from '#src/api/settle.ts';
import { codeEntries, type Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const usernameRecoveryEntries: Entries<'code'> = codeEntries;

/** The live ports of username recovery. */
export function usernameRecoveryPorts(services: Services) {
  return {
    sendEmailVerificationCodeNoLogin: fromPromise<SendCodeOutcome, SendCodeInput>(({ input }) =>
      sendEmailVerificationCodeNoLogin(services, input),
    ),
    forgetUsername: fromPromise<ForgetUsernameOutcome, ForgetUsernameInput>(({ input }) =>
      forgetUsername(services, input),
    ),
  };
}

/** Answers that the unsafe calls have in common. A call that is still running is a wait like any other. */
const answers = {
  ...commonAnswers,
  409: { request_running: 'throttled' },
  422: { idempotency_key_reused: 'refused' },
} as const;

function sendEmailVerificationCodeNoLogin(
  { api, newId }: Services,
  { key, email }: SendCodeInput,
): Promise<SendCodeOutcome> {
  return settle<'sendEmailVerificationCodeNoLogin', SendCodeOutcome>(
    api.POST('/account/SendEmailVerificationCodeNoLogin', {
      body: { email, purpose: 'userName' },
      params: { header: { 'Idempotency-Key': key } },
    }),
    {
      ...answers,
      422: { idempotency_key_reused: () => ({ kind: 'keyUsed', key: newId() }) },
      429: mailWait,
      200: ({ expiresIn, resendIn }) => ({
        kind: 'sent',
        key: newId(),
        terms: { expiresIn: expiresIn * 1000, resendIn: resendIn * 1000 },
      }),
    },
  );
}

function forgetUsername({ api }: Services, { key, email, code }: ForgetUsernameInput): Promise<ForgetUsernameOutcome> {
  return settle<'forgetUsername', ForgetUsernameOutcome>(
    api.POST('/account/ForgetUsername', { body: { email, code }, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...answers,
      400: mailedCodeRefusal,
      200: () => ({ kind: 'nameSent' }),
    },
  );
}
