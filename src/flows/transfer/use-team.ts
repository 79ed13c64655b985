import { useCallback } from 'react';
import type { Recipient } from '#machines/transfer/transfer.types.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useRead, type Reading } from '#src/reads/use-read.ts';
import { useServices } from '#src/services/services.ts';

/** Someone of the member's own team whom the member has referred. */
export type Teammate = Pick<Recipient, 'name' | 'username'>;

/** More would be a list to search, and typing the username is faster. */
const MOST = 5;

/**
 * The members that the sender has referred last and who are seated in their own team, whose pages show their names as
 * well (SRC §2, /Organization); those who are seated elsewhere are left out.
 */
export function useTeam(): Reading<readonly Teammate[]> {
  const { api } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => dataOf(api.GET('/referral/earnings', { signal })).then(({ items }) => ownTeam(items)),
    [api],
  );
  return useRead('transfer team', read);
}

const ownTeam = (items: readonly components['schemas']['ReferredMember'][]): readonly Teammate[] =>
  items.filter(({ position }) => position !== null).map(({ name, username }) => ({ name, username }));

/** Those of the team who are not listed already. */
export function othersOf(team: readonly Teammate[], listed: readonly Recipient[]): readonly Teammate[] {
  const known = new Set(listed.map(({ username }) => username));
  return team.filter(({ username }) => !known.has(username)).slice(0, MOST);
}
