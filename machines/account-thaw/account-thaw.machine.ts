import { unknownOutcome } from '../chart/earlier-call.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { askingForLink } from './account-thaw.asking.ts';
import { begin, routes } from './account-thaw.rules.ts';
import { accountThawSetup, checkpoint, factorTyped } from './account-thaw.setup.ts';
import type {
  AccountThawContext,
  AccountThawEvent,
  AccountThawOutput,
  EarlierThaw,
  ThawAccountOutcome,
} from './account-thaw.types.ts';

const confirm = { route: routes.thawing, screen: 'account-thaw-confirm', title: 'account-thaw:link.title' } as const;
const code = { route: routes.thawing, screen: 'account-thaw-code', title: 'account-thaw:code.title' } as const;
const unknown = unknownOutcome<EarlierThaw>()(
  { route: routes.thawing, screen: 'account-thaw-unknown', requirements: ['D-32'] },
  {
    done: { target: 'showingDone' },
    secondFactor: { target: 'enteringCode', actions: 'renewKey' },
    notDone: { target: 'confirming.notDone' },
    sessionEnded: { target: 'outcomeUnknown' },
  },
);

/** The call that thaws, from the link or from the code; it also reports the refusals that any call may meet. */
const thawingFrom = <const TForm extends string>(form: TForm) =>
  ({
    id: 'thawAccount',
    src: 'thawAccount',
    input: ({ context, event }: { readonly context: AccountThawContext; readonly event: AccountThawEvent }) => ({
      key: context.key,
      secondFactor: factorTyped(context, event),
    }),
    onDone: onOutcome<ThawAccountOutcome>()({
      thawed: { target: 'showingDone' },
      // Said of a call that came without a code: then one is needed.
      secondFactor: { target: 'enteringCode', actions: 'renewKey' },
      wrongCode: { target: 'enteringCode.wrongCode', actions: 'keepProblem' },
      linkInvalid: { target: 'linkInvalid', actions: 'keepProblem' },
      running: { target: 'outcomeUnknown' },
      ...failuresTo(`${form}.problem`),
      failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
    }),
    onError: { target: 'outcomeUnknown', actions: 'keepError' },
  }) as const;

/**
 * Thaws a frozen account (D-32): a link is mailed, its page asks for a press, and for a code if a second factor is
 * bound. The link may be opened on any device, so either half can begin by itself. Opening it changes nothing.
 *
 * A lost response to the thaw never leads back to the forms: the server is asked for the outcome by key.
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
      invoke: thawingFrom('confirming'),
    },
    enteringCode: {
      tags: 'form',
      meta: { ...code, onReload: 'restart', requirements: ['D-32', 'P-1', 'P-4'] },
      // A code is not kept: after a reload the page asks for the press again.
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
      invoke: thawingFrom('enteringCode'),
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
    ...unknown,
    reconciling: {
      ...unknown.reconciling,
      // Stored again: if this browser's session ends meanwhile, its end clears what is stored.
      entry: ['forgetProblem', checkpoint('thawing')],
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
    left: endsAs<AccountThawOutput>('toSignIn'),
  },
});
