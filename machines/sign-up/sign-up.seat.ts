import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { otherSide } from './sign-up.rules.ts';
import { signUpSetup, checkpoint, seatOf } from './sign-up.setup.ts';
import type { CheckIntroducerOutcome, GetSeatBottomOutcome } from './sign-up.types.ts';

/** Who introduces the newcomer, and on which side; a referral link has filled it in. */
export const enteringIntroducer = signUpSetup.createStateConfig({
  tags: 'form',
  meta: {
    route: '/Signup',
    screen: 'sign-up-introducer',
    title: 'sign-up:introducer.title',
    onReload: 'resume',
    requirements: ['F-03', 'P-1', 'P-4', 'D-11', 'D-15', 'SRC §1', 'SRC §2', 'SRC §5'],
  },
  entry: ['forgetSeat', checkpoint('introducer')],
  on: {
    SUBMIT_INTRODUCER: {
      target: 'checkingIntroducer',
      actions: {
        type: 'keepTyped',
        params: ({ event: { introducer, position, seatUser } }) => ({ introducer, position, seatUser }),
      },
    },
  },
  initial: 'blank',
  states: {
    blank: { entry: 'forgetProblem' },
    unknownIntroducer: { tags: 'error' },
    unknownSeatUser: { tags: 'error' },
    seatUserOutside: { tags: 'error' },
    problem: { tags: 'error' },
  },
});

export const checkingIntroducer = signUpSetup.createStateConfig({
  tags: 'waiting',
  meta: {
    route: '/Signup',
    screen: 'sign-up-introducer',
    title: 'sign-up:introducer.title',
    api: ['checkIntroducerAndSeatUser'],
    onReload: 'resume',
    lostAnswer: 'The call only reads, so asking again has no effect.',
    requirements: ['F-03', 'P-1', 'SRC §7'],
  },
  entry: ['forgetProblem', checkpoint('introducer')],
  invoke: {
    id: 'checkIntroducerAndSeatUser',
    src: 'checkIntroducerAndSeatUser',
    input: ({ context: { draft } }) => ({
      introducer: draft.introducer,
      position: draft.position,
      seatUser: draft.seatUser,
    }),
    onDone: onOutcome<CheckIntroducerOutcome>()({
      found: { target: 'choosingSeat', actions: 'keepSeat' },
      unknownIntroducer: { target: 'enteringIntroducer.unknownIntroducer', actions: 'keepProblem' },
      unknownSeatUser: { target: 'enteringIntroducer.unknownSeatUser', actions: 'keepProblem' },
      seatUserOutside: { target: 'enteringIntroducer.seatUserOutside', actions: 'keepProblem' },
      ...failuresTo('enteringIntroducer.problem'),
    }),
    onError: { target: 'enteringIntroducer.problem', actions: 'keepError' },
  },
});

/** The place in the tree is shown before it is taken; the other side can be viewed too. */
export const choosingSeat = signUpSetup.createStateConfig({
  meta: {
    route: '/Signup2',
    screen: 'sign-up-seat',
    title: 'sign-up:seat.title',
    onReload: 'resume',
    requirements: ['F-03', 'P-1', 'P-2', 'P-4', 'D-11', 'SRC §1'],
  },
  entry: checkpoint('seat'),
  on: { NEXT: 'enteringEmail', BACK: 'enteringIntroducer', CHOOSE_OTHER_SIDE: 'loadingSeat' },
  initial: 'shown',
  states: {
    shown: { entry: 'forgetProblem' },
    otherSideUnknown: { tags: 'error' },
  },
});

export const loadingSeat = signUpSetup.createStateConfig({
  tags: 'waiting',
  meta: {
    route: '/Signup2',
    screen: 'sign-up-seat',
    title: 'sign-up:seat.title',
    api: ['getSeatBottom'],
    onReload: 'resume',
    requirements: ['F-03', 'D-11', 'SRC §7'],
  },
  entry: 'forgetProblem',
  invoke: {
    id: 'getSeatBottom',
    src: 'getSeatBottom',
    input: ({ context }) => {
      const { seatUser, place } = seatOf(context);
      return { seatNo: seatUser.seatNo, position: otherSide(place.position) };
    },
    onDone: onOutcome<GetSeatBottomOutcome>()({
      found: { target: 'choosingSeat', actions: 'keepPlace' },
      noSeat: { target: 'choosingSeat.otherSideUnknown', actions: 'keepProblem' },
      ...failuresTo('choosingSeat.otherSideUnknown'),
    }),
    onError: { target: 'choosingSeat.otherSideUnknown', actions: 'keepError' },
  },
});
