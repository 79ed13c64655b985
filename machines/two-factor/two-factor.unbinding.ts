import { unknownOutcome } from '../chart/earlier-call.ts';
import { onOutcome } from '../chart/outcomes.ts';
import { twoFactorSetup, checkpoint, otherMethods, proofAnswers, proofStates, submitted } from './two-factor.setup.ts';
import type { DisableTwoFactorOutcome, EarlierBinding } from './two-factor.types.ts';

const unbind = {
  route: '/Authentication?step=unbind',
  screen: 'two-factor-unbind',
  title: 'two-factor:unbind.title',
} as const;

/** Unbinding the app: the password and a current code, or a recovery code if the phone is lost. */
export const unbinding = twoFactorSetup.createStateConfig({
  initial: 'enteringProof',
  states: {
    enteringProof: {
      tags: 'form',
      meta: {
        ...unbind,
        onReload: 'resume',
        requirements: ['F-07', 'P-1', 'P-2', 'P-4', 'SRC §7'],
      },
      entry: checkpoint('unbinding'),
      on: {
        SUBMIT_FORM: 'disabling',
        BACK: '#two-factor.showingState',
        ...otherMethods,
      },
      ...proofStates,
    },
    disabling: {
      tags: 'waiting',
      meta: {
        ...unbind,
        api: ['disableTwoFactor'],
        onReload: 'reconcile',
        requirements: ['F-07', 'P-3', 'SRC §7'],
      },
      entry: checkpoint('disabling'),
      invoke: {
        id: 'disableTwoFactor',
        src: 'disableTwoFactor',
        input: ({ context, event }) => ({ key: context.key, method: context.method, ...submitted(event) }),
        onDone: onOutcome<DisableTwoFactorOutcome>()({
          disabled: { target: '#two-factor.unbound' },
          ...proofAnswers,
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownOutcome<EarlierBinding>()(
      { route: unbind.route, screen: 'two-factor-unknown', requirements: ['F-07'] },
      {
        done: { target: '#two-factor.unbound' },
        doneWithoutCodes: { target: '#two-factor.unbound' },
        notDone: { target: 'enteringProof.notDone', actions: 'forgetProblem' },
        sessionEnded: { target: '#two-factor.sessionEnded' },
      },
    ),
  },
});
