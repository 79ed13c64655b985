import type { SignInCheckpoint, SignInContext } from './sign-in.types.ts';

/** Whether a reload interrupted the second step, so that it goes on there (P-1). */
export function interruptedAtSecondFactor(context: SignInContext): boolean {
  return context.resume?.step === 'secondFactor';
}

/**
 * The checkpoint to go on from, out of what was stored `age` milliseconds ago; null if it is damaged, of another
 * version, or where the server has forgotten the attempt since.
 */
export function resumable(stored: unknown, age: number): SignInCheckpoint | null {
  const checkpoint = stored as Partial<SignInCheckpoint> | null;
  if (checkpoint?.version !== 1 || checkpoint.step !== 'secondFactor' || checkpoint.challenge === undefined)
    return null;
  const lifetime = checkpoint.challenge.lifetime - age;
  if (!(lifetime > 0) || !Array.isArray(checkpoint.challenge.methods)) return null;
  return { version: 1, step: 'secondFactor', challenge: { ...checkpoint.challenge, lifetime } };
}
