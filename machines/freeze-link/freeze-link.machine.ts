import { assign, fromPromise, setup } from 'xstate';
import { unknownOutcome, nextInquiry, type EarlierCallInput } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, notProvided, onOutcome, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { interruptedAt, keyOfRun } from '../chart/chart.rules.ts';
import { routes } from './freeze-link.rules.ts';
import type {
  EarlierFreeze,
  FreezeLinkCheckpoint,
  FreezeLinkContext,
  FreezeLinkEvent,
  FreezeLinkInput,
  FreezeLinkOutput,
  FreezeByLinkInput,
  FreezeByLinkOutcome,
  ThawBy,
} from './freeze-link.types.ts';

const freezeLinkSetup = setup({
  types: {
    context: {} as FreezeLinkContext,
    events: {} as FreezeLinkEvent,
    input: {} as FreezeLinkInput,
    output: {} as FreezeLinkOutput,
    meta: {} as StepMeta<
      | 'freeze-link'
      | 'freeze-link-objecting'
      | 'freeze-link-unknown'
      | 'freeze-link-invalid'
      | 'freeze-link-objection-invalid'
      | 'freeze-link-done'
      | 'freeze-link-objected'
    >,
    tags: {} as StepTag,
  },
  actors: {
    freezeByLink: fromPromise<FreezeByLinkOutcome, FreezeByLinkInput>(notProvided('freezeByLink')),
    getRequestOutcome: fromPromise<EarlierFreeze, EarlierCallInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<FreezeLinkCheckpoint['step']>,
    hasLink: ({ context }) => context.link !== null,
    objects: ({ context }) => context.link === 'objecting',
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: FreezeLinkCheckpoint) => {},
    forgetCheckpoint: () => {},
    forgetResume: assign({ resume: null }),
    // Only a link to the account's present address leaves the member a link that thaws it. Whether there was something
    // to object to only the server knows.
    keepThawBy: assign(({ context }, { thawBy, objected }: { thawBy: ThawBy; objected: boolean }) => ({
      thawBy: context.link === 'former' ? 'support' : thawBy,
      link: objected ? 'objecting' : context.link === 'former' ? 'former' : 'own',
    })),
    ...problemActions<FreezeLinkContext, FreezeLinkEvent>(),
  },
  delays: {
    nextInquiry,
  },
});

/** What a reload resumes from. */
const checkpoint = (step: FreezeLinkCheckpoint['step']) =>
  ({
    type: 'saveCheckpoint',
    params: ({ context }: { context: FreezeLinkContext }): FreezeLinkCheckpoint => ({
      version: 2,
      step,
      key: context.key,
      // A step that is kept has a link, or had one.
      link: context.link ?? 'own',
      thawBy: context.thawBy,
    }),
  }) as const;

const BY_MEMBER = { type: 'keepThawBy', params: { thawBy: 'member', objected: false } } as const;
const BY_SUPPORT = { type: 'keepThawBy', params: { thawBy: 'support', objected: false } } as const;
const OBJECTED = { type: 'keepThawBy', params: { thawBy: 'support', objected: true } } as const;

const ask = { route: '/Freeze', screen: 'freeze-link', title: 'account-freeze:title' } as const;
const object = { route: '/Freeze', screen: 'freeze-link-objecting', title: 'account-freeze:object.title' } as const;

/** What a press can be answered, for both kinds of links: a link that objects freezes, and the other way round. */
const frozenOr = <const TAgain extends string, const TInvalid extends string>(again: TAgain, invalid: TInvalid) =>
  onOutcome<FreezeByLinkOutcome>()({
    frozen: { target: 'showingFrozen', actions: BY_MEMBER },
    frozenForSupport: { target: 'showingFrozen', actions: BY_SUPPORT },
    objected: { target: 'showingObjection', actions: OBJECTED },
    linkInvalid: { target: invalid, actions: 'keepProblem' },
    running: { target: 'outcomeUnknown' },
    ...failuresTo(again),
    failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
  });

/**
 * The link in a mail freezes an account (D-32, S-09): opening it changes nothing, the page says what happens, and one
 * press does it. No session is needed. After a link that went to a former address only support thaws the account. The
 * link of the mail about another email that support was asked for objects to that, which freezes as well.
 *
 * A lost response never leads back to the question: the server is asked for the outcome by key.
 */
export const freezeLinkMachine = freezeLinkSetup.createMachine({
  id: 'freeze-link',
  context: ({ input }) => ({
    key: keyOfRun(input),
    link: input.resume?.link ?? input.link,
    thawBy: input.resume?.thawBy ?? null,
    resume: input.resume,
    problem: null,
  }),
  initial: 'choosingStep',
  output: ({ event }) => outcomeOf<FreezeLinkOutput>(event),
  states: {
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'showingFrozen' } }, target: 'showingFrozen' },
        { guard: { type: 'interruptedAt', params: { step: 'showingObjection' } }, target: 'showingObjection' },
        { guard: { type: 'interruptedAt', params: { step: 'freezing' } }, target: 'reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'objecting' } }, target: 'reconciling' },
        { guard: 'objects', target: 'askingToObject' },
        { guard: 'hasLink', target: 'asking' },
        { target: 'linkInvalid' },
      ],
      exit: 'forgetResume',
    },
    asking: {
      meta: { ...ask, onReload: 'resume', requirements: ['D-32', 'P-1', 'P-4'] },
      entry: checkpoint('asking'),
      on: { CONFIRM: 'freezing' },
      initial: 'fresh',
      states: {
        fresh: {},
        notDone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    askingToObject: {
      meta: { ...object, onReload: 'resume', requirements: ['D-32', 'P-1', 'P-4'] },
      entry: checkpoint('askingToObject'),
      on: { CONFIRM: 'objecting' },
      initial: 'fresh',
      states: {
        fresh: {},
        notDone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    freezing: {
      tags: 'waiting',
      meta: { ...ask, api: ['freezeByLink'], onReload: 'reconcile', requirements: ['D-32', 'P-3', 'SRC §7'] },
      entry: ['forgetProblem', checkpoint('freezing')],
      invoke: {
        id: 'freezeByLink',
        src: 'freezeByLink',
        input: ({ context }) => ({ key: context.key }),
        onDone: frozenOr('asking.problem', 'linkInvalid'),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    objecting: {
      tags: 'waiting',
      meta: { ...object, api: ['freezeByLink'], onReload: 'reconcile', requirements: ['D-32', 'P-3', 'SRC §7'] },
      entry: ['forgetProblem', checkpoint('objecting')],
      invoke: {
        id: 'freezeByLink',
        src: 'freezeByLink',
        input: ({ context }) => ({ key: context.key }),
        onDone: frozenOr('askingToObject.problem', 'objectionInvalid'),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownOutcome<EarlierFreeze>()(
      { route: '/Freeze', screen: 'freeze-link-unknown', requirements: ['D-32'] },
      {
        done: { target: 'showingFrozen', actions: BY_MEMBER },
        doneForSupport: { target: 'showingFrozen', actions: BY_SUPPORT },
        doneObjecting: { target: 'showingObjection', actions: OBJECTED },
        notDone: { target: 'askingAgain', actions: 'forgetProblem' },
        // This browser's session has ended; the call needs none.
        sessionEnded: { target: 'outcomeUnknown' },
      },
    ),
    askingAgain: {
      always: [{ guard: 'objects', target: 'askingToObject.notDone' }, { target: 'asking.notDone' }],
    },
    linkInvalid: {
      tags: 'error',
      meta: {
        route: '/Freeze',
        screen: 'freeze-link-invalid',
        title: 'account-freeze:invalid.title',
        onReload: 'restart',
        requirements: ['D-32', 'D-16', 'P-4'],
      },
      entry: 'forgetCheckpoint',
      on: { SIGN_IN: 'left' },
    },
    objectionInvalid: {
      tags: 'error',
      meta: {
        route: '/Freeze',
        screen: 'freeze-link-objection-invalid',
        title: 'account-freeze:object.invalid.title',
        onReload: 'restart',
        requirements: ['D-32', 'D-16', 'P-4'],
      },
      entry: 'forgetCheckpoint',
      on: { SIGN_IN: 'left' },
    },
    showingFrozen: {
      tags: 'terminal',
      meta: {
        route: routes.showingFrozen,
        screen: 'freeze-link-done',
        title: 'account-freeze:done.title',
        onReload: 'resume',
        requirements: ['D-32', 'P-1', 'P-2'],
      },
      entry: checkpoint('showingFrozen'),
      on: { SIGN_IN: 'left' },
    },
    showingObjection: {
      tags: 'terminal',
      meta: {
        route: routes.showingObjection,
        screen: 'freeze-link-objected',
        title: 'account-freeze:object.done.title',
        onReload: 'resume',
        requirements: ['D-32', 'P-1', 'P-2'],
      },
      entry: checkpoint('showingObjection'),
      on: { SIGN_IN: 'left' },
    },
    left: endsAs<FreezeLinkOutput>('toSignIn'),
  },
});
