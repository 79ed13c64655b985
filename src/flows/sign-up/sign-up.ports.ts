import { fromPromise } from 'xstate';
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
  RegisterInput,
  RegisterOutcome,
  SendCodeInput,
  SendCodeOutcome,
  Side,
  VerifyEmailInput,
  VerifyEmailOutcome,
} from '#machines/sign-up/sign-up.types.ts';
import type { StateName } from '#machines/chart/step.ts';
import type { signUpMachine } from '#machines/sign-up/sign-up.machine.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { commonAnswers, problemIn, type ProblemBody } from '#src/api/problems.ts';
import { mailedCodeRefusal, mailWait } from '#src/api/shared-answers.ts';
import { settle, UndocumentedAnswer } from '#src/api/settle.ts';
import { passwordEntries } from '#src/flow/password-entries.ts';
import { codeEntries, type Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';
import type { SignUpRun } from './sign-up.run.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const signUpEntries: Entries<'password' | 'code' | keyof Draft, StateName<typeof signUpMachine>> = {
  ...passwordEntries,
  ...codeEntries,
  user_not_found: 'introducer',
  seat_user_outside: 'seatUser',
  'enteringIntroducer.unknownSeatUser': 'seatUser',
  username_taken: 'username',
  email_taken: 'email',
  email_different: 'email',
};

/** The live ports of one run of signing up; how long a code is valid and which terms were shown stays in `run`. */
export function signUpPorts(services: Services, run: SignUpRun) {
  return {
    checkIntroducerAndSeatUser: fromPromise<CheckIntroducerOutcome, CheckIntroducerInput>(({ input, signal }) =>
      checkIntroducer(services, input, signal),
    ),
    getSeatBottom: fromPromise<GetSeatBottomOutcome, GetSeatBottomInput>(({ input, signal }) =>
      getSeatBottom(services, input, signal),
    ),
    sendEmailVerificationCodeNoLogin: fromPromise<SendCodeOutcome, SendCodeInput>(({ input }) =>
      sendCode(services, run, input),
    ),
    verifyEmailNoLogin: fromPromise<VerifyEmailOutcome, VerifyEmailInput>(({ input }) => verifyEmail(services, input)),
    isEmailExists: fromPromise<IsEmailExistsOutcome, IsEmailExistsInput>(({ input, signal }) =>
      isEmailExists(services, input, signal),
    ),
    registerInSeat: fromPromise<RegisterOutcome, RegisterInput>(({ input }) => registerInSeat(services, run, input)),
    getRequestOutcome: fromPromise<EarlierRegistration, EarlierRegistrationInput>(({ input, signal }) =>
      getRequestOutcome(services, input, signal),
    ),
  };
}

/** Why an introducer or seat user is refused; the server names the entry. */
const introducerRefusals = {
  user_not_found: (problem: ProblemBody) =>
    ({ kind: namesSeatUser(problem) ? 'unknownSeatUser' : 'unknownIntroducer', problem: problemIn(problem) }) as const,
  seat_user_outside: 'seatUserOutside',
  invalid_request: 'refused',
} as const;

function namesSeatUser({ errors }: ProblemBody): boolean {
  return errors !== undefined && !Array.isArray(errors) && 'seatUser' in errors;
}

/** The optional entry is sent only if something was typed. */
function seatUserIn(seatUser: string): { seatUser?: string } {
  return seatUser === '' ? {} : { seatUser };
}

function checkIntroducer(
  { api }: Services,
  { introducer, position, seatUser }: CheckIntroducerInput,
  signal: AbortSignal,
): Promise<CheckIntroducerOutcome> {
  // The form requires a side.
  const body = { introducer, position: position as Side, ...seatUserIn(seatUser) };
  return settle<'checkIntroducerAndSeatUser', CheckIntroducerOutcome>(
    api.POST('/account/checkIntroducerAndSeatUser', { body, signal }),
    {
      ...commonAnswers,
      400: introducerRefusals,
      200: (found) => ({
        kind: 'found',
        seat: { introducer: found.introducer, seatUser: found.seatUser, place: found.place },
      }),
    },
  );
}

function getSeatBottom(
  { api }: Services,
  query: GetSeatBottomInput,
  signal: AbortSignal,
): Promise<GetSeatBottomOutcome> {
  return settle<'getSeatBottom', GetSeatBottomOutcome>(api.GET('/account/SeatBottom', { params: { query }, signal }), {
    ...commonAnswers,
    404: { not_found: 'noSeat' },
    200: (place) => ({ kind: 'found', place }),
  });
}

function sendCode(services: Services, run: SignUpRun, { key, email }: SendCodeInput): Promise<SendCodeOutcome> {
  return settle<'sendEmailVerificationCodeNoLogin', SendCodeOutcome>(
    services.api.POST('/account/SendEmailVerificationCodeNoLogin', {
      body: { email, purpose: 'signUp' },
      params: { header: { 'Idempotency-Key': key } },
    }),
    {
      ...commonAnswers,
      409: { request_running: 'refused' },
      422: { idempotency_key_reused: () => ({ kind: 'keyUsed', key: services.newId() }) },
      429: mailWait,
      200: ({ expiresIn, resendIn }) => {
        run.codeSent({ expiresIn: expiresIn * 1000, resendIn: resendIn * 1000 });
        return { kind: 'sent', key: services.newId() };
      },
    },
  );
}

function verifyEmail({ api, newId }: Services, { key, ...body }: VerifyEmailInput): Promise<VerifyEmailOutcome> {
  return settle<'verifyEmailNoLogin', VerifyEmailOutcome>(
    api.POST('/account/verifyEmailNoLogin', { body, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...commonAnswers,
      400: mailedCodeRefusal,
      409: { request_running: 'refused' },
      422: { idempotency_key_reused: () => ({ kind: 'keyUsed', key: newId() }) },
      200: () => ({ kind: 'proven', key: newId() }),
    },
  );
}

function isEmailExists(
  { api, newId }: Services,
  query: IsEmailExistsInput,
  signal: AbortSignal,
): Promise<IsEmailExistsOutcome> {
  return settle<'isEmailExists', IsEmailExistsOutcome>(
    api.GET('/account/isEmailExists', { params: { query }, signal }),
    {
      ...commonAnswers,
      403: { email_not_verified: 'notVerified' },
      200: ({ existed }) => ({ kind: existed ? 'taken' : 'free', key: newId() }),
    },
  );
}

function registerInSeat(
  { api }: Services,
  { shownTerms }: SignUpRun,
  { key, draft, place, password }: RegisterInput,
): Promise<RegisterOutcome> {
  const termsVersion = shownTerms();
  if (termsVersion === null) throw new Error('Nobody can agree to terms that were not shown.');
  const { username, name, email, introducer, seatUser, phone } = draft;
  const { parentSeatNo, position } = place;
  const body = {
    username,
    name,
    email,
    password,
    introducer,
    ...seatUserIn(seatUser),
    ...(phone === '' ? {} : { phone }),
    position,
    parentSeatNo,
    termsVersion,
  } as const;
  return settle<'registerInSeat', RegisterOutcome>(
    api.POST('/account/registerInSeat', { body, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...commonAnswers,
      200: (registered) => ({ kind: 'registered', member: memberOf(registered) }),
      400: {
        ...introducerRefusals,
        password_refused: 'passwordRefused',
        email_different: 'emailDifferent',
      },
      403: { email_not_verified: 'notVerified' },
      409: {
        seat_taken: 'seatTaken',
        username_taken: 'usernameTaken',
        email_taken: 'emailTaken',
        request_running: 'running',
      },
      // An earlier call of this run used the key, so its outcome is requested.
      422: { idempotency_key_reused: 'running' },
    },
  );
}

function memberOf({ username, positionId, referralCode }: components['schemas']['Registered']): NewMember {
  return { username, positionId, referralCode };
}

function getRequestOutcome(
  { api }: Services,
  { key, username }: EarlierRegistrationInput,
  signal: AbortSignal,
): Promise<EarlierRegistration> {
  return settle<'getRequestOutcome', EarlierRegistration>(
    api.GET('/requests/{key}', { params: { path: { key } }, signal }),
    {
      ...commonAnswers,
      // Answered only to an invalid token; this call carries none.
      401: { session_ended: 'failed' },
      200: (outcome) => {
        if (outcome.state === 'unknown') return { kind: 'notDone' };
        if (outcome.state === 'running') return { kind: 'running' };
        // Each unsafe call has its own key; a welcome for another call would be the worst possible answer.
        if (outcome.operationId !== 'registerInSeat')
          throw new UndocumentedAnswer(`The key is that of ${outcome.operationId}.`, null);
        const answer = outcome.answer as components['schemas']['Registered'] | null;
        return {
          kind: 'done',
          member: answer === null ? { username, positionId: null, referralCode: null } : memberOf(answer),
        };
      },
    },
  );
}
