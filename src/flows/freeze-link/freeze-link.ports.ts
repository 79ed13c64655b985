import { fromPromise } from 'xstate';
import type { EarlierCall, EarlierCallInput } from '#machines/chart/earlier-call.ts';
import type { FreezeByLinkInput, FreezeByLinkOutcome } from '#machines/freeze-link/freeze-link.types.ts';
import { byCode, commonAnswers, readAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import type { Services } from '#src/services/services.ts';

/** The live ports of freezing by a mailed link; they take its token from `token`, which no machine may hold. */
export function freezeLinkPorts({ api }: Services, token: string) {
  return {
    freezeByLink: fromPromise<FreezeByLinkOutcome, FreezeByLinkInput>(({ input: { key } }) =>
      settle<'freezeByLink', FreezeByLinkOutcome>(
        api.POST('/account/freezeByLink', { body: { token }, params: { header: { 'Idempotency-Key': key } } }),
        {
          ...commonAnswers,
          400: (problem) => byCode(problem, { link_invalid: 'linkInvalid', invalid_request: 'refused' }),
          409: () => ({ kind: 'running' }),
          // An earlier call has used the key: what became of that one is asked for.
          422: () => ({ kind: 'running' }),
          200: () => ({ kind: 'frozen' }),
        },
      ),
    ),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(({ input: { key }, signal }) =>
      // Nobody needs to be signed in; a session that has ended would only stand in the way of the answer.
      settle<'getRequestOutcome', EarlierCall>(
        api.GET('/requests/{key}', { params: { path: { key } }, signal, credentials: 'omit' }),
        {
          ...readAnswers,
          200: ({ state }) => (state === 'unknown' ? { kind: 'notDone' } : { kind: state }),
        },
      ),
    ),
  };
}
