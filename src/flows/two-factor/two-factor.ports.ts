import { fromPromise } from 'xstate';
import type { EarlierCallInput } from '#machines/chart/earlier-call.ts';
import type {
  DisableTwoFactorInput,
  DisableTwoFactorOutcome,
  EarlierBinding,
  EnableTwoFactorInput,
  EnableTwoFactorOutcome,
  GetTwoFactorInfoOutcome,
  RenewRecoveryCodesInput,
  RenewRecoveryCodesOutcome,
  SendTwoFactorCodeInput,
  SendTwoFactorCodeOutcome,
} from '#machines/two-factor/two-factor.types.ts';
import type { StateName } from '#machines/chart/step.ts';
import type { twoFactorMachine } from '#machines/two-factor/two-factor.machine.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { commonAnswers, problemIn, readAnswers, type ProblemBody } from '#src/api/problems.ts';
import { mailWait } from '#src/api/shared-answers.ts';
import { settle } from '#src/api/settle.ts';
import { passwordEntries } from '#src/flow/password-entries.ts';
import { codeEntries, type Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';

type TwoFactorInfo = components['schemas']['TwoFactorInfo'];

/**
 * What the screens show and no machine may keep: the key of the app and the recovery codes. It lives as long as the run
 * of the flow; after a reload the ports ask the server for it again.
 */
export interface TwoFactorSecrets {
  info: TwoFactorInfo | null;
  recoveryCodes: readonly string[];
}

/** The entry of the form that a refusal concerns, if it concerns one. */
export const twoFactorEntries: Entries<'password' | 'code' | 'emailCode', StateName<typeof twoFactorMachine>> = {
  ...passwordEntries,
  ...codeEntries,
  // Binding requires two codes.
  'binding.enteringFirstCode.wrongEmailCode': 'emailCode',
  'binding.enteringFirstCode.emailCodeOver': 'emailCode',
};

/** The live ports of one run of the two-factor flow; they leave what is secret in `secrets`. */
export function twoFactorPorts(services: Services, secrets: TwoFactorSecrets) {
  return {
    getTwoFactorInfo: fromPromise<GetTwoFactorInfoOutcome>(({ signal }) => getTwoFactorInfo(services, secrets, signal)),
    sendTwoFactorCode: fromPromise<SendTwoFactorCodeOutcome, SendTwoFactorCodeInput>(({ input }) =>
      sendTwoFactorCode(services, input),
    ),
    enableTwoFactor: fromPromise<EnableTwoFactorOutcome, EnableTwoFactorInput>(({ input }) =>
      enableTwoFactor(services, secrets, input),
    ),
    disableTwoFactor: fromPromise<DisableTwoFactorOutcome, DisableTwoFactorInput>(({ input }) =>
      disableTwoFactor(services, input),
    ),
    renewRecoveryCodes: fromPromise<RenewRecoveryCodesOutcome, RenewRecoveryCodesInput>(({ input }) =>
      renewRecoveryCodes(services, secrets, input),
    ),
    getRequestOutcome: fromPromise<EarlierBinding, EarlierCallInput>(({ input, signal }) =>
      getRequestOutcome(services, secrets, input, signal),
    ),
  };
}

function getTwoFactorInfo(
  { api, session }: Services,
  secrets: TwoFactorSecrets,
  signal: AbortSignal,
): Promise<GetTwoFactorInfoOutcome> {
  return settle<'getTwoFactorInfo', GetTwoFactorInfoOutcome>(api.GET('/account/twoFactorInfo', { signal }), {
    ...readAnswers,
    200: (info) => {
      secrets.info = info;
      keepTwoFactor(session, info.enabled);
      if (info.enabled) return { kind: info.provisionalUntil === null ? 'on' : 'provisional' };
      return { kind: info.emailVerified ? 'off' : 'unverified' };
    },
  });
}

function sendTwoFactorCode(
  { api, newId }: Services,
  { key }: SendTwoFactorCodeInput,
): Promise<SendTwoFactorCodeOutcome> {
  return settle<'sendTwoFactorCode', SendTwoFactorCodeOutcome>(
    api.POST('/account/enable2FA/code', { params: { header: { 'Idempotency-Key': key } } }),
    {
      ...commonAnswers,
      401: { session_ended: 'sessionEnded' },
      403: { email_not_verified: 'unverified' },
      409: { two_factor_already_on: 'alreadyDone', request_running: 'running' },
      422: { idempotency_key_reused: 'refused' },
      429: mailWait,
      200: ({ expiresIn, resendIn }) => ({
        kind: 'sent',
        key: newId(),
        terms: { expiresIn: expiresIn * 1000, resendIn: resendIn * 1000 },
      }),
    },
  );
}

/** Answers that the unsafe calls with a proof have in common. */
const proofAnswers = {
  ...commonAnswers,
  401: { session_ended: 'sessionEnded' },
  // An earlier call used the key: its outcome is requested.
  422: { idempotency_key_reused: 'running' },
} as const;

/** Two codes are sent: `errors` says which of them is wrong; the app's never expires. */
const bindingRefusals = {
  password_incorrect: 'wrongPassword',
  code_incorrect: (problem: ProblemBody) =>
    ({
      kind: problem.errors !== undefined && 'emailCode' in problem.errors ? 'wrongEmailCode' : 'wrongCode',
      problem: problemIn(problem),
    }) as const,
  code_expired: 'emailCodeOver',
  code_used_up: 'emailCodeOver',
  invalid_request: 'refused',
} as const;

function enableTwoFactor(
  { api, session }: Services,
  secrets: TwoFactorSecrets,
  { key, ...body }: EnableTwoFactorInput,
): Promise<EnableTwoFactorOutcome> {
  return settle<'enableTwoFactor', EnableTwoFactorOutcome>(
    api.POST('/account/enable2FA', { body, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...proofAnswers,
      400: bindingRefusals,
      403: { email_not_verified: 'refused' },
      409: { two_factor_already_on: 'alreadyDone', request_running: 'running' },
      200: ({ recoveryCodes }) => {
        secrets.recoveryCodes = recoveryCodes;
        keepTwoFactor(session, true);
        return { kind: 'enabled' };
      },
    },
  );
}

const proofRefusals = {
  password_incorrect: 'wrongPassword',
  code_incorrect: 'wrongCode',
  invalid_request: 'refused',
} as const;

function disableTwoFactor(
  { api, session }: Services,
  { key, ...body }: DisableTwoFactorInput,
): Promise<DisableTwoFactorOutcome> {
  return settle<'disableTwoFactor', DisableTwoFactorOutcome>(
    api.POST('/account/disable2FA', { body, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...proofAnswers,
      400: proofRefusals,
      409: { two_factor_already_off: 'alreadyDone', request_running: 'running' },
      200: () => {
        keepTwoFactor(session, false);
        return { kind: 'disabled' };
      },
    },
  );
}

function renewRecoveryCodes(
  { api }: Services,
  secrets: TwoFactorSecrets,
  { key, ...body }: RenewRecoveryCodesInput,
): Promise<RenewRecoveryCodesOutcome> {
  return settle<'renewRecoveryCodes', RenewRecoveryCodesOutcome>(
    api.POST('/account/recoveryCodes', { body, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...proofAnswers,
      400: proofRefusals,
      409: { two_factor_already_off: 'alreadyDone', request_running: 'running' },
      200: ({ recoveryCodes }) => {
        secrets.recoveryCodes = recoveryCodes;
        return { kind: 'codesRenewed' };
      },
    },
  );
}

function getRequestOutcome(
  { api, session }: Services,
  secrets: TwoFactorSecrets,
  { key }: EarlierCallInput,
  signal: AbortSignal,
): Promise<EarlierBinding> {
  return settle<'getRequestOutcome', EarlierBinding>(
    api.GET('/requests/{key}', { params: { path: { key } }, signal }),
    {
      ...readAnswers,
      200: (outcome) => {
        if (outcome.state === 'unknown') return { kind: 'notDone' };
        if (outcome.state === 'running') return { kind: 'running' };
        if (outcome.operationId === 'enableTwoFactor') keepTwoFactor(session, true);
        if (outcome.operationId === 'disableTwoFactor') keepTwoFactor(session, false);
        // Only the answer with recovery codes is deleted early; its effect is still known.
        if (outcome.answer === null) return { kind: 'doneWithoutCodes' };
        secrets.recoveryCodes =
          (outcome.answer as Partial<components['schemas']['EnabledTwoFactor']>).recoveryCodes ?? [];
        return { kind: 'done' };
      },
    },
  );
}

/** Updates the cached member too, so that no page shows otherwise before it has loaded again. */
function keepTwoFactor(session: Services['session'], twoFactorEnabled: boolean): void {
  const member = session.userInfo();
  if (member !== null && member.twoFactorEnabled !== twoFactorEnabled)
    session.keepUserInfo({ ...member, twoFactorEnabled });
}
