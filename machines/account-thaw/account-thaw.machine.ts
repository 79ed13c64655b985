import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { askingForLink } from './account-thaw.asking.ts';
import { begin, routes } from './account-thaw.rules.ts';
import { accountThawSetup, checkpoint, secondFactorOf } from './account-thaw.setup.ts';
import type { AccountThawOutput, EarlierThaw, ThawAccountOutcome } from './account-thaw.types.ts';

const confirm = { route: routes.thawing, screen: 'account-thaw-confirm', title: 'account-thaw:link.title' } as const;
const code = { route: routes.thawing, screen: 'account-thaw-code', title: 'account-thaw:code.title' } as const;
const unknown = {
  route: routes.thawing,
  screen: 'account-thaw-unknown',
  title: 'requests:unknown.title',
  onReload: 'reconcile',
} as const;

/**
 * A frozen account is thawed (D-32): a link is mailed, its page asks for a press, and for a code where a second factor
 * is bound. The link may be opened on any device, so each of the two halves can begin by itself. Opening it changes
 * nothing.
 *
 * A lost answer of the thaw never leads back to the forms: the server is asked by the key what became of it.
 */
export const accountThawMachine = accountThawSetup.createMachine({
  id: 'account-thaw',
  context: ({ input }) => begin(input),
  initial: 'choosingStep',
  output: ({ event }) => outcomeOf<AccountThawOutput>(event),
  states: {
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'showingDone' } }, target: 'showingDone' },
        { guard: { type: 'interruptedAt', params: { step: 'thawing' } }, target: 'reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'linkSent' } }, target: 'askingForLink.linkSent' },
        { guard: { type: 'interruptedAt', params: { step: 'confirming' } }, target: 'confirming' },
        { guard: 'openedByLink', target: 'confirming' },
        { target: 'askingForLink' },
      ],
      exit: 'forgetBeginning',
    },
    askingForLink,
    confirming: {
      meta: { ...confirm, onReload: 'resume', requirements: ['D-32', 'D-16', 'P-1', 'P-4'] },
      entry: checkpoint('confirming'),
      on: { CONFIRM: 'openingLink' },
      initial: 'fresh',
      states: {
        fresh: {},
        notDone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    openingLink: {
      tags: 'waiting',
      meta: { ...confirm, api: ['thawAccount'], onReload: 'reconcile', requirements: ['D-32', 'P-3', 'SRC §7'] },
      entry: ['forgetProblem', checkpoint('thawing')],
      invoke: {
        id: 'thawAccount',
        src: 'thawAccount',
        input: ({ context, event }) => ({ key: context.key, secondFactor: secondFactorOf(context, event) }),
        onDone: onOutcome<ThawAccountOutcome>()({
          thawed: { target: 'showingDone' },
          secondFactor: { target: 'enteringCode', actions: 'renewKey' },
          // Said of a code that this call had none of; then one is needed.
          wrongCode: { target: 'enteringCode.wrongCode', actions: 'keepProblem' },
          linkInvalid: { target: 'linkInvalid', actions: 'keepProblem' },
          running: { target: 'outcomeUnknown' },
          ...failuresTo('confirming.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    enteringCode: {
      tags: 'form',
      meta: { ...code, onReload: 'restart', requirements: ['D-32', 'P-1', 'P-4'] },
      // A code is not kept: loaded again, the page asks for the press on the link once more.
      entry: checkpoint('confirming'),
      on: {
        SUBMIT_CODE: 'thawing',
        USE_RECOVERY_CODE: {
          guard: { type: 'methodIsNot', params: { method: 'recoveryCode' } },
          target: '.blank',
          actions: { type: 'useMethod', params: { method: 'recoveryCode' } },
        },
        USE_APP_CODE: {
          guard: { type: 'methodIsNot', params: { method: 'totp' } },
          target: '.blank',
          actions: { type: 'useMethod', params: { method: 'totp' } },
        },
      },
      initial: 'blank',
      states: {
        blank: {},
        wrongCode: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    thawing: {
      tags: 'waiting',
      meta: { ...code, api: ['thawAccount'], onReload: 'reconcile', requirements: ['D-32', 'P-3', 'SRC §7'] },
      entry: ['forgetProblem', checkpoint('thawing')],
      invoke: {
        id: 'thawAccount',
        src: 'thawAccount',
        input: ({ context, event }) => ({ key: context.key, secondFactor: secondFactorOf(context, event) }),
        onDone: onOutcome<ThawAccountOutcome>()({
          thawed: { target: 'showingDone' },
          // Said where the code did not arrive with the call.
          secondFactor: { target: 'enteringCode', actions: 'renewKey' },
          wrongCode: { target: 'enteringCode.wrongCode', actions: 'keepProblem' },
          linkInvalid: { target: 'linkInvalid', actions: 'keepProblem' },
          running: { target: 'outcomeUnknown' },
          ...failuresTo('enteringCode.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    linkInvalid: {
      tags: 'error',
      meta: {
        route: routes.thawing,
        screen: 'account-thaw-invalid',
        title: 'account-thaw:invalid.title',
        onReload: 'restart',
        requirements: ['D-32', 'D-16', 'P-4'],
      },
      entry: 'forgetCheckpoint',
      on: { ASK_NEW_LINK: { target: 'askingForLink', actions: 'forgetProblem' } },
    },
    outcomeUnknown: {
      tags: 'error',
      meta: { ...unknown, requirements: ['D-32', 'P-3', 'P-4'] },
      after: { nextInquiry: 'reconciling' },
      on: { RETRY: 'reconciling' },
    },
    reconciling: {
      tags: 'waiting',
      meta: { ...unknown, api: ['getRequestOutcome'], requirements: ['D-32', 'P-3'] },
      // Stored once more: a session of this browser that ends meanwhile takes what is stored along.
      entry: ['forgetProblem', checkpoint('thawing')],
      invoke: {
        id: 'getRequestOutcome',
        src: 'getRequestOutcome',
        input: ({ context }) => ({ key: context.key }),
        onDone: onOutcome<EarlierThaw>()({
          done: { target: 'showingDone' },
          secondFactor: { target: 'enteringCode', actions: 'renewKey' },
          notDone: { target: 'confirming.notDone' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'outcomeUnknown' },
          ...failuresTo('outcomeUnknown'),
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    showingDone: {
      tags: 'terminal',
      meta: {
        route: routes.showingDone,
        screen: 'account-thaw-done',
        title: 'account-thaw:done.title',
        onReload: 'resume',
        requirements: ['D-32', 'P-1', 'P-2'],
      },
      entry: checkpoint('showingDone'),
      on: { SIGN_IN: 'left' },
    },
    left: { type: 'final', entry: 'forgetCheckpoint', output: (): AccountThawOutput => ({ kind: 'toSignIn' }) },
  },
});
