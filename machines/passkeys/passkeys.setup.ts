import { assign, fromPromise, setup } from 'xstate';
import { nextInquiry, unknownOutcome, type EarlierCall, type EarlierCallInput } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import { problemActions } from '../chart/problem.ts';
import type {
  AddPasskeyInput,
  AddPasskeyOutcome,
  BeginPasskeyInput,
  BeginPasskeyOutcome,
  ListPasskeysOutcome,
  PasskeyProof,
  PasskeysCheckpoint,
  PasskeysContext,
  PasskeysEvent,
  PasskeysInput,
  PasskeysOutput,
  RemovePasskeyInput,
  RemovePasskeyOutcome,
  RenamePasskeyInput,
  RenamePasskeyOutcome,
  SendPasskeyCodeInput,
  SendPasskeyCodeOutcome,
} from './passkeys.types.ts';

/** What the parts of the chart share: its types, ports, guards, actions and delays. */
export const passkeysSetup = setup({
  types: {
    context: {} as PasskeysContext,
    events: {} as PasskeysEvent,
    input: {} as PasskeysInput,
    output: {} as PasskeysOutput,
    meta: {} as StepMeta<
      | 'passkeys-loading'
      | 'passkeys-unavailable'
      | 'passkeys-list-asking'
      | 'passkeys-unverified-asking'
      | 'passkeys-proof'
      | 'passkeys-device-asking'
      | 'passkeys-rename'
      | 'passkeys-remove'
      | 'passkeys-unknown'
    >,
    tags: {} as StepTag,
  },
  actors: {
    listPasskeys: fromPromise<ListPasskeysOutcome>(notProvided('listPasskeys')),
    sendPasskeyCode: fromPromise<SendPasskeyCodeOutcome, SendPasskeyCodeInput>(notProvided('sendPasskeyCode')),
    beginPasskey: fromPromise<BeginPasskeyOutcome, BeginPasskeyInput>(notProvided('beginPasskey')),
    addPasskey: fromPromise<AddPasskeyOutcome, AddPasskeyInput>(notProvided('addPasskey')),
    renamePasskey: fromPromise<RenamePasskeyOutcome, RenamePasskeyInput>(notProvided('renamePasskey')),
    removePasskey: fromPromise<RemovePasskeyOutcome, RemovePasskeyInput>(notProvided('removePasskey')),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<PasskeysCheckpoint['step']>,
    needsNoCode: ({ context }) => context.proof !== 'app',
    provesBy: ({ context }, params: { proof: PasskeyProof }) => context.proof === params.proof,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: PasskeysCheckpoint) => {},
    forgetCheckpoint: () => {},
    forgetResume: assign({ resume: null }),
    provingBy: assign({ proof: (_, params: { proof: PasskeyProof }) => params.proof }),
    keepSent: assign(({ event }) => {
      const { key, terms } = outcomeOf<Extract<SendPasskeyCodeOutcome, { kind: 'sent' }>>(event);
      return { key, terms, problem: null };
    }),
    keepKey: assign(({ event }) => ({ key: outcomeOf<{ kind: string; key: string }>(event).key, problem: null })),
    forgetCode: assign({ terms: null }),
    choose: assign(({ event }) => {
      if (event.type !== 'START_RENAMING' && event.type !== 'START_REMOVING')
        throw new Error(`${event.type} chooses no passkey.`);
      return { chosen: event.passkeyId, problem: null };
    }),
    forgetChosen: assign({ chosen: null }),
    ...problemActions<PasskeysContext, PasskeysEvent>(),
  },
  delays: {
    nextInquiry,
  },
});

/** The entry action that stores that a call was sent. */
export function checkpoint(step: PasskeysCheckpoint['step']) {
  return {
    type: 'saveCheckpoint',
    params: ({ context }: { context: PasskeysContext }): PasskeysCheckpoint => ({
      version: 1,
      step,
      key: context.key,
    }),
  } as const;
}

/** Asks for the outcome of adding or removing, at the URL of the step that was interrupted, where `done` leads on. */
export const unknownPasskeyCall = <const TRoute extends string>(
  route: TRoute,
  done: '#passkeys.added' | '#passkeys.removed',
) =>
  unknownOutcome<EarlierCall>()(
    { route, screen: 'passkeys-unknown', requirements: ['F-07'] },
    {
      done: { target: done },
      notDone: { target: '#passkeys.showingList.notDone', actions: 'forgetProblem' },
      sessionEnded: { target: '#passkeys.sessionEnded' },
    },
  );

/** What an event of one of the forms carried; entering a call state by any other event is a bug in the chart. */
export function submitted<TType extends PasskeysEvent['type']>(
  event: PasskeysEvent,
  ...types: readonly TType[]
): Extract<PasskeysEvent, { type: TType }> {
  if (!types.some((type) => type === event.type)) throw new Error(`The call was entered by ${event.type}.`);
  return event as Extract<PasskeysEvent, { type: TType }>;
}

/** The id of the passkey that a form is about. */
export function chosenIn({ chosen }: PasskeysContext): string {
  if (chosen === null) throw new Error('No passkey was chosen.');
  return chosen;
}
