import { paths } from '#src/paths.ts';

const named = (path: string, username: string): string => `${path}?${new URLSearchParams({ of: username }).toString()}`;

/** The first detail level (SRC §2): a member of the organization. */
export function memberAddress(username: string): string {
  return named(paths.organizationMember, username);
}

/** The second detail level: a member below that one. */
export function memberBelowAddress(username: string): string {
  return named(paths.organizationMemberBelow, username);
}

/** The chart, centered on this member. */
export function chartAddress(username: string): string {
  return named(paths.organizationChart, username);
}
