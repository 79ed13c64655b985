import { callOff } from './allow-list-state.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { endEmailChanges, endEveryEmailChange } from './email-change-requests.ts';
import { beginEveryNewAddressAgain, beginNewAddressesAgain } from './new-addresses.ts';
import { endChallenges, endEveryChallenge } from './open-challenges.ts';
import { endThawLinks } from './open-thaw-links.ts';
import { endRecoveries } from './recoveries.ts';

/**
 * Ends everything unfinished that leads into an account or changes it: sign-ins that wait for a code, recoveries with
 * their grants, an address change, an app that is being set up with its mailed code, a passkey that is being added or
 * used, thaw links, and turning the allow-list off. New entries of the address book wait again. Whatever changes how a
 * member signs in calls it (`endsOpenActs` in acts.ts), so that nothing begun under the old credentials continues.
 *
 * @param options.frozenSince since when nobody could get in to see to it: no time has passed for what was new then
 */
export async function endOpenActs(
  trx: Trx,
  services: Pick<Services, 'clock' | 'config'>,
  { frozenSince, ...options }: { memberId: string; now: Date; frozenSince?: Date },
): Promise<void> {
  await callOff(trx, services, options.memberId);
  await beginNewAddressesAgain(trx, services, { ...options, since: frozenSince });
  await endChallenges(trx, options);
  await endRecoveries(trx, options);
  await endEmailChanges(trx, options);
  await endThawLinks(trx, options);
  await trx.deleteFrom('passkey_challenges').where('member_id', '=', options.memberId).execute();
  // The key and the mailed code of an app that is being set up belong to the generation.
  await trx
    .updateTable('members')
    .set((query) => ({ binding_generation: query('binding_generation', '+', 1) }))
    .where('id', '=', options.memberId)
    .execute();
}

/**
 * Ends everything unfinished of everybody, also what belongs to nobody: codes and proofs of addresses, drafts. Data
 * that was put back holds again what had been used or ended since. New entries of address books, which their members
 * may have removed since, wait again.
 *
 * @param from the moment up to which the data goes: what was waited for then is still waited for
 */
export async function endAllOpenActs(trx: Trx, { now, from }: { now: Date; from: Date }): Promise<void> {
  await endEveryChallenge(trx);
  await trx.updateTable('password_recoveries').set({ ended_at: now }).where('ended_at', 'is', null).execute();
  await endEveryEmailChange(trx, now);
  await trx.deleteFrom('passkey_challenges').execute();
  await trx.updateTable('thaw_links').set({ ended_at: now }).where('ended_at', 'is', null).execute();
  await trx
    .updateTable('members')
    .set((query) => ({ binding_generation: query('binding_generation', '+', 1) }))
    .execute();
  // What was over at the last moment that the data trusts stays over: only what was waited for then ends.
  const seen = await trx.selectFrom('clock_state').select('last_seen_at').executeTakeFirst();
  const at = seen !== undefined && seen.last_seen_at < from ? seen.last_seen_at : from;
  await trx.updateTable('members').set({ allow_list_off_at: null }).where('allow_list_off_at', '>', at).execute();
  await beginEveryNewAddressAgain(trx, { at, now });
  await trx.updateTable('email_codes').set({ voided_at: now }).where('voided_at', 'is', null).execute();
  await trx.deleteFrom('email_proofs').where('used_at', 'is', null).execute();
  await trx.updateTable('drafts').set({ state: 'voided' }).where('state', '=', 'open').execute();
}
