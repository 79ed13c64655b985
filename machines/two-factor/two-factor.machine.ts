import { endsAs } from '../chart/ends.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { keyOfRun } from '../chart/chart.rules.ts';
import { binding } from './two-factor.binding.ts';
import { renewing } from './two-factor.renewing.ts';
import { twoFactorSetup } from './two-factor.setup.ts';
import type { GetTwoFactorInfoOutcome, TwoFactorOutput } from './two-factor.types.ts';
import { unbinding } from './two-factor.unbinding.ts';

/**
 * The second factor of the account (F-07): seeing whether one is bound, binding one, unbinding it, and
 * making new recovery codes.
 *
 * Binding requires what protects the account until then: the password and a code to the verified address. Without a
 * verified address, that is verified first. A lost response to one of these never leads back to the form: the
 * server is asked for the outcome by key.
 */
export const twoFactorMachine = twoFactorSetup.createMachine({
  id: 'two-factor',
  context: ({ input }) => ({
    key: keyOfRun(input),
    terms: null,
    resume: input.resume,
    problem: null,
    method: 'totp',
    isOn: false,
  }),
  initial: 'loadingInfo',
  output: ({ event }) => outcomeOf<TwoFactorOutput>(event),
  states: {
    loadingInfo: {
      tags: 'waiting',
      // Keeps the URL of an interrupted step, so that another reload still finds it.
      meta: {
        route: '*',
        screen: 'two-factor-loading',
        title: 'two-factor:title',
        api: ['getTwoFactorInfo'],
        onReload: 'resume',
        requirements: ['F-07', 'P-1', 'SRC §7'],
      },
      invoke: {
        id: 'getTwoFactorInfo',
        src: 'getTwoFactorInfo',
        onDone: onOutcome<GetTwoFactorInfoOutcome>()({
          off: { target: 'choosingBindingStep', actions: 'keepOff' },
          unverified: { target: 'choosingUnverifiedStep', actions: 'keepOff' },
          on: { target: 'choosingBoundStep', actions: 'keepOn' },
          provisional: { target: 'choosingBoundStep', actions: 'keepOn' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('infoUnavailable'),
        }),
        onError: { target: 'infoUnavailable', actions: 'keepError' },
      },
    },
    infoUnavailable: {
      tags: 'error',
      meta: {
        route: '*',
        screen: 'two-factor-unavailable',
        title: 'two-factor:title',
        onReload: 'resume',
        requirements: ['F-07', 'P-4', 'D-30'],
      },
      on: { RETRY: 'loadingInfo' },
    },
    choosingBindingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'enabling' } }, target: 'binding.reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'disabling' } }, target: 'unbinding.reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'renewing' } }, target: 'renewing.reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'addingKey' } }, target: 'binding.addingKey' },
        {
          guard: { type: 'interruptedAt', params: { step: 'enteringFirstCode' } },
          target: 'binding.enteringFirstCode',
        },
        { target: 'binding.gettingApp' },
      ],
      exit: 'forgetResume',
    },
    choosingUnverifiedStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'enabling' } }, target: 'binding.reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'disabling' } }, target: 'unbinding.reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'renewing' } }, target: 'renewing.reconciling' },
        { target: 'addressUnverified' },
      ],
      exit: 'forgetResume',
    },
    choosingBoundStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'enabling' } }, target: 'binding.reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'disabling' } }, target: 'unbinding.reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'renewing' } }, target: 'renewing.reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'unbinding' } }, target: 'unbinding.enteringProof' },
        { guard: { type: 'interruptedAt', params: { step: 'askingForCodes' } }, target: 'renewing.enteringProof' },
        { target: 'showingState' },
      ],
      exit: 'forgetResume',
    },
    addressUnverified: {
      meta: {
        route: '/Authentication',
        screen: 'two-factor-unverified',
        title: 'two-factor:unverified.title',
        onReload: 'resume',
        requirements: ['F-07', 'P-4', 'D-08'],
      },
      entry: 'forgetCheckpoint',
      on: { LEAVE: 'left' },
    },
    binding,
    showingState: {
      meta: {
        route: '/Authentication',
        screen: 'two-factor-state',
        title: 'two-factor:title',
        onReload: 'resume',
        requirements: ['F-07', 'SRC §2'],
      },
      entry: 'forgetCheckpoint',
      on: { START_RENEWING: 'renewing', START_UNBINDING: 'unbinding' },
    },
    unbinding,
    renewing,
    bound: endsAs<TwoFactorOutput>('bound'),
    unbound: endsAs<TwoFactorOutput>('unbound'),
    codesRenewed: endsAs<TwoFactorOutput>('codesRenewed'),
    left: endsAs<TwoFactorOutput>('left'),
    sessionEnded: endsAs<TwoFactorOutput>('sessionEnded'),
  },
});
