import { assign, fromPromise, setup } from 'xstate';
import { nextInquiry } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { expiredProblem } from './confirmation.rules.ts';
import type {
  BeginDraftPasskeyOutcome,
  ConfirmationContext,
  ConfirmationEvent,
  ConfirmationInput,
  ConfirmationOutput,
  ConfirmDraftInput,
  ConfirmDraftOutcome,
  DraftInput,
  DraftSecondFactor,
  GetDraftOutcome,
  SendDraftCodeOutcome,
} from './confirmation.types.ts';

/** What the parts of the chart share: its types, ports, guards, actions and delays. */
export const confirmationSetup = setup({
  types: {
    context: {} as ConfirmationContext,
    events: {} as ConfirmationEvent,
    input: {} as ConfirmationInput,
    output: {} as ConfirmationOutput,
    meta: {} as StepMeta<
      | 'confirmation-reading'
      | 'confirmation-resumed'
      | 'confirmation-unavailable'
      | 'confirmation-device'
      | 'confirmation-stopped'
      | 'confirmation-code'
      | 'confirmation-unknown'
    >,
    tags: {} as StepTag,
  },
  actors: {
    getDraft: fromPromise<GetDraftOutcome, DraftInput>(notProvided('getDraft')),
    beginDraftPasskey: fromPromise<BeginDraftPasskeyOutcome, DraftInput>(notProvided('beginDraftPasskey')),
    sendDraftCode: fromPromise<SendDraftCodeOutcome, DraftInput>(notProvided('sendDraftCode')),
    confirmDraft: fromPromise<ConfirmDraftOutcome, ConfirmDraftInput>(notProvided('confirmDraft')),
  },
  guards: {
    outcomeIs,
    codeComesByMail: ({ context }) => context.method === 'email',
    hasPasskey: ({ context }) => context.passkey,
    wasPressed: ({ context }) => context.pressed,
  },
  actions: {
    keepMethod: assign(({ event }, params: { method: DraftSecondFactor; passkey?: true }) => ({
      method: params.method,
      passkey: params.passkey === true,
      ...mailOf(event),
      problem: null,
    })),
    keepSent: assign(({ event }) => ({ ...mailOf(event), problem: null })),
    ...problemActions<ConfirmationContext, ConfirmationEvent>(),
    keepExpiry: assign({ problem: expiredProblem }),
    forgetCode: assign({ terms: null }),
    notePress: assign({ pressed: true }),
  },
  delays: {
    nextInquiry,
  },
});

/** Where a code goes and how long it is valid, from the answer that said so. */
function mailOf(event: unknown): Pick<ConfirmationContext, 'codeTo' | 'terms'> {
  const { codeTo = null, terms = null } =
    (event as { output?: Partial<Pick<ConfirmationContext, 'codeTo' | 'terms'>> }).output ?? {};
  return { codeTo, terms };
}
