import type { Trx } from '#server/platform/db/kysely.ts';
import { endEmailChanges } from './email-change-requests.ts';
import { endChallenges } from './open-challenges.ts';
import { endThawLinks } from './open-thaw-links.ts';
import { endRecoveries } from './recoveries.ts';

/**
 * Ends everything that was begun towards entering or changing an account and waits for its next step: sign-ins that wait for a code,
 * recoveries with their grants, a change of address, the app that is being bound with the code mailed for it, links to thaw. Whatever
 * changes how an account is entered calls it (`endsOpenActs` in acts.ts), so that nothing goes on under what held before.
 */
export async function endOpenActs(trx: Trx, options: { memberId: string; now: Date }): Promise<void> {
  await endChallenges(trx, options);
  await endRecoveries(trx, options);
  await endEmailChanges(trx, options);
  await endThawLinks(trx, options);
  // Key and code of a binding belong to the generation.
  await trx
    .updateTable('members')
    .set((query) => ({ binding_generation: query('binding_generation', '+', 1) }))
    .where('id', '=', options.memberId)
    .execute();
}
