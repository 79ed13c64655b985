import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { confirmationSetup } from './confirmation.setup.ts';
import type { BeginDraftPasskeyOutcome, ConfirmDraftOutcome } from './confirmation.types.ts';

const device = {
  route: '*',
  screen: 'confirmation-device',
  title: 'confirmation:passkey.title',
  onReload: 'reconcile',
} as const;

/** The ways on from a step with a passkey that the member leaves. */
const insteadOfPasskey = {
  USE_CODE: [
    { guard: 'codeComesByMail', target: 'sendingCode', actions: 'forgetProblem' },
    { target: 'enteringCode', actions: 'forgetProblem' },
  ],
  BACK: 'abandoned',
} as const;

/** The server makes a challenge, which the port keeps for the device. */
export const beginningPasskey = confirmationSetup.createStateConfig({
  tags: 'waiting',
  meta: {
    ...device,
    api: ['beginDraftPasskey'],
    lostAnswer: 'A challenge moves nothing, and a new one voids the one before.',
    requirements: ['D-08', 'P-3'],
  },
  invoke: {
    id: 'beginDraftPasskey',
    src: 'beginDraftPasskey',
    input: ({ context }) => ({ draftId: context.draftId }),
    onDone: onOutcome<BeginDraftPasskeyOutcome>()({
      begun: { target: 'askingDevice', actions: 'forgetProblem' },
      noPasskey: { target: 'passkeyStopped.problem', actions: 'keepProblem' },
      expired: { target: 'over', actions: 'keepExpiry' },
      running: { target: 'passkeyStopped.problem', actions: 'keepProblem' },
      sessionEnded: { target: 'sessionEnded' },
      ...failuresTo('passkeyStopped.problem'),
    }),
    onError: { target: 'passkeyStopped.problem', actions: 'keepError' },
  },
});

/** Only from here is a signature sent, once: the summary of the draft is on the screen while the device is asked. */
export const askingDevice = confirmationSetup.createStateConfig({
  meta: { ...device, requirements: ['D-08', 'P-4', 'SRC §5'] },
  on: {
    DEVICE_SIGNED: 'confirmingByPasskey',
    DEVICE_CANCELLED: { target: '.cancelled', actions: 'forgetProblem' },
    DEVICE_UNSUPPORTED: { target: '.unsupported', actions: 'forgetProblem' },
    DEVICE_FAILED: { target: '.broken', actions: 'forgetProblem' },
    ...insteadOfPasskey,
  },
  initial: 'fresh',
  states: {
    fresh: {},
    cancelled: { tags: 'error' },
    unsupported: { tags: 'error' },
    broken: { tags: 'error' },
  },
});

/** The passkey led nowhere: it can be tried again, or a code is used instead. */
export const passkeyStopped = confirmationSetup.createStateConfig({
  meta: { ...device, screen: 'confirmation-stopped', requirements: ['D-08', 'P-4'] },
  tags: 'error',
  on: { RETRY: { target: 'beginningPasskey', actions: 'forgetProblem' }, ...insteadOfPasskey },
  initial: 'problem',
  states: {
    notAccepted: {},
    notDone: {},
    problem: {},
  },
});

/** What the device has signed is sent, once. */
export const confirmingByPasskey = confirmationSetup.createStateConfig({
  tags: 'waiting',
  meta: { ...device, api: ['confirmDraft'], requirements: ['D-08', 'P-3'] },
  invoke: {
    id: 'confirmDraft',
    src: 'confirmDraft',
    input: ({ context }) => ({ draftId: context.draftId, code: null, signed: true }),
    onDone: onOutcome<ConfirmDraftOutcome>()({
      executed: { target: 'executed' },
      wrongCode: { target: 'passkeyStopped.problem', actions: 'keepProblem' },
      codeSpent: { target: 'passkeyStopped.problem', actions: ['keepProblem', 'forgetCode'] },
      passkeyRefused: { target: 'passkeyStopped.notAccepted', actions: 'keepProblem' },
      expired: { target: 'over', actions: 'keepExpiry' },
      declined: { target: 'declined' },
      decided: { target: 'declined' },
      running: { target: 'outcomeUnknown' },
      sessionEnded: { target: 'sessionEnded' },
      ...failuresTo('passkeyStopped.problem'),
      failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
    }),
    onError: { target: 'outcomeUnknown', actions: 'keepError' },
  },
});
