import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { problemOf } from '../chart/problem.ts';
import { askingDevice, beginningPasskey, confirmingByPasskey, passkeyStopped } from './confirmation.passkey.ts';
import { expiredProblem } from './confirmation.rules.ts';
import { confirmationSetup } from './confirmation.setup.ts';
import type {
  ConfirmationOutput,
  ConfirmDraftOutcome,
  GetDraftOutcome,
  SendDraftCodeOutcome,
} from './confirmation.types.ts';

// The URL is that of the flow that needs the confirmation. Whatever is interrupted here, reading the draft gives the
// outcome.
const reading = {
  route: '*',
  screen: 'confirmation-reading',
  title: 'confirmation:noCode',
  onReload: 'reconcile',
} as const;
const code = { route: '*', screen: 'confirmation-code', title: 'confirmation:title', onReload: 'reconcile' } as const;
const unknown = {
  route: '*',
  screen: 'confirmation-unknown',
  title: 'requests:unknown.title',
  onReload: 'reconcile',
} as const;
const byNothing = { type: 'keepMethod', params: { method: 'none' } } as const;
const byApp = { type: 'keepMethod', params: { method: 'totp' } } as const;
const byMail = { type: 'keepMethod', params: { method: 'email' } } as const;
const byPasskeyOrApp = { type: 'keepMethod', params: { method: 'totp', passkey: true } } as const;
const byPasskeyOrMail = { type: 'keepMethod', params: { method: 'email', passkey: true } } as const;
const nothingAsked = { method: 'none', passkey: false, codeTo: null, terms: null, problem: null } as const;
/**
 * The second-factor step of every act that moves money (D-08): a reviewed draft is confirmed and carried out once.
 *
 * It begins by reading the draft, which says what is required and, after a reload or a lost response, what the outcome
 * was.
 */
export const confirmationMachine = confirmationSetup.createMachine({
  id: 'confirmation',
  context: ({ input }) => ({ ...input, ...nothingAsked }),
  initial: 'readingDraft',
  output: ({ event }) => outcomeOf<ConfirmationOutput>(event),
  states: {
    readingDraft: {
      tags: 'waiting',
      meta: { ...reading, api: ['getDraft'], requirements: ['D-08', 'P-1', 'P-3'] },
      invoke: {
        id: 'getDraft',
        src: 'getDraft',
        input: ({ context }) => ({ draftId: context.draftId }),
        onDone: onOutcome<GetDraftOutcome>()({
          asksNothing: { target: 'choosingStep', actions: byNothing },
          asksApp: { target: 'enteringCode', actions: byApp },
          asksMail: { target: 'sendingCode', actions: byMail },
          mailSent: { target: 'enteringCode', actions: byMail },
          asksPasskeyOrApp: { target: 'beginningPasskey', actions: byPasskeyOrApp },
          asksPasskeyOrMail: { target: 'beginningPasskey', actions: byPasskeyOrMail },
          executed: { target: 'executed' },
          expired: { target: 'over', actions: 'keepExpiry' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('draftUnavailable'),
        }),
        onError: { target: 'draftUnavailable', actions: 'keepError' },
      },
    },
    // Nothing moves without a press, however the step came to be open.
    choosingStep: { always: [{ guard: 'wasPressed', target: 'confirmingWithoutCode' }, { target: 'notConfirmed' }] },
    /** A visit that was interrupted resumes where nothing else is asked for. */
    notConfirmed: {
      tags: 'form',
      meta: { ...reading, screen: 'confirmation-resumed', requirements: ['D-08', 'P-3', 'P-4'] },
      on: { CONFIRM: { target: 'confirmingWithoutCode', actions: 'notePress' }, BACK: 'abandoned' },
    },
    draftUnavailable: {
      tags: 'error',
      meta: { ...reading, screen: 'confirmation-unavailable', requirements: ['D-08', 'P-4'] },
      on: { RETRY: 'readingDraft', BACK: 'abandoned' },
    },
    /** Nothing was done, and nothing is asked for: the member confirms again, or goes back to the review. */
    notDone: {
      tags: 'error',
      meta: { ...reading, screen: 'confirmation-unavailable', requirements: ['P-3', 'P-4'] },
      on: { RETRY: { target: 'readingDraft', actions: 'notePress' }, BACK: 'abandoned' },
    },
    beginningPasskey,
    askingDevice,
    passkeyStopped,
    confirmingByPasskey,
    sendingCode: {
      tags: 'waiting',
      meta: {
        ...code,
        api: ['sendDraftCode'],
        lostAnswer:
          'A code moves nothing: whether one came is seen in the mailbox, and a new one voids the one before.',
        requirements: ['D-08', 'D-16'],
      },
      invoke: {
        id: 'sendDraftCode',
        src: 'sendDraftCode',
        input: ({ context }) => ({ draftId: context.draftId }),
        onDone: onOutcome<SendDraftCodeOutcome>()({
          sent: { target: 'enteringCode', actions: 'keepSent' },
          tooSoon: { target: 'enteringCode.tooSoon', actions: 'keepProblem' },
          expired: { target: 'over', actions: 'keepExpiry' },
          running: { target: 'enteringCode' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringCode.problem'),
          failed: { target: 'enteringCode.notSent', actions: 'keepProblem' },
        }),
        onError: { target: 'enteringCode.notSent', actions: 'keepError' },
      },
    },
    enteringCode: {
      tags: 'form',
      meta: { ...code, requirements: ['D-08', 'P-4', 'SRC §5'] },
      on: {
        SUBMIT_CODE: 'confirming',
        RESEND_CODE: { guard: 'codeComesByMail', target: 'sendingCode', actions: 'forgetProblem' },
        USE_PASSKEY: { guard: 'hasPasskey', target: 'beginningPasskey', actions: 'forgetProblem' },
        BACK: 'abandoned',
      },
      initial: 'blank',
      states: {
        blank: {},
        wrongCode: { tags: 'error' },
        codeSpent: { tags: 'error' },
        tooSoon: { tags: 'error' },
        notSent: { tags: 'error' },
        notDone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    confirmingWithoutCode: {
      tags: 'waiting',
      meta: { ...reading, api: ['confirmDraft'], requirements: ['D-08', 'P-3'] },
      invoke: {
        id: 'confirmDraft',
        src: 'confirmDraft',
        input: ({ context }) => ({ draftId: context.draftId, code: null, signed: false }),
        onDone: onOutcome<ConfirmDraftOutcome>()({
          executed: { target: 'executed' },
          // A code is suddenly required: the draft, read again, says which.
          wrongCode: { target: 'draftUnavailable', actions: 'keepProblem' },
          codeSpent: { target: 'draftUnavailable', actions: 'keepProblem' },
          passkeyRefused: { target: 'draftUnavailable', actions: 'keepProblem' },
          expired: { target: 'over', actions: 'keepExpiry' },
          declined: { target: 'declined' },
          decided: { target: 'declined' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('draftUnavailable'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    confirming: {
      tags: 'waiting',
      meta: { ...code, api: ['confirmDraft'], requirements: ['D-08', 'P-3'] },
      invoke: {
        id: 'confirmDraft',
        src: 'confirmDraft',
        input: ({ context, event }) => ({
          draftId: context.draftId,
          code: event.type === 'SUBMIT_CODE' ? event.code : null,
          signed: false,
        }),
        onDone: onOutcome<ConfirmDraftOutcome>()({
          executed: { target: 'executed' },
          wrongCode: { target: 'enteringCode.wrongCode', actions: 'keepProblem' },
          codeSpent: { target: 'enteringCode.codeSpent', actions: ['keepProblem', 'forgetCode'] },
          passkeyRefused: { target: 'enteringCode.problem', actions: 'keepProblem' },
          expired: { target: 'over', actions: 'keepExpiry' },
          declined: { target: 'declined' },
          decided: { target: 'declined' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringCode.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    outcomeUnknown: {
      tags: 'error',
      meta: { ...unknown, requirements: ['P-3', 'P-4'] },
      after: { nextInquiry: 'reconciling' },
      on: { RETRY: 'reconciling' },
    },
    reconciling: {
      tags: 'waiting',
      meta: { ...unknown, api: ['getDraft'], requirements: ['P-3'] },
      invoke: {
        id: 'getDraft',
        src: 'getDraft',
        input: ({ context }) => ({ draftId: context.draftId }),
        onDone: onOutcome<GetDraftOutcome>()({
          asksNothing: { target: 'notDone', actions: byNothing },
          asksApp: { target: 'enteringCode.notDone', actions: byApp },
          asksMail: { target: 'enteringCode.notDone', actions: byMail },
          mailSent: { target: 'enteringCode.notDone', actions: byMail },
          asksPasskeyOrApp: { target: 'passkeyStopped.notDone', actions: byPasskeyOrApp },
          asksPasskeyOrMail: { target: 'passkeyStopped.notDone', actions: byPasskeyOrMail },
          executed: { target: 'executed' },
          expired: { target: 'over', actions: 'keepExpiry' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('outcomeUnknown'),
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    executed: {
      type: 'final',
      output: ({ event }): ConfirmationOutput => ({
        kind: 'executed',
        receiptId: outcomeOf<{ kind: 'executed'; receiptId: string }>(event).receiptId,
      }),
    },
    abandoned: { type: 'final', output: (): ConfirmationOutput => ({ kind: 'abandoned' }) },
    over: { type: 'final', output: (): ConfirmationOutput => ({ kind: 'over', problem: expiredProblem }) },
    declined: {
      type: 'final',
      output: ({ event }): ConfirmationOutput => ({ kind: 'declined', problem: problemOf(event) ?? expiredProblem }),
    },
    sessionEnded: { type: 'final', output: (): ConfirmationOutput => ({ kind: 'sessionEnded' }) },
  },
});
