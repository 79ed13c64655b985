import { sameKeyAgain, unknownOutcome } from '../chart/earlier-call.ts';
import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { twoFactorSetup, checkpoint, submittedCodes } from './two-factor.setup.ts';
import type {
  EarlierBinding,
  EnableTwoFactorOutcome,
  SendTwoFactorCodeOutcome,
  TwoFactorContext,
} from './two-factor.types.ts';

const key = { route: '/Authentication?step=key', screen: 'two-factor-key', title: 'two-factor:key.title' } as const;
const code = { route: '/Authentication?step=code', screen: 'two-factor-code', title: 'two-factor:code.title' } as const;

/** Mails a code: started from the key, or from the code's form, which shows the reason if it is refused. */
const sendingFrom = <const TForm extends string>(form: TForm) =>
  ({
    id: 'sendTwoFactorCode',
    src: 'sendTwoFactorCode',
    input: ({ context }: { readonly context: TwoFactorContext }) => ({ key: context.key }),
    onDone: onOutcome<SendTwoFactorCodeOutcome>()({
      sent: { target: 'enteringFirstCode', actions: 'keepSent' },
      // The code sent a moment ago is as good as a new one.
      tooSoon: { target: 'enteringFirstCode.tooSoon', actions: 'keepProblem' },
      unverified: { target: '#two-factor.addressUnverified' },
      alreadyDone: { target: '#two-factor.loadingInfo' },
      running: { target: `${form}.running`, actions: 'keepProblem' },
      sessionEnded: { target: '#two-factor.sessionEnded' },
      ...failuresTo(`${form}.problem`),
    }),
    onError: { target: `${form}.problem`, actions: 'keepError' },
  }) as const;

/**
 * Binding an authenticator app: get it, add the key and back it up, prove with the password, a mailed code and a first
 * code of the app that it is the member who binds it, and keep the recovery codes.
 */
export const binding = twoFactorSetup.createStateConfig({
  initial: 'gettingApp',
  states: {
    gettingApp: {
      meta: {
        route: '/Authentication',
        screen: 'two-factor-app',
        title: 'two-factor:app.title',
        onReload: 'resume',
        requirements: ['F-07', 'P-1', 'SRC §2'],
      },
      entry: 'forgetCheckpoint',
      on: { NEXT: 'addingKey' },
    },
    addingKey: {
      meta: { ...key, onReload: 'resume', requirements: ['F-07', 'P-1', 'P-2', 'P-4', 'SRC §2'] },
      entry: checkpoint('addingKey'),
      on: { NEXT: 'sendingCode', BACK: 'gettingApp' },
      initial: 'blank',
      states: {
        blank: {},
        running: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    sendingCode: {
      tags: 'waiting',
      meta: {
        ...key,
        api: ['sendTwoFactorCode'],
        onReload: 'resume',
        lostAnswer: sameKeyAgain,
        requirements: ['F-07', 'P-3', 'D-16', 'SRC §7'],
      },
      invoke: sendingFrom('addingKey'),
    },
    enteringFirstCode: {
      tags: 'form',
      meta: { ...code, onReload: 'resume', requirements: ['F-07', 'P-1', 'P-2', 'P-4', 'SRC §2', 'SRC §5'] },
      entry: checkpoint('enteringFirstCode'),
      on: {
        SUBMIT_CODES: 'enabling',
        RESEND_CODE: 'resendingCode',
        BACK: { target: 'addingKey', actions: 'forgetProblem' },
      },
      initial: 'blank',
      states: {
        blank: {},
        wrongPassword: { tags: 'error' },
        wrongCode: { tags: 'error' },
        wrongEmailCode: { tags: 'error' },
        emailCodeOver: { tags: 'error' },
        notDone: { tags: 'error' },
        tooSoon: { tags: 'error' },
        running: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    resendingCode: {
      tags: 'waiting',
      meta: {
        ...code,
        api: ['sendTwoFactorCode'],
        onReload: 'resume',
        lostAnswer: sameKeyAgain,
        requirements: ['F-07', 'P-3', 'D-16', 'SRC §7'],
      },
      invoke: sendingFrom('enteringFirstCode'),
    },
    enabling: {
      tags: 'waiting',
      meta: { ...code, api: ['enableTwoFactor'], onReload: 'reconcile', requirements: ['F-07', 'P-3', 'SRC §7'] },
      entry: checkpoint('enabling'),
      invoke: {
        id: 'enableTwoFactor',
        src: 'enableTwoFactor',
        input: ({ context, event }) => ({ key: context.key, ...submittedCodes(event) }),
        onDone: onOutcome<EnableTwoFactorOutcome>()({
          enabled: { target: 'showingRecoveryCodes', actions: 'forgetCode' },
          wrongPassword: { target: 'enteringFirstCode.wrongPassword', actions: 'keepProblem' },
          wrongCode: { target: 'enteringFirstCode.wrongCode', actions: 'keepProblem' },
          wrongEmailCode: { target: 'enteringFirstCode.wrongEmailCode', actions: 'keepProblem' },
          emailCodeOver: { target: 'enteringFirstCode.emailCodeOver', actions: ['forgetCode', 'keepProblem'] },
          alreadyDone: { target: '#two-factor.loadingInfo' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: '#two-factor.sessionEnded' },
          ...failuresTo('enteringFirstCode.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownOutcome<EarlierBinding>()(
      { route: '/Authentication?step=code', screen: 'two-factor-unknown', requirements: ['F-07'] },
      {
        done: { target: 'showingRecoveryCodes', actions: ['forgetCode', 'forgetProblem'] },
        doneWithoutCodes: { target: 'recoveryCodesLost', actions: ['forgetCode', 'forgetProblem'] },
        notDone: { target: 'enteringFirstCode.notDone', actions: 'forgetProblem' },
        sessionEnded: { target: '#two-factor.sessionEnded' },
      },
    ),
    showingRecoveryCodes: {
      meta: {
        route: '/Authentication?step=recovery',
        screen: 'two-factor-recovery',
        title: 'two-factor:codes.title',
        onReload: 'reconcile',
        requirements: ['F-07', 'P-1', 'SRC §2'],
      },
      on: { CONFIRM_SAVED: '#two-factor.bound' },
    },
    recoveryCodesLost: {
      tags: 'error',
      meta: {
        route: '/Authentication?step=recovery',
        screen: 'two-factor-codes-lost',
        title: 'two-factor:codesLost.title',
        onReload: 'reconcile',
        requirements: ['F-07', 'P-4'],
      },
      on: { NEXT: '#two-factor.bound' },
    },
  },
});
