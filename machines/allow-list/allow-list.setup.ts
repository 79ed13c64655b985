import { assign, fromPromise, setup } from 'xstate';
import { nextInquiry, unknownOutcome, type EarlierCall, type EarlierCallInput } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { failuresTo, notProvided, outcomeIs } from '../chart/outcomes.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import { problemActions } from '../chart/problem.ts';
import type {
  AllowListCheckpoint,
  AllowListContext,
  AllowListEvent,
  AllowListInput,
  AllowListOutput,
  AllowListProof,
  AllowListState,
  ChangeAllowListInput,
  ChangeAllowListOutcome,
  GetAllowListOutcome,
  KeepAllowListInput,
  KeepAllowListOutcome,
  TurnOffAllowListOutcome,
} from './allow-list.types.ts';

/** What the parts of the chart share: its types, ports, guards, actions and delays. */
export const allowListSetup = setup({
  types: {
    context: {} as AllowListContext,
    events: {} as AllowListEvent,
    input: {} as AllowListInput,
    output: {} as AllowListOutput,
    meta: {} as StepMeta<
      | 'allow-list-loading'
      | 'allow-list-unavailable'
      | 'allow-list-state-asking'
      | 'allow-list-on'
      | 'allow-list-off'
      | 'allow-list-unknown'
    >,
    tags: {} as StepTag,
  },
  actors: {
    getAllowList: fromPromise<GetAllowListOutcome>(notProvided('getAllowList')),
    turnOnAllowList: fromPromise<ChangeAllowListOutcome, ChangeAllowListInput>(notProvided('turnOnAllowList')),
    turnOffAllowList: fromPromise<TurnOffAllowListOutcome, ChangeAllowListInput>(notProvided('turnOffAllowList')),
    keepAllowList: fromPromise<KeepAllowListOutcome, KeepAllowListInput>(notProvided('keepAllowList')),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<AllowListCheckpoint['step']>,
    isState: ({ context }, params: { state: AllowListState }) => context.state === params.state,
    provesBy: ({ context }, params: { proof: AllowListProof }) => context.proof === params.proof,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: AllowListCheckpoint) => {},
    forgetCheckpoint: () => {},
    forgetResume: assign({ resume: null }),
    know: assign({ state: (_, params: { state: AllowListState }) => params.state }),
    provingBy: assign({ proof: (_, params: { proof: AllowListProof }) => params.proof }),
    ...problemActions<AllowListContext, AllowListEvent>(),
  },
  delays: {
    nextInquiry,
  },
});

/** The entry action that stores that a call was sent. */
export function checkpoint(step: AllowListCheckpoint['step']) {
  return {
    type: 'saveCheckpoint',
    params: ({ context }: { context: AllowListContext }): AllowListCheckpoint => ({
      version: 1,
      step,
      key: context.key,
    }),
  } as const;
}

/** What the form of password and code may show. */
export const proofStates = {
  initial: 'blank',
  states: {
    blank: {},
    wrongPassword: { tags: 'error' },
    wrongCode: { tags: 'error' },
    codeNeeded: { tags: 'error' },
    problem: { tags: 'error' },
  },
} as const;

/** Where the answers lead that both changes have in common; none of them was carried out. */
export const proofAnswers = {
  wrongPassword: { target: 'enteringProof.wrongPassword', actions: 'keepProblem' },
  wrongCode: { target: 'enteringProof.wrongCode', actions: 'keepProblem' },
  codeNeeded: {
    target: 'enteringProof.codeNeeded',
    actions: [{ type: 'provingBy', params: { proof: 'app' } }, 'keepProblem'],
  },
  running: { target: 'outcomeUnknown' },
  sessionEnded: { target: '#allow-list.sessionEnded' },
  ...failuresTo('enteringProof.problem'),
  failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
} as const;

/**
 * Asks for the outcome of a change, at the URL of the step that was interrupted. That it was carried out doesn't say
 * how it is now, since another device may have changed it again: that is read again.
 */
export const unknownChange = <const TRoute extends string>(route: TRoute) =>
  unknownOutcome<EarlierCall>()(
    { route, screen: 'allow-list-unknown', requirements: ['F-10', 'D-33'] },
    {
      done: { target: '#allow-list.loadingState', actions: 'forgetProblem' },
      notDone: { target: '#allow-list.showingState.notDone', actions: 'forgetProblem' },
      sessionEnded: { target: '#allow-list.sessionEnded' },
    },
  );

/** The input of a change: what the form carried. Entering the call by any other event is a bug in the chart. */
export function proved(context: AllowListContext, event: AllowListEvent): ChangeAllowListInput {
  const { key } = context;
  if (event.type === 'SUBMIT_PASSWORD') return { key, password: event.password, code: null };
  if (event.type === 'SUBMIT_WITH_CODE') return { key, password: event.password, code: event.code };
  throw new Error(`The call was entered by ${event.type}.`);
}
