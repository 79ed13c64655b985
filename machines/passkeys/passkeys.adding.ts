import { sameKeyAgain } from '../chart/earlier-call.ts';
import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { checkpoint, passkeysSetup, submitted, unknownPasskeyCall } from './passkeys.setup.ts';
import type {
  AddPasskeyOutcome,
  BeginPasskeyOutcome,
  PasskeysContext,
  SendPasskeyCodeOutcome,
} from './passkeys.types.ts';

const proof = { route: '/Passkeys?step=add', screen: 'passkeys-proof', title: 'passkeys:proof.title' } as const;
const device = {
  route: '/Passkeys?step=device',
  screen: 'passkeys-device-asking',
  title: 'passkeys:device.title',
} as const;

/** Why the answer to the proofs is not asked for. */
const onlyAsked =
  'Pressing again repeats the call under its key; a challenge that nobody answers adds nothing, and is over in minutes.';

/** Mails a code: started from the list, or from the form, which shows the reason if it is refused. */
const sending = <const TRefused extends string>(refused: TRefused) =>
  ({
    id: 'sendPasskeyCode',
    src: 'sendPasskeyCode',
    input: ({ context }: { readonly context: PasskeysContext }) => ({ key: context.key }),
    onDone: onOutcome<SendPasskeyCodeOutcome>()({
      sent: { target: 'enteringProof', actions: 'keepSent' },
      // The code sent a moment ago is as good as a new one.
      tooSoon: { target: 'enteringProof.tooSoon', actions: 'keepProblem' },
      unverified: { target: '#passkeys.addressUnverified' },
      codeOfApp: {
        target: 'enteringProof',
        actions: [{ type: 'provingBy', params: { proof: 'app' } }, 'forgetCode', 'forgetProblem'],
      },
      running: { target: refused, actions: 'keepProblem' },
      sessionEnded: { target: '#passkeys.sessionEnded' },
      ...failuresTo(refused),
    }),
    onError: { target: refused, actions: 'keepError' },
  }) as const;

/** Adding a passkey: prove with what protects the account until then, let the device make one, and add it. */
export const adding = passkeysSetup.createStateConfig({
  initial: 'choosingProof',
  states: {
    choosingProof: {
      always: [
        { guard: { type: 'provesBy', params: { proof: 'app' } }, target: 'enteringProof' },
        { guard: { type: 'provesBy', params: { proof: 'mailedCode' } }, target: 'sendingCode' },
        { target: '#passkeys.addressUnverified' },
      ],
    },
    sendingCode: {
      tags: 'waiting',
      meta: {
        ...proof,
        api: ['sendPasskeyCode'],
        onReload: 'restart',
        lostAnswer: sameKeyAgain,
        requirements: ['F-07', 'P-3', 'D-16', 'SRC §7'],
      },
      invoke: sending('#passkeys.showingList.problem'),
    },
    enteringProof: {
      tags: 'form',
      meta: { ...proof, onReload: 'restart', requirements: ['F-07', 'P-1', 'P-2', 'P-4', 'SRC §5'] },
      on: {
        SUBMIT_CODES: 'beginning',
        RESEND_CODE: { guard: { type: 'provesBy', params: { proof: 'mailedCode' } }, target: 'resendingCode' },
        BACK: '#passkeys.showingList',
      },
      initial: 'blank',
      states: {
        blank: {},
        wrongPassword: { tags: 'error' },
        wrongCode: { tags: 'error' },
        codeOver: { tags: 'error' },
        codeNeeded: { tags: 'error' },
        tooSoon: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    resendingCode: {
      tags: 'waiting',
      meta: {
        ...proof,
        api: ['sendPasskeyCode'],
        onReload: 'restart',
        lostAnswer: sameKeyAgain,
        requirements: ['F-07', 'P-3', 'D-16', 'SRC §7'],
      },
      invoke: sending('enteringProof.problem'),
    },
    beginning: {
      tags: 'waiting',
      meta: {
        ...proof,
        api: ['beginPasskey'],
        onReload: 'restart',
        lostAnswer: onlyAsked,
        requirements: ['F-07', 'P-3', 'SRC §7'],
      },
      invoke: {
        id: 'beginPasskey',
        src: 'beginPasskey',
        input: ({ context, event }) => {
          const { password, code, name } = submitted(event, 'SUBMIT_CODES');
          return { key: context.key, proof: context.proof, password, code, name };
        },
        onDone: onOutcome<BeginPasskeyOutcome>()({
          begun: { target: 'askingDevice', actions: ['keepKey', 'forgetCode'] },
          wrongPassword: { target: 'enteringProof.wrongPassword', actions: 'keepProblem' },
          wrongCode: { target: 'enteringProof.wrongCode', actions: 'keepProblem' },
          codeOver: { target: 'enteringProof.codeOver', actions: ['forgetCode', 'keepProblem'] },
          codeNeeded: {
            target: 'enteringProof.codeNeeded',
            actions: [{ type: 'provingBy', params: { proof: 'app' } }, 'forgetCode', 'keepProblem'],
          },
          unverified: { target: '#passkeys.addressUnverified' },
          tenAlready: { target: '#passkeys.showingList.problem', actions: ['forgetCode', 'keepProblem'] },
          running: { target: 'enteringProof.problem', actions: 'keepProblem' },
          sessionEnded: { target: '#passkeys.sessionEnded' },
          ...failuresTo('enteringProof.problem'),
        }),
        onError: { target: 'enteringProof.problem', actions: 'keepError' },
      },
    },
    askingDevice: {
      meta: { ...device, onReload: 'restart', requirements: ['F-07', 'P-1', 'P-4', 'P-5'] },
      on: {
        DEVICE_MADE: 'adding',
        DEVICE_CANCELLED: { target: '.cancelled', actions: 'forgetProblem' },
        DEVICE_KNOWN: { target: '.known', actions: 'forgetProblem' },
        DEVICE_UNSUPPORTED: { target: '.unsupported', actions: 'forgetProblem' },
        DEVICE_FAILED: { target: '.broken', actions: 'forgetProblem' },
        BACK: 'enteringProof',
      },
      initial: 'fresh',
      states: {
        fresh: {},
        cancelled: { tags: 'error' },
        known: { tags: 'error' },
        unsupported: { tags: 'error' },
        broken: { tags: 'error' },
      },
    },
    adding: {
      tags: 'waiting',
      meta: { ...device, api: ['addPasskey'], onReload: 'reconcile', requirements: ['F-07', 'P-3', 'SRC §7'] },
      entry: checkpoint('adding'),
      invoke: {
        id: 'addPasskey',
        src: 'addPasskey',
        input: ({ context }) => ({ key: context.key }),
        onDone: onOutcome<AddPasskeyOutcome>()({
          added: { target: '#passkeys.added' },
          notAdded: { target: '#passkeys.showingList.problem', actions: 'keepProblem' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: '#passkeys.sessionEnded' },
          ...failuresTo('#passkeys.showingList.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownPasskeyCall('/Passkeys?step=device', '#passkeys.added'),
  },
});
