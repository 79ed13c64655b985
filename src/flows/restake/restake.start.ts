import { resumable } from '#machines/restake/restake.rules.ts';
import type { RestakeInput } from '#machines/restake/restake.types.ts';
import type { Checkpoints } from '#src/services/checkpoints.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * How the flow starts at `/ReStaking?stake=<id>`: with the stake in the URL, or where it was interrupted with that
 * stake or the last visit's; null if no stake is known.
 */
export function beginning(checkpoints: Checkpoints, { search }: { readonly search: string }): RestakeInput | null {
  const stored = checkpoints.load('restake');
  const resume = stored === null ? null : resumable(stored.checkpoint, stored.age);
  const named = new URLSearchParams(search).get('stake');
  if (named === null) return resume === null ? null : { stakeId: resume.stakeId, resume };
  if (!UUID.test(named)) return null;
  return { stakeId: named, resume: resume?.stakeId === named ? resume : null };
}
