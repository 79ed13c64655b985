import { fromPromise } from 'xstate';
import type { VerifyTwoFactorInput, VerifyTwoFactorOutcome } from '#machines/challenge/challenge.types.ts';
import type { CreateTokenInput, CreateTokenOutcome } from '#machines/sign-in/sign-in.types.ts';
import { commonAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import { codeEntries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';

/** Which entry a refusal of the second step is about. */
export const challengeEntries = codeEntries;

/**
 * The live ports of one run of signing in. The tokens go straight to the session store, and the handle of the attempt
 * stays here: neither ever enters a machine.
 */
export function signInPorts(services: Services) {
  const attempt: Attempt = { key: services.newId(), challenge: null };
  return {
    createToken: fromPromise<CreateTokenOutcome, CreateTokenInput>(({ input, signal }) =>
      createToken(services, attempt, input, signal),
    ),
    verifyTwoFactor: fromPromise<VerifyTwoFactorOutcome, VerifyTwoFactorInput>(({ input, signal }) =>
      verifyTwoFactor(services, attempt, input, signal),
    ),
  };
}

interface Attempt {
  /** Idempotency key of this run. */
  readonly key: string;
  /** Handle of the second step; null after a reload, when the server reads it from the cookie. */
  challenge: string | null;
}

function createToken(
  services: Services,
  attempt: Attempt,
  input: CreateTokenInput,
  signal: AbortSignal,
): Promise<CreateTokenOutcome> {
  const { username, password, keepSignedIn } = input;
  services.storage.set('keepSignedIn', keepSignedIn);
  if (keepSignedIn) services.storage.set('loginUser', username);
  else services.storage.remove('loginUser');
  return settle<'createToken', CreateTokenOutcome>(
    services.api.POST('/token', {
      body: { username, password },
      params: { header: { 'Idempotency-Key': attempt.key } },
      signal,
    }),
    {
      ...commonAnswers,
      401: { invalid_login: 'invalidLogin' },
      200: (answer) => {
        if (answer.result === 'granted') {
          services.session.open(answer, keepSignedIn);
          return { kind: 'signedIn' };
        }
        attempt.challenge = answer.challenge;
        const { methods, triesLeft, expiresIn } = answer;
        return { kind: 'secondFactor', challenge: { methods, triesLeft, lifetime: expiresIn * 1000 } };
      },
    },
  );
}

function verifyTwoFactor(
  services: Services,
  attempt: Attempt,
  input: VerifyTwoFactorInput,
  signal: AbortSignal,
): Promise<VerifyTwoFactorOutcome> {
  const challenge = attempt.challenge === null ? {} : { challenge: attempt.challenge };
  return settle<'verifyTwoFactor', VerifyTwoFactorOutcome>(
    services.api.POST('/token/twoFactor', {
      body: { ...challenge, ...input },
      params: { header: { 'Idempotency-Key': attempt.key } },
      signal,
    }),
    {
      ...commonAnswers,
      400: { code_incorrect: 'wrongCode', invalid_request: 'refused' },
      429: { too_many_requests: 'throttled', second_factor_locked: 'throttled' },
      401: { challenge_expired: 'over', challenge_used_up: 'over' },
      200: (grant) => {
        services.session.open(grant, services.storage.get('keepSignedIn') ?? false);
        return { kind: 'passed' };
      },
    },
  );
}
