import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { checkpoint, chosenIn, passkeysSetup, submitted, unknownPasskeyCall } from './passkeys.setup.ts';
import type { RemovePasskeyOutcome } from './passkeys.types.ts';

const remove = { route: '/Passkeys?step=remove', screen: 'passkeys-remove', title: 'passkeys:remove.title' } as const;

/** Removing a passkey: the password and, with an app set up, a code of it or a recovery code. */
export const removing = passkeysSetup.createStateConfig({
  initial: 'enteringPassword',
  states: {
    enteringPassword: {
      tags: 'form',
      meta: { ...remove, onReload: 'restart', requirements: ['F-07', 'P-1', 'P-2', 'P-4', 'P-5'] },
      on: {
        SUBMIT_PASSWORD: { guard: 'needsNoCode', target: 'deleting' },
        SUBMIT_WITH_CODE: { guard: { type: 'provesBy', params: { proof: 'app' } }, target: 'deleting' },
        BACK: '#passkeys.showingList',
      },
      initial: 'blank',
      states: {
        blank: {},
        wrongPassword: { tags: 'error' },
        wrongCode: { tags: 'error' },
        codeNeeded: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    deleting: {
      tags: 'waiting',
      meta: { ...remove, api: ['removePasskey'], onReload: 'reconcile', requirements: ['F-07', 'P-3', 'SRC §7'] },
      entry: checkpoint('removing'),
      invoke: {
        id: 'removePasskey',
        src: 'removePasskey',
        input: ({ context, event }) => {
          const proof = submitted(event, 'SUBMIT_PASSWORD', 'SUBMIT_WITH_CODE');
          const code = proof.type === 'SUBMIT_WITH_CODE' ? proof.code : null;
          return { key: context.key, id: chosenIn(context), password: proof.password, code };
        },
        onDone: onOutcome<RemovePasskeyOutcome>()({
          removed: { target: '#passkeys.removed' },
          noSuchPasskey: { target: '#passkeys.loadingPasskeys', actions: 'forgetProblem' },
          wrongPassword: { target: 'enteringPassword.wrongPassword', actions: 'keepProblem' },
          wrongCode: { target: 'enteringPassword.wrongCode', actions: 'keepProblem' },
          codeNeeded: {
            target: 'enteringPassword.codeNeeded',
            actions: [{ type: 'provingBy', params: { proof: 'app' } }, 'keepProblem'],
          },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: '#passkeys.sessionEnded' },
          ...failuresTo('enteringPassword.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownPasskeyCall('/Passkeys?step=remove', '#passkeys.removed'),
  },
});
