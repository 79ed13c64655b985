import { onOutcome } from '../chart/outcomes.ts';
import { chart, checkpoint, submitted } from './two-factor.setup.ts';
import type { EnableTwoFactorOutcome, GetRequestOutcomeOutcome } from './two-factor.types.ts';

/** Binding an authenticator app: get it, add the key and back it up, prove it with a first code, keep the recovery codes. */
export const binding = chart.createStateConfig({
  initial: 'gettingApp',
  states: {
    gettingApp: {
      meta: { route: '/Authentication', screen: 'two-factor-app', title: 'two-factor:app.title', onReload: 'resume', requirements: ['F-07', 'P-1', 'SRC §2'] },
      entry: 'forgetCheckpoint',
      on: { NEXT: 'addingKey' },
    },
    addingKey: {
      meta: { route: '/Authentication?step=key', screen: 'two-factor-key', title: 'two-factor:key.title', onReload: 'resume', requirements: ['F-07', 'P-1', 'P-2', 'SRC §2'] },
      entry: checkpoint('addingKey'),
      on: { NEXT: 'enteringFirstCode', BACK: 'gettingApp' },
    },
    enteringFirstCode: {
      tags: 'form',
      meta: { route: '/Authentication?step=code', screen: 'two-factor-code', title: 'two-factor:code.title', onReload: 'resume', requirements: ['F-07', 'P-1', 'P-2', 'P-4', 'SRC §2', 'SRC §5'] },
      entry: checkpoint('enteringFirstCode'),
      on: { SUBMIT_FORM: 'enabling', BACK: 'addingKey' },
      initial: 'blank',
      states: {
        blank: {},
        wrongPassword: { tags: 'error' },
        wrongCode: { tags: 'error' },
        notDone: { tags: 'error' },
        refused: { tags: 'error' },
        throttled: { tags: 'error' },
        maintenance: { tags: 'error' },
      },
    },
    enabling: {
      tags: 'waiting',
      meta: { route: '/Authentication?step=code', screen: 'two-factor-code', title: 'two-factor:code.title', api: ['enableTwoFactor'], onReload: 'reconcile', requirements: ['F-07', 'P-3', 'SRC §7'] },
      entry: checkpoint('enabling'),
      invoke: {
        id: 'enableTwoFactor',
        src: 'enableTwoFactor',
        input: ({ context, event }) => ({ key: context.key, ...submitted(event) }),
        onDone: onOutcome<EnableTwoFactorOutcome>()({
          enabled: { target: 'showingRecoveryCodes' },
          wrongPassword: { target: 'enteringFirstCode.wrongPassword', actions: 'keepProblem' },
          wrongCode: { target: 'enteringFirstCode.wrongCode', actions: 'keepProblem' },
          alreadyDone: { target: '#two-factor.loadingInfo' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: '#two-factor.sessionEnded' },
          refused: { target: 'enteringFirstCode.refused', actions: 'keepProblem' },
          throttled: { target: 'enteringFirstCode.throttled', actions: 'keepProblem' },
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
          maintenance: { target: 'enteringFirstCode.maintenance', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    outcomeUnknown: {
      tags: 'error',
      meta: { route: '/Authentication?step=code', screen: 'two-factor-unknown', title: 'two-factor:unknown.title', onReload: 'reconcile', requirements: ['F-07', 'P-3', 'P-4'] },
      after: { nextInquiry: 'reconciling' },
      on: { RETRY: 'reconciling' },
    },
    reconciling: {
      tags: 'waiting',
      meta: { route: '/Authentication?step=code', screen: 'two-factor-unknown', title: 'two-factor:unknown.title', api: ['getRequestOutcome'], onReload: 'reconcile', requirements: ['F-07', 'P-3'] },
      invoke: {
        id: 'getRequestOutcome',
        src: 'getRequestOutcome',
        input: ({ context }) => ({ key: context.key }),
        onDone: onOutcome<GetRequestOutcomeOutcome>()({
          done: { target: 'showingRecoveryCodes', actions: 'forgetProblem' },
          doneWithoutCodes: { target: 'recoveryCodesLost', actions: 'forgetProblem' },
          notDone: { target: 'enteringFirstCode.notDone', actions: 'forgetProblem' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: '#two-factor.sessionEnded' },
          refused: { target: 'outcomeUnknown', actions: 'keepProblem' },
          throttled: { target: 'outcomeUnknown', actions: 'keepProblem' },
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
          maintenance: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    showingRecoveryCodes: {
      meta: { route: '/Authentication?step=recovery', screen: 'two-factor-recovery', title: 'two-factor:codes.title', onReload: 'reconcile', requirements: ['F-07', 'P-1', 'SRC §2'] },
      on: { CONFIRM_SAVED: '#two-factor.bound' },
    },
    recoveryCodesLost: {
      tags: 'error',
      meta: { route: '/Authentication?step=recovery', screen: 'two-factor-codes-lost', title: 'two-factor:codesLost.title', onReload: 'reconcile', requirements: ['F-07', 'P-4'] },
      on: { NEXT: '#two-factor.bound' },
    },
  },
});
