import { assign, fromPromise, setup } from 'xstate';
import { nextInquiry } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import { checkpointAt } from './sign-up.rules.ts';
import type {
  CheckIntroducerInput,
  CheckIntroducerOutcome,
  Draft,
  EarlierRegistration,
  EarlierRegistrationInput,
  GetSeatBottomInput,
  GetSeatBottomOutcome,
  IsEmailExistsInput,
  IsEmailExistsOutcome,
  NewMember,
  Place,
  RegisterInput,
  RegisterOutcome,
  Seat,
  SendCodeInput,
  SendCodeOutcome,
  SignUpCheckpoint,
  SignUpContext,
  SignUpEvent,
  SignUpInput,
  SignUpOutput,
  SignUpStep,
  VerifyEmailInput,
  VerifyEmailOutcome,
} from './sign-up.types.ts';

/** What the parts of the sign-up chart share: its types, ports, guards, actions and delays. */
export const signUpSetup = setup({
  types: {
    context: {} as SignUpContext,
    events: {} as SignUpEvent,
    input: {} as SignUpInput,
    output: {} as SignUpOutput,
    meta: {} as StepMeta<
      | 'sign-up-introducer'
      | 'sign-up-seat'
      | 'sign-up-email'
      | 'sign-up-code'
      | 'sign-up-email-unchecked'
      | 'sign-up-email-taken'
      | 'sign-up-details'
      | 'sign-up-review'
      | 'sign-up-unknown'
      | 'sign-up-done'
    >,
    tags: {} as StepTag,
  },
  actors: {
    checkIntroducerAndSeatUser: fromPromise<CheckIntroducerOutcome, CheckIntroducerInput>(
      notProvided('checkIntroducerAndSeatUser'),
    ),
    getSeatBottom: fromPromise<GetSeatBottomOutcome, GetSeatBottomInput>(notProvided('getSeatBottom')),
    sendEmailVerificationCodeNoLogin: fromPromise<SendCodeOutcome, SendCodeInput>(
      notProvided('sendEmailVerificationCodeNoLogin'),
    ),
    verifyEmailNoLogin: fromPromise<VerifyEmailOutcome, VerifyEmailInput>(notProvided('verifyEmailNoLogin')),
    isEmailExists: fromPromise<IsEmailExistsOutcome, IsEmailExistsInput>(notProvided('isEmailExists')),
    registerInSeat: fromPromise<RegisterOutcome, RegisterInput>(notProvided('registerInSeat')),
    getRequestOutcome: fromPromise<EarlierRegistration, EarlierRegistrationInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<SignUpStep>,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: SignUpCheckpoint) => {},
    forgetCheckpoint: () => {},
    takeUpResume: assign(({ context: { resume } }) =>
      resume === null ? {} : { draft: resume.draft, seat: resume.seat, member: resume.member, resume: null },
    ),
    keepTyped: assign({ draft: ({ context }, typed: Partial<Draft>) => ({ ...context.draft, ...typed }) }),
    renewKey: assign({ key: ({ event }) => outcomeOf<{ kind: string; key: string }>(event).key }),
    keepSeat: assign({ seat: ({ event }) => outcomeOf<{ kind: 'found'; seat: Seat }>(event).seat }),
    keepPlace: assign(({ context, event }) => {
      const { place } = outcomeOf<{ kind: 'found'; place: Place }>(event);
      return { seat: { ...seatOf(context), place }, draft: { ...context.draft, position: place.position } };
    }),
    forgetSeat: assign({ seat: null }),
    keepMember: assign({
      member: ({ event }) => outcomeOf<{ kind: 'registered' | 'done'; member: NewMember }>(event).member,
    }),
    ...problemActions<SignUpContext, SignUpEvent>(),
  },
  delays: {
    nextInquiry,
  },
});

/** The entry action that stores the current step. */
export function checkpoint(step: SignUpStep) {
  return {
    type: 'saveCheckpoint',
    params: ({ context }: { context: SignUpContext }) => checkpointAt(step, context),
  } as const;
}

/** The seat that was found. Throws before that, which is a bug in the chart. */
export function seatOf({ seat }: SignUpContext): Seat {
  if (seat === null) throw new Error('The step was entered without a seat.');
  return seat;
}
