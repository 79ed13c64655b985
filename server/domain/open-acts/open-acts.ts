import type { Trx } from '#server/platform/db/kysely.ts';
import { endEmailChanges } from './email-change-requests.ts';
import { endChallenges } from './open-challenges.ts';
import { endThawLinks } from './open-thaw-links.ts';
import { endRecoveries } from './recoveries.ts';

/**
 * Ends everything unfinished that leads into an account or changes it: sign-ins that wait for a code, recoveries with
 * their grants, an address change, an app that is being set up with its mailed code, thaw links. Whatever changes how a
 * member signs in calls it (`endsOpenActs` in acts.ts), so that nothing begun under the old credentials continues.
 */
export async function endOpenActs(trx: Trx, options: { memberId: string; now: Date }): Promise<void> {
  await endChallenges(trx, options);
  await endRecoveries(trx, options);
  await endEmailChanges(trx, options);
  await endThawLinks(trx, options);
  // The key and the mailed code of an app that is being set up belong to the generation.
  await trx
    .updateTable('members')
    .set((query) => ({ binding_generation: query('binding_generation', '+', 1) }))
    .where('id', '=', options.memberId)
    .execute();
}
