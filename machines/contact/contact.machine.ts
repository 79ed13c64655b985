import { assign, fromPromise, setup } from 'xstate';
import { unknownOutcome, nextInquiry, type EarlierCallInput } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, notProvided, onOutcome, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { keyOfRun } from '../chart/chart.rules.ts';
import type {
  ContactCheckpoint,
  ContactContext,
  ContactEvent,
  ContactInput,
  ContactOutput,
  CreateInquiryInput,
  CreateInquiryOutcome,
  EarlierInquiry,
  TypedInquiry,
} from './contact.types.ts';

const contactSetup = setup({
  types: {
    context: {} as ContactContext,
    events: {} as ContactEvent,
    input: {} as ContactInput,
    output: {} as ContactOutput,
    meta: {} as StepMeta<'contact-form' | 'contact-unknown'>,
    tags: {} as StepTag,
  },
  actors: {
    createInquiry: fromPromise<CreateInquiryOutcome, CreateInquiryInput>(notProvided('createInquiry')),
    getRequestOutcome: fromPromise<EarlierInquiry, EarlierCallInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    callWasSent: ({ context }) => context.resume !== null,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: ContactCheckpoint) => {},
    forgetCheckpoint: () => {},
    /** The entries kept while the form was filled in are useless once the inquiry has arrived. */
    forgetDraft: () => {},
    takeUpResume: assign(({ context: { resume } }) => (resume === null ? {} : { typed: resume.typed, resume: null })),
    keepTyped: assign(({ event }) => (event.type === 'SUBMIT_FORM' ? { typed: event.typed, problem: null } : {})),
    ...problemActions<ContactContext, ContactEvent>(),
  },
  delays: {
    nextInquiry,
  },
});

/** The one screen with the form; the call is made from it too. */
const form = { route: '/Contact', screen: 'contact-form', title: 'contact:title' } as const;

/**
 * A member writes to support (F-15): a category, a message, and a receipt if it is about one.
 *
 * A lost response never leads back to the form: the server is asked for the outcome by key.
 */
export const contactMachine = contactSetup.createMachine({
  id: 'contact',
  context: ({ input }) => ({ key: keyOfRun(input), resume: input.resume, typed: null, problem: null }),
  initial: 'choosingStep',
  output: ({ event }) => outcomeOf<ContactOutput>(event),
  states: {
    choosingStep: {
      always: [{ guard: 'callWasSent', target: 'reconciling' }, { target: 'writing' }],
      exit: 'takeUpResume',
    },
    writing: {
      tags: 'form',
      meta: { ...form, onReload: 'resume', requirements: ['F-15', 'P-1', 'P-4', 'D-30', 'SRC §2'] },
      entry: 'forgetCheckpoint',
      on: { SUBMIT_FORM: { target: 'sending', actions: 'keepTyped' } },
      initial: 'blank',
      states: {
        blank: {},
        receiptNotFound: { tags: 'error' },
        tooMany: { tags: 'error' },
        notDone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    sending: {
      tags: 'waiting',
      meta: { ...form, api: ['createInquiry'], onReload: 'reconcile', requirements: ['F-15', 'L-04', 'P-3'] },
      entry: {
        type: 'saveCheckpoint',
        params: ({ context }) => ({ version: 1, step: 'sending', key: context.key, typed: typedOf(context) }),
      },
      invoke: {
        id: 'createInquiry',
        src: 'createInquiry',
        input: ({ context }) => ({ key: context.key, typed: typedOf(context) }),
        onDone: onOutcome<CreateInquiryOutcome>()({
          sent: { target: 'sent' },
          receiptNotFound: { target: 'writing.receiptNotFound', actions: 'keepProblem' },
          tooMany: { target: 'writing.tooMany', actions: 'keepProblem' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('writing.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownOutcome<EarlierInquiry>()(
      { route: '/Contact', screen: 'contact-unknown', requirements: ['F-15'] },
      {
        done: { target: 'sent' },
        notDone: { target: 'writing.notDone', actions: 'forgetProblem' },
        sessionEnded: { target: 'sessionEnded' },
      },
    ),
    sent: {
      type: 'final',
      entry: ['forgetCheckpoint', 'forgetDraft'],
      output: ({ event }): ContactOutput => ({
        kind: 'sent',
        ticket: outcomeOf<{ kind: string; ticket: string | null }>(event).ticket,
      }),
    },
    sessionEnded: endsAs<ContactOutput>('sessionEnded'),
  },
});

/** What was typed. Throws if there is nothing, which is a bug in the chart. */
function typedOf({ typed }: ContactContext): TypedInquiry {
  if (typed === null) throw new Error('The call was entered without words.');
  return typed;
}
