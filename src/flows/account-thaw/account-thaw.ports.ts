import { fromPromise } from 'xstate';
import type { EarlierCallInput } from '#machines/chart/earlier-call.ts';
import type {
  EarlierThaw,
  SendThawLinkInput,
  SendThawLinkOutcome,
  ThawAccountInput,
  ThawAccountOutcome,
} from '#machines/account-thaw/account-thaw.types.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { mailWait } from '#src/api/shared-answers.ts';
import { settle } from '#src/api/settle.ts';
import { codeEntries, type Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const accountThawEntries: Entries<'code'> = codeEntries;

/**
 * The live ports of thawing an account; they take the token of the mailed link from `token`, which no machine may keep.
 */
export function accountThawPorts(services: Services, token: string) {
  return {
    sendThawLink: fromPromise<SendThawLinkOutcome, SendThawLinkInput>(({ input }) => sendThawLink(services, input)),
    thawAccount: fromPromise<ThawAccountOutcome, ThawAccountInput>(({ input }) => thawAccount(services, token, input)),
    getRequestOutcome: fromPromise<EarlierThaw, EarlierCallInput>(({ input, signal }) =>
      getRequestOutcome(services, input, signal),
    ),
  };
}

function sendThawLink({ api, newId }: Services, { key, account }: SendThawLinkInput): Promise<SendThawLinkOutcome> {
  return settle<'sendThawLink', SendThawLinkOutcome>(
    api.POST('/account/sendThawLink', { body: account, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...commonAnswers,
      // A call that is still running is a wait like any other.
      409: { request_running: 'throttled' },
      422: { idempotency_key_reused: () => ({ kind: 'keyUsed', key: newId() }) },
      429: mailWait,
      200: () => ({ kind: 'sent', key: newId() }),
    },
  );
}

function thawAccount(
  { api, newId }: Services,
  token: string,
  { key, secondFactor }: ThawAccountInput,
): Promise<ThawAccountOutcome> {
  const body = secondFactor === null ? { token } : { token, secondFactor };
  return settle<'thawAccount', ThawAccountOutcome>(
    api.POST('/account/thaw', { body, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...commonAnswers,
      400: { link_invalid: 'linkInvalid', code_incorrect: 'wrongCode', invalid_request: 'refused' },
      409: { request_running: 'running' },
      // An earlier call used the key: its outcome is requested.
      422: { idempotency_key_reused: 'running' },
      429: { too_many_requests: 'throttled', second_factor_locked: 'throttled' },
      200: ({ result }) => (result === 'thawed' ? { kind: 'thawed' } : { kind: 'secondFactor', key: newId() }),
    },
  );
}

function getRequestOutcome(
  { api, newId }: Services,
  { key }: EarlierCallInput,
  signal: AbortSignal,
): Promise<EarlierThaw> {
  // Thawing needs no session, and one that has ended would only make the call fail.
  return settle<'getRequestOutcome', EarlierThaw>(
    api.GET('/requests/{key}', { params: { path: { key } }, signal, credentials: 'omit' }),
    {
      ...readAnswers,
      200: (outcome) => {
        if (outcome.state === 'unknown') return { kind: 'notDone' };
        if (outcome.state === 'running') return { kind: 'running' };
        const { result } = (outcome.answer ?? {}) as Partial<
          components['schemas']['Thawed'] | components['schemas']['ThawFactorNeeded']
        >;
        return result === 'secondFactor' ? { kind: 'secondFactor', key: newId() } : { kind: 'done' };
      },
    },
  );
}
