import { aged } from '../confirmation/open-draft.ts';
import type { RestakeCheckpoint, RestakeContext, RestakeStep, StakeOption, StakeOptions } from './restake.types.ts';

/** Whether the option can be taken: the stake has matured, and it would not move zero. */
export function isPossible(options: StakeOptions | null, option: StakeOption): boolean {
  return options?.choices.some((choice) => choice.option === option && choice.possible) ?? false;
}

/** Whether the stake still runs, so that nothing can be chosen yet. */
export function isRunning({ options }: RestakeContext): boolean {
  return options?.stake.state === 'running';
}

/** Whether the choice was made before. */
export function isDecided({ options }: RestakeContext): boolean {
  return options?.stake.state === 'restaked' || options?.stake.state === 'withdrawn';
}

/** Whether there is neither an app nor a verified address to confirm with. */
export function isUnconfirmable({ options }: RestakeContext): boolean {
  return options?.secondFactor === null;
}

const steps: readonly RestakeStep[] = ['choosing', 'reviewing', 'confirming'];

/**
 * The checkpoint to go on from, out of what was stored `age` milliseconds ago; null if it is damaged or of another
 * version. A draft that has run out meanwhile leaves what was chosen.
 */
export function resumable(stored: unknown, age: number): RestakeCheckpoint | null {
  const checkpoint = stored as Partial<RestakeCheckpoint> | null;
  if (
    checkpoint?.version !== 1 ||
    typeof checkpoint.stakeId !== 'string' ||
    !steps.includes(checkpoint.step as RestakeStep)
  )
    return null;
  const { step = 'choosing', stakeId, option = null, open = null } = checkpoint;
  const choosing: RestakeCheckpoint = { version: 1, step: 'choosing', stakeId, option, open: null };
  if (step === 'choosing' || open === null) return choosing;
  // What was confirmed may have been carried out: the draft is asked, however old it is.
  const later = aged(open, age);
  if (step === 'reviewing' && later.lifetime === 0) return choosing;
  return { ...choosing, step, open: later };
}
