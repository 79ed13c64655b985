import { fromPromise } from 'xstate';
import type { EarlierCallInput } from '#machines/chart/earlier-call.ts';
import type { EarlierFreeze, FreezeByLinkInput, FreezeByLinkOutcome } from '#machines/freeze-link/freeze-link.types.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import type { Services } from '#src/services/services.ts';

/** The live ports of freezing by a mailed link; they take its token from `token`, which no machine may keep. */
export function freezeLinkPorts({ api }: Services, token: string) {
  return {
    freezeByLink: fromPromise<FreezeByLinkOutcome, FreezeByLinkInput>(({ input: { key } }) =>
      settle<'freezeByLink', FreezeByLinkOutcome>(
        api.POST('/account/freezeByLink', { body: { token }, params: { header: { 'Idempotency-Key': key } } }),
        {
          ...commonAnswers,
          400: { link_invalid: 'linkInvalid', invalid_request: 'refused' },
          409: { request_running: 'running' },
          // An earlier call used the key: its outcome is requested.
          422: { idempotency_key_reused: 'running' },
          200: ({ thawBy, objected }) => ({
            kind: objected ? 'objected' : thawBy === 'support' ? 'frozenForSupport' : 'frozen',
          }),
        },
      ),
    ),
    getRequestOutcome: fromPromise<EarlierFreeze, EarlierCallInput>(({ input: { key }, signal }) =>
      // The call needs no session, and one that has ended would only make it fail.
      settle<'getRequestOutcome', EarlierFreeze>(
        api.GET('/requests/{key}', { params: { path: { key } }, signal, credentials: 'omit' }),
        {
          ...readAnswers,
          200: (outcome) => {
            if (outcome.state === 'unknown') return { kind: 'notDone' };
            if (outcome.state === 'running') return { kind: 'running' };
            const { thawBy, objected } = (outcome.answer ?? {}) as Partial<components['schemas']['FrozenByLink']>;
            return { kind: objected === true ? 'doneObjecting' : thawBy === 'support' ? 'doneForSupport' : 'done' };
          },
        },
      ),
    ),
  };
}
