import { assign, fromPromise, setup } from 'xstate';
import { interruptedAt, keyOfRun } from '../chart/chart.rules.ts';
import { nextInquiry, unknownOutcome, type EarlierCall, type EarlierCallInput } from '../chart/earlier-call.ts';
import { endsAs } from '../chart/ends.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { failuresTo, notProvided, onOutcome, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import type {
  GetNoticeSettingsOutcome,
  NoticeSettings,
  NoticeSettingsCheckpoint,
  NoticeSettingsContext,
  NoticeSettingsEvent,
  NoticeSettingsInput,
  NoticeSettingsOutput,
  NoticeSettingsStep,
  SetNoticeSettingsInput,
  SetNoticeSettingsOutcome,
  TypedSettings,
} from './notice-settings.types.ts';

const noticeSettingsSetup = setup({
  types: {
    context: {} as NoticeSettingsContext,
    events: {} as NoticeSettingsEvent,
    input: {} as NoticeSettingsInput,
    output: {} as NoticeSettingsOutput,
    meta: {} as StepMeta<
      'notice-settings-loading' | 'notice-settings-unavailable' | 'notice-settings-form' | 'notice-settings-unknown'
    >,
    tags: {} as StepTag,
  },
  actors: {
    getNoticeSettings: fromPromise<GetNoticeSettingsOutcome>(notProvided('getNoticeSettings')),
    setNoticeSettings: fromPromise<SetNoticeSettingsOutcome, SetNoticeSettingsInput>(notProvided('setNoticeSettings')),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<NoticeSettingsStep>,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: NoticeSettingsCheckpoint) => {},
    forgetCheckpoint: () => {},
    takeUpResume: assign(({ context: { resume } }) => (resume === null ? {} : { typed: resume.typed, resume: null })),
    keepOptions: assign({
      options: ({ event }) => outcomeOf<{ kind: 'loaded'; options: NoticeSettings }>(event).options,
      problem: null,
    }),
    keepTyped: assign(({ event }) => (event.type === 'SUBMIT_FORM' ? { typed: event.typed, problem: null } : {})),
    ...problemActions<NoticeSettingsContext, NoticeSettingsEvent>(),
  },
  delays: {
    nextInquiry,
  },
});

/** The one screen with the form; the call is made from it too. */
const form = { route: '/Notifications', screen: 'notice-settings-form', title: 'notice-settings:title' } as const;

/** The entry action that stores the current step. */
const checkpoint = (step: NoticeSettingsStep) =>
  ({
    type: 'saveCheckpoint',
    params: ({ context: { key, typed } }: { context: NoticeSettingsContext }): NoticeSettingsCheckpoint => ({
      version: 1,
      step,
      key,
      typed,
    }),
  }) as const;

/**
 * What a member is notified of by mail (F-17): a yes or no for each kind of event. What protects the account is mailed
 * in any case, which the form says.
 *
 * A lost response never leads back to the form: the server is asked for the outcome by key.
 */
export const noticeSettingsMachine = noticeSettingsSetup.createMachine({
  id: 'notice-settings',
  context: ({ input }) => ({ key: keyOfRun(input), resume: input.resume, options: null, typed: null, problem: null }),
  initial: 'loadingOptions',
  output: ({ event }) => outcomeOf<NoticeSettingsOutput>(event),
  states: {
    loadingOptions: {
      tags: 'waiting',
      meta: {
        route: '/Notifications',
        screen: 'notice-settings-loading',
        title: 'notice-settings:title',
        api: ['getNoticeSettings'],
        onReload: 'resume',
        requirements: ['F-17', 'P-1'],
      },
      invoke: {
        id: 'getNoticeSettings',
        src: 'getNoticeSettings',
        onDone: onOutcome<GetNoticeSettingsOutcome>()({
          loaded: { target: 'choosingStep', actions: 'keepOptions' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('optionsUnavailable'),
        }),
        onError: { target: 'optionsUnavailable', actions: 'keepError' },
      },
    },
    // As `optionsUnavailable` of the flows of money, which the build keeps with their screens.
    optionsUnavailable: {
      tags: 'error',
      meta: {
        route: '*',
        screen: 'notice-settings-unavailable',
        title: 'notice-settings:title',
        onReload: 'resume',
        requirements: ['F-17', 'P-4', 'D-30'],
      },
      on: { RETRY: 'loadingOptions' },
    },
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'saving' } }, target: 'reconciling' },
        { target: 'choosing' },
      ],
      exit: 'takeUpResume',
    },
    choosing: {
      tags: 'form',
      meta: { ...form, onReload: 'resume', requirements: ['F-17', 'P-1', 'P-4'] },
      entry: checkpoint('choosing'),
      on: { SUBMIT_FORM: { target: 'saving', actions: 'keepTyped' }, CANCEL: 'cancelled' },
      initial: 'blank',
      states: {
        blank: {},
        notDone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    saving: {
      tags: 'waiting',
      meta: { ...form, api: ['setNoticeSettings'], onReload: 'reconcile', requirements: ['F-17', 'P-3'] },
      entry: checkpoint('saving'),
      invoke: {
        id: 'setNoticeSettings',
        src: 'setNoticeSettings',
        input: ({ context }) => ({ key: context.key, typed: typedOf(context) }),
        onDone: onOutcome<SetNoticeSettingsOutcome>()({
          saved: { target: 'saved' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('choosing.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownOutcome<EarlierCall>()(
      { route: '/Notifications', screen: 'notice-settings-unknown', requirements: ['F-17'] },
      {
        done: { target: 'saved' },
        notDone: { target: 'choosing.notDone', actions: 'forgetProblem' },
        sessionEnded: { target: 'sessionEnded' },
      },
    ),
    saved: endsAs<NoticeSettingsOutput>('saved'),
    cancelled: endsAs<NoticeSettingsOutput>('cancelled'),
    sessionEnded: endsAs<NoticeSettingsOutput>('sessionEnded'),
  },
});

/** What was chosen. Throws if there is nothing, which is a bug in the chart. */
function typedOf({ typed }: NoticeSettingsContext): TypedSettings {
  if (typed === null) throw new Error('The call was entered without a choice.');
  return typed;
}
