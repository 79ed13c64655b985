import type { SignInCheckpoint, SignInContext } from './sign-in.types.ts';

/** Whether a reload interrupted the second step, so that the flow resumes there (P-1). */
export function interruptedAtSecondFactor(context: SignInContext): boolean {
  return context.resume?.step === 'secondFactor';
}

/**
 * The checkpoint to resume from, as stored `age` milliseconds ago; null if it is malformed, of another version, or
 * older than the server's memory of the attempt.
 */
export function resumable(stored: unknown, age: number): SignInCheckpoint | null {
  // Looked at by hand: this is the first page, which does without what the other flows look with.
  const { version, step, challenge } = (stored ?? {}) as Partial<SignInCheckpoint>;
  const { methods, triesLeft, lifetime } = (challenge ?? {}) as Partial<SignInCheckpoint['challenge']>;
  if (version !== 1 || step !== 'secondFactor' || typeof triesLeft !== 'number' || typeof lifetime !== 'number')
    return null;
  const isKnown = Array.isArray(methods) && methods.every((method) => method === 'totp' || method === 'recoveryCode');
  if (!isKnown || lifetime <= age) return null;
  return { version, step, challenge: { methods, triesLeft, lifetime: lifetime - age } };
}
