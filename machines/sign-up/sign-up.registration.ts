import { failuresBy, failuresTo, onOutcome } from '../chart/outcomes.ts';
import { signUpSetup, checkpoint, seatOf } from './sign-up.setup.ts';
import type { EarlierRegistration, GetSeatBottomOutcome, RegisterOutcome } from './sign-up.types.ts';

/** Username, name and phone number. */
export const enteringDetails = signUpSetup.createStateConfig({
  tags: 'form',
  meta: {
    route: '/Signup4',
    screen: 'sign-up-details',
    title: 'sign-up:details.title',
    onReload: 'resume',
    requirements: ['F-03', 'P-1', 'P-2', 'P-4', 'D-15', 'SRC §3', 'SRC §5', 'SRC §8'],
  },
  entry: checkpoint('details'),
  on: {
    SUBMIT_DETAILS: {
      target: 'reviewing',
      actions: { type: 'keepTyped', params: ({ event: { username, name, phone } }) => ({ username, name, phone }) },
    },
    BACK: 'enteringEmail',
  },
  initial: 'blank',
  states: {
    blank: { entry: 'forgetProblem' },
    usernameTaken: { tags: 'error' },
  },
});

/** Everything once more, with the password and the terms; nothing is registered before this. */
export const reviewing = signUpSetup.createStateConfig({
  tags: 'form',
  meta: {
    route: '/Signup4?step=review',
    screen: 'sign-up-review',
    title: 'sign-up:review.title',
    onReload: 'resume',
    requirements: ['F-03', 'P-1', 'P-2', 'P-4', 'D-11', 'D-24', 'D-31', 'SRC §5'],
  },
  entry: checkpoint('review'),
  on: { REGISTER: 'registering', BACK: 'enteringDetails' },
  initial: 'blank',
  states: {
    blank: { entry: 'forgetProblem' },
    seatTaken: { tags: 'error' },
    nextSeatUnknown: { tags: 'error', on: { RETRY: { target: '#sign-up.findingNextSeat', actions: 'forgetProblem' } } },
    passwordRefused: { tags: 'error' },
    notDone: { tags: 'error', entry: 'forgetProblem' },
    problem: { tags: 'error' },
  },
});

export const registering = signUpSetup.createStateConfig({
  tags: 'waiting',
  meta: {
    route: '/Signup4?step=review',
    screen: 'sign-up-review',
    title: 'sign-up:review.title',
    api: ['registerInSeat'],
    onReload: 'reconcile',
    requirements: ['F-03', 'P-3', 'D-11', 'SRC §7'],
  },
  entry: ['forgetProblem', checkpoint('registering')],
  invoke: {
    id: 'registerInSeat',
    src: 'registerInSeat',
    input: ({ context, event }) => {
      if (event.type !== 'REGISTER') throw new Error(`The call was entered by ${event.type}.`);
      return { key: context.key, draft: context.draft, place: seatOf(context).place, password: event.password };
    },
    onDone: onOutcome<RegisterOutcome>()({
      registered: { target: 'showingDone', actions: 'keepMember' },
      seatTaken: { target: 'findingNextSeat', actions: 'keepProblem' },
      usernameTaken: { target: 'enteringDetails.usernameTaken', actions: 'keepProblem' },
      emailTaken: { target: 'emailTaken', actions: 'keepProblem' },
      notVerified: { target: 'enteringEmail.proofExpired', actions: 'keepProblem' },
      emailDifferent: { target: 'enteringEmail.emailDifferent', actions: 'keepProblem' },
      passwordRefused: { target: 'reviewing.passwordRefused', actions: 'keepProblem' },
      unknownIntroducer: { target: 'enteringIntroducer.unknownIntroducer', actions: 'keepProblem' },
      unknownSeatUser: { target: 'enteringIntroducer.unknownSeatUser', actions: 'keepProblem' },
      seatUserOutside: { target: 'enteringIntroducer.seatUserOutside', actions: 'keepProblem' },
      running: { target: 'outcomeUnknown' },
      ...failuresTo('reviewing.problem'),
      failed: { target: 'outcomeUnknown' },
    }),
    onError: { target: 'outcomeUnknown' },
  },
});

/** Somebody was faster: the next free place on the same side is found and shown before it is taken. */
export const findingNextSeat = signUpSetup.createStateConfig({
  tags: 'waiting',
  meta: {
    route: '/Signup4?step=review',
    screen: 'sign-up-review',
    title: 'sign-up:review.title',
    api: ['getSeatBottom'],
    onReload: 'resume',
    requirements: ['F-03', 'P-4', 'D-11', 'SRC §7'],
  },
  entry: checkpoint('review'),
  invoke: {
    id: 'getSeatBottom',
    src: 'getSeatBottom',
    input: ({ context }) => {
      const { seatUser, place } = seatOf(context);
      return { seatNo: seatUser.seatNo, position: place.position };
    },
    onDone: onOutcome<GetSeatBottomOutcome>()({
      found: { target: 'reviewing.seatTaken', actions: 'keepPlace' },
      noSeat: { target: 'reviewing.nextSeatUnknown', actions: 'keepProblem' },
      ...failuresTo('reviewing.nextSeatUnknown'),
    }),
    onError: { target: 'reviewing.nextSeatUnknown', actions: 'keepError' },
  },
});

export const outcomeUnknown = signUpSetup.createStateConfig({
  tags: 'error',
  meta: {
    route: '/Signup4?step=review',
    screen: 'sign-up-unknown',
    title: 'requests:unknown.title',
    onReload: 'reconcile',
    requirements: ['F-03', 'P-3', 'P-4'],
  },
  after: { nextInquiry: 'reconciling' },
  on: { RETRY: 'reconciling' },
});

export const reconciling = signUpSetup.createStateConfig({
  tags: 'waiting',
  meta: {
    route: '/Signup4?step=review',
    screen: 'sign-up-unknown',
    title: 'requests:unknown.title',
    api: ['getRequestOutcome'],
    onReload: 'reconcile',
    requirements: ['F-03', 'P-3'],
  },
  invoke: {
    id: 'getRequestOutcome',
    src: 'getRequestOutcome',
    input: ({ context }) => ({ key: context.key, username: context.draft.username }),
    onDone: onOutcome<EarlierRegistration>()({
      done: { target: 'showingDone', actions: 'keepMember' },
      notDone: { target: 'reviewing.notDone' },
      running: { target: 'outcomeUnknown' },
      ...failuresBy({ target: 'outcomeUnknown' }),
    }),
    onError: { target: 'outcomeUnknown' },
  },
});
