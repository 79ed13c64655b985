import { endsAs } from '../chart/ends.ts';
import { sameKeyAgain } from '../chart/earlier-call.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { keyOfRun } from '../chart/chart.rules.ts';
import { adding } from './passkeys.adding.ts';
import { removing } from './passkeys.removing.ts';
import { chosenIn, passkeysSetup, submitted } from './passkeys.setup.ts';
import type { ListPasskeysOutcome, PasskeysOutput, RenamePasskeyOutcome } from './passkeys.types.ts';

const rename = { route: '/Passkeys?step=rename', screen: 'passkeys-rename', title: 'passkeys:rename.title' } as const;

/**
 * The member's passkeys (F-07): seeing them, adding, renaming and removing one.
 *
 * Adding one asks first for what protects the account until then, and then the device. A lost response to adding or
 * removing never leads back to the form: the server is asked for the outcome by key.
 */
export const passkeysMachine = passkeysSetup.createMachine({
  id: 'passkeys',
  context: ({ input }) => ({
    key: keyOfRun(input),
    resume: input.resume,
    problem: null,
    proof: 'unverified',
    terms: null,
    chosen: null,
  }),
  initial: 'loadingPasskeys',
  output: ({ event }) => outcomeOf<PasskeysOutput>(event),
  states: {
    loadingPasskeys: {
      tags: 'waiting',
      // Keeps the URL of an interrupted step, so that another reload still finds it.
      meta: {
        route: '*',
        screen: 'passkeys-loading',
        title: 'passkeys:title',
        api: ['listPasskeys'],
        onReload: 'resume',
        requirements: ['F-07', 'P-1', 'SRC §7'],
      },
      entry: 'forgetChosen',
      invoke: {
        id: 'listPasskeys',
        src: 'listPasskeys',
        onDone: onOutcome<ListPasskeysOutcome>()({
          byApp: {
            target: 'choosingStep',
            actions: [{ type: 'provingBy', params: { proof: 'app' } }, 'forgetProblem'],
          },
          byMail: {
            target: 'choosingStep',
            actions: [{ type: 'provingBy', params: { proof: 'mailedCode' } }, 'forgetProblem'],
          },
          unverified: {
            target: 'choosingStep',
            actions: [{ type: 'provingBy', params: { proof: 'unverified' } }, 'forgetProblem'],
          },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('listUnavailable'),
        }),
        onError: { target: 'listUnavailable', actions: 'keepError' },
      },
    },
    listUnavailable: {
      tags: 'error',
      meta: {
        route: '*',
        screen: 'passkeys-unavailable',
        title: 'passkeys:title',
        onReload: 'resume',
        requirements: ['F-07', 'P-4', 'D-30'],
      },
      on: { RETRY: 'loadingPasskeys' },
    },
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'adding' } }, target: 'adding.reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'removing' } }, target: 'removing.reconciling' },
        { target: 'showingList' },
      ],
      exit: 'forgetResume',
    },
    showingList: {
      meta: {
        route: '/Passkeys',
        screen: 'passkeys-list-asking',
        title: 'passkeys:title',
        onReload: 'resume',
        requirements: ['F-07', 'P-1', 'P-4', 'P-5'],
      },
      entry: ['forgetCheckpoint', 'forgetChosen', 'forgetCode'],
      on: {
        START_ADDING: { target: 'adding', actions: 'forgetProblem' },
        START_RENAMING: { target: 'enteringName', actions: 'choose' },
        START_REMOVING: { target: 'removing', actions: 'choose' },
        LEAVE: 'left',
      },
      initial: 'plain',
      states: {
        plain: {},
        notDone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    addressUnverified: {
      meta: {
        route: '/Passkeys?step=add',
        screen: 'passkeys-unverified-asking',
        title: 'passkeys:unverified.title',
        onReload: 'restart',
        requirements: ['F-07', 'P-4', 'D-08'],
      },
      entry: 'forgetCode',
      on: { BACK: 'showingList' },
    },
    adding,
    enteringName: {
      tags: 'form',
      meta: { ...rename, onReload: 'restart', requirements: ['F-07', 'P-1', 'P-2', 'P-4'] },
      on: { SUBMIT_NAME: 'renaming', BACK: 'showingList' },
      initial: 'blank',
      states: {
        blank: {},
        problem: { tags: 'error' },
      },
    },
    renaming: {
      tags: 'waiting',
      meta: {
        ...rename,
        api: ['renamePasskey'],
        onReload: 'restart',
        lostAnswer: sameKeyAgain,
        requirements: ['F-07', 'P-3', 'SRC §7'],
      },
      invoke: {
        id: 'renamePasskey',
        src: 'renamePasskey',
        input: ({ context, event }) => ({
          key: context.key,
          id: chosenIn(context),
          name: submitted(event, 'SUBMIT_NAME').name,
        }),
        onDone: onOutcome<RenamePasskeyOutcome>()({
          renamed: { target: 'loadingPasskeys', actions: 'keepKey' },
          noSuchPasskey: { target: 'loadingPasskeys', actions: 'forgetProblem' },
          running: { target: 'enteringName.problem', actions: 'keepProblem' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringName.problem'),
        }),
        onError: { target: 'enteringName.problem', actions: 'keepError' },
      },
    },
    removing,
    added: endsAs<PasskeysOutput>('added'),
    removed: endsAs<PasskeysOutput>('removed'),
    left: endsAs<PasskeysOutput>('left'),
    sessionEnded: endsAs<PasskeysOutput>('sessionEnded'),
  },
});
