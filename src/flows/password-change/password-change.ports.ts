import { fromPromise } from 'xstate';
import type { EarlierCall, EarlierCallInput } from '#machines/chart/earlier-call.ts';
import type {
  ChangePasswordInput,
  ChangePasswordOutcome,
  GetTwoFactorInfoOutcome,
} from '#machines/password-change/password-change.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { proofTyped } from '#src/api/second-factor.ts';
import { settle } from '#src/api/settle.ts';
import { getTwoFactorInfo } from '#src/flow/two-factor-info.ts';
import { passwordEntries } from '#src/flow/password-entries.ts';
import { codeEntries, type Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const passwordChangeEntries: Entries<'password' | 'code' | 'newPassword'> = {
  ...passwordEntries,
  ...codeEntries,
  password_refused: 'newPassword',
};

/** The live ports of one run of changing the password. */
export function passwordChangePorts(services: Services) {
  const { api } = services;
  return {
    getTwoFactorInfo: fromPromise<GetTwoFactorInfoOutcome>(({ signal }) => getTwoFactorInfo(services, signal)),
    changePassword: fromPromise<ChangePasswordOutcome, ChangePasswordInput>(({ input: { key, code, ...passwords } }) =>
      settle<'changePassword', ChangePasswordOutcome>(
        api.POST('/account/changePassword', {
          body: code === null ? passwords : { ...passwords, secondFactor: proofTyped(code) },
          params: { header: { 'Idempotency-Key': key } },
        }),
        {
          ...commonAnswers,
          400: {
            password_incorrect: 'wrongPassword',
            password_refused: 'newPasswordRefused',
            code_incorrect: 'wrongCode',
            second_factor_required: 'codeNeeded',
            invalid_request: 'refused',
          },
          401: { session_ended: 'sessionEnded' },
          409: { request_running: 'running' },
          // An earlier call used the key: its outcome is requested.
          422: { idempotency_key_reused: 'running' },
          200: () => ({ kind: 'changed' }),
        },
      ),
    ),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(({ input: { key }, signal }) =>
      settle<'getRequestOutcome', EarlierCall>(api.GET('/requests/{key}', { params: { path: { key } }, signal }), {
        ...readAnswers,
        200: (outcome) => (outcome.state === 'unknown' ? { kind: 'notDone' } : { kind: outcome.state }),
      }),
    ),
  };
}
