import { fromPromise } from 'xstate';
import type { EarlierCall, EarlierCallInput } from '#machines/chart/earlier-call.ts';
import type { FreezeAccountInput, FreezeAccountOutcome } from '#machines/account-freeze/account-freeze.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import type { Services } from '#src/services/services.ts';

/**
 * The live ports of freezing the member's own account. Once it is frozen, every tab forgets the session that the server
 * has ended.
 */
export function accountFreezePorts({ api, session, storage }: Services) {
  return {
    freezeAccount: fromPromise<FreezeAccountOutcome, FreezeAccountInput>(({ input: { key } }) => {
      const sessionName = storage.get('sessionName');
      return settle<'freezeAccount', FreezeAccountOutcome>(
        api.POST('/account/freeze', { params: { header: { 'Idempotency-Key': key } } }),
        {
          ...commonAnswers,
          401: { session_ended: 'sessionEnded' },
          409: { request_running: 'running' },
          // An earlier call used the key: its outcome is requested.
          422: { idempotency_key_reused: 'running' },
          200: () => {
            // The answer may come after another member has signed in.
            if (storage.get('sessionName') === sessionName) session.forgetEverywhere();
            return { kind: 'frozen' };
          },
        },
      );
    }),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(({ input: { key }, signal }) =>
      // Without the token: once the account is frozen it is invalid, and the answer would only say that.
      settle<'getRequestOutcome', EarlierCall>(
        api.GET('/requests/{key}', { params: { path: { key } }, signal, credentials: 'omit' }),
        {
          ...readAnswers,
          200: ({ state }) => {
            // Freezing needs a session: a member without one is sent to sign in, and back to the question.
            if (state === 'unknown') return { kind: session.tokens() === null ? 'sessionEnded' : 'notDone' };
            if (state === 'done') session.forgetEverywhere();
            return { kind: state };
          },
        },
      ),
    ),
  };
}
