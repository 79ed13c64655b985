import { useCallback } from 'react';
import type { Recipient } from '#machines/transfer/transfer.types.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useRead, type Reading } from '#src/reads/use-read.ts';
import { useServices } from '#src/services/services.ts';

/** Someone whom the member has referred. */
export type Referral = Pick<Recipient, 'name' | 'username'>;

/** More would be a list to search, and typing the username is faster. */
const MOST = 5;

/**
 * The members that the sender has referred last and who are seated in their own team, whose pages show their names as
 * well (SRC §2, /Organization); those who are seated elsewhere are left out.
 */
export function useReferrals(): Reading<readonly Referral[]> {
  const { api } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => dataOf(api.GET('/referral/earnings', { signal })).then(({ items }) => inOwnTeam(items)),
    [api],
  );
  return useRead('transfer referrals', read);
}

const inOwnTeam = (items: readonly components['schemas']['ReferredMember'][]): readonly Referral[] =>
  items.filter(({ position }) => position !== null).map(({ name, username }) => ({ name, username }));

/** Those of the referrals who are not listed already. */
export function othersOf(referrals: readonly Referral[], listed: readonly Recipient[]): readonly Referral[] {
  const known = new Set(listed.map(({ username }) => username));
  return referrals.filter(({ username }) => !known.has(username)).slice(0, MOST);
}
