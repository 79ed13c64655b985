import { fromPromise } from 'xstate';
import type {
  ChangeAllowListInput,
  ChangeAllowListOutcome,
  GetAllowListOutcome,
  KeepAllowListInput,
  KeepAllowListOutcome,
  TurnOffAllowListOutcome,
} from '#machines/allow-list/allow-list.types.ts';
import type { EarlierCall, EarlierCallInput } from '#machines/chart/earlier-call.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { proofTyped } from '#src/api/second-factor.ts';
import { settle } from '#src/api/settle.ts';
import { passwordEntries } from '#src/flow/password-entries.ts';
import { codeEntries, type Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';

/** What the screens show and no machine keeps: what the server said last. It lives as long as the run of the flow. */
export interface AllowListOwn {
  said: components['schemas']['AllowList'] | null;
}

/** The entry of the form that a refusal concerns, if it concerns one. */
export const allowListEntries: Entries<'password' | 'code'> = { ...passwordEntries, ...codeEntries };

/** The live ports of one run of the flow. */
export function allowListPorts(services: Services, own: AllowListOwn) {
  return {
    getAllowList: fromPromise<GetAllowListOutcome>(({ signal }) => getAllowList(services, own, signal)),
    turnOnAllowList: fromPromise<ChangeAllowListOutcome, ChangeAllowListInput>(({ input }) =>
      turnOnAllowList(services, own, input),
    ),
    turnOffAllowList: fromPromise<TurnOffAllowListOutcome, ChangeAllowListInput>(({ input }) =>
      turnOffAllowList(services, own, input),
    ),
    keepAllowList: fromPromise<KeepAllowListOutcome, KeepAllowListInput>(({ input }) => keepAllowList(services, input)),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(({ input, signal }) =>
      getRequestOutcome(services, input, signal),
    ),
  };
}

function getAllowList({ api }: Services, own: AllowListOwn, signal: AbortSignal): Promise<GetAllowListOutcome> {
  return settle<'getAllowList', GetAllowListOutcome>(api.GET('/account/allowList', { signal }), {
    ...readAnswers,
    200: (said) => {
      own.said = said;
      if (said.state === 'turningOff') return { kind: 'turningOff' };
      if (said.state === 'on') return { kind: said.secondFactor ? 'limitedWithApp' : 'limited' };
      return { kind: said.secondFactor ? 'unlimitedWithApp' : 'unlimited' };
    },
  });
}

const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } });
const proofOf = ({ password, code }: ChangeAllowListInput) => ({
  password,
  ...(code === null ? {} : { secondFactor: proofTyped(code) }),
});

/** What both changes have in common. */
const changeAnswers = (own: AllowListOwn) =>
  ({
    ...commonAnswers,
    400: {
      password_incorrect: 'wrongPassword',
      code_incorrect: 'wrongCode',
      second_factor_required: 'codeNeeded',
      invalid_request: 'refused',
    },
    401: { session_ended: 'sessionEnded' },
    409: { request_running: 'running' },
    // An earlier call used the key: its outcome is requested.
    422: { idempotency_key_reused: 'running' },
    200: (said: components['schemas']['AllowList']): ChangeAllowListOutcome => {
      own.said = said;
      return { kind: 'changed' };
    },
  }) as const;

function turnOnAllowList(
  { api }: Services,
  own: AllowListOwn,
  input: ChangeAllowListInput,
): Promise<ChangeAllowListOutcome> {
  return settle<'turnOnAllowList', ChangeAllowListOutcome>(
    api.POST('/account/allowList/on', { body: proofOf(input), params: keyed(input.key) }),
    changeAnswers(own),
  );
}

function turnOffAllowList(
  { api }: Services,
  own: AllowListOwn,
  input: ChangeAllowListInput,
): Promise<TurnOffAllowListOutcome> {
  const answers = changeAnswers(own);
  return settle<'turnOffAllowList', TurnOffAllowListOutcome>(
    api.POST('/account/allowList/off', { body: proofOf(input), params: keyed(input.key) }),
    { ...answers, 200: (said) => (said.state === 'off' ? { kind: 'alreadyOff' } : answers[200](said)) },
  );
}

function keepAllowList({ api, newId }: Services, { key }: KeepAllowListInput): Promise<KeepAllowListOutcome> {
  const params = keyed(`${key}-${newId().slice(-12)}`);
  return settle<'keepAllowList', KeepAllowListOutcome>(api.POST('/account/allowList/keep', { params }), {
    ...commonAnswers,
    401: { session_ended: 'sessionEnded' },
    409: { allow_list_off: 'alreadyOff', request_running: 'running' },
    422: { idempotency_key_reused: 'refused' },
    200: () => ({ kind: 'kept' }),
  });
}

function getRequestOutcome({ api }: Services, { key }: EarlierCallInput, signal: AbortSignal): Promise<EarlierCall> {
  return settle<'getRequestOutcome', EarlierCall>(api.GET('/requests/{key}', { params: { path: { key } }, signal }), {
    ...readAnswers,
    200: ({ state }) => ({ kind: state === 'unknown' ? 'notDone' : state }),
  });
}
