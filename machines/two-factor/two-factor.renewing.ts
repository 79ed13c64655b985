import { unknownOutcome } from '../chart/earlier-call.ts';
import { onOutcome } from '../chart/outcomes.ts';
import { twoFactorSetup, checkpoint, otherMethods, proofAnswers, proofStates, submitted } from './two-factor.setup.ts';
import type { EarlierBinding, RenewRecoveryCodesOutcome } from './two-factor.types.ts';

const renew = {
  route: '/Authentication?step=newCodes',
  screen: 'two-factor-renew',
  title: 'two-factor:renew.title',
} as const;

/**
 * Making new recovery codes: the password and a current code, or one of the codes that are left; then the new ones are
 * shown once.
 */
export const renewing = twoFactorSetup.createStateConfig({
  initial: 'enteringProof',
  states: {
    enteringProof: {
      tags: 'form',
      meta: {
        ...renew,
        onReload: 'resume',
        requirements: ['F-07', 'P-1', 'P-2', 'P-4', 'SRC §7'],
      },
      entry: checkpoint('askingForCodes'),
      on: {
        SUBMIT_FORM: 'renewing',
        BACK: '#two-factor.showingState',
        ...otherMethods,
      },
      ...proofStates,
    },
    renewing: {
      tags: 'waiting',
      meta: {
        ...renew,
        api: ['renewRecoveryCodes'],
        onReload: 'reconcile',
        requirements: ['F-07', 'P-3', 'SRC §7'],
      },
      entry: checkpoint('renewing'),
      invoke: {
        id: 'renewRecoveryCodes',
        src: 'renewRecoveryCodes',
        input: ({ context, event }) => ({ key: context.key, method: context.method, ...submitted(event) }),
        onDone: onOutcome<RenewRecoveryCodesOutcome>()({
          codesRenewed: { target: 'showingNewCodes', actions: ['forgetCode', 'forgetProblem'] },
          ...proofAnswers,
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownOutcome<EarlierBinding>()(
      { route: renew.route, screen: 'two-factor-unknown', requirements: ['F-07'] },
      {
        done: { target: 'showingNewCodes', actions: ['forgetCode', 'forgetProblem'] },
        doneWithoutCodes: { target: 'newCodesLost', actions: ['forgetCode', 'forgetProblem'] },
        notDone: { target: 'enteringProof.notDone', actions: 'forgetProblem' },
        sessionEnded: { target: '#two-factor.sessionEnded' },
      },
    ),
    showingNewCodes: {
      meta: {
        route: '/Authentication?step=codes',
        screen: 'two-factor-new-codes',
        title: 'two-factor:newCodes.title',
        onReload: 'reconcile',
        requirements: ['F-07', 'P-1', 'SRC §2'],
      },
      on: { CONFIRM_SAVED: '#two-factor.codesRenewed' },
    },
    newCodesLost: {
      tags: 'error',
      meta: {
        route: '/Authentication?step=codes',
        screen: 'two-factor-new-codes-lost',
        title: 'two-factor:newCodesLost.title',
        onReload: 'reconcile',
        requirements: ['F-07', 'P-4'],
      },
      on: { NEXT: '#two-factor.codesRenewed' },
    },
  },
});
