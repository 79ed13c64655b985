// New recipients who look like members whom the sender has paid.
import { lookInLatin } from '#server/domain/members/look.ts';
import { shortName } from '#server/domain/members/short-names.ts';

/** A member, and whether the sender's organization shows their name in full. */
export interface Named {
  readonly username: string;
  readonly name: string;
  readonly below: boolean;
}

/** How a member looks to the sender; an empty look is compared with nothing. */
export interface Looks {
  readonly username: string;
  /** The name as the sender sees it: whole if the member is `below`, else shortened. */
  readonly shown: string;
  /** The shortened one; empty for what is left of a name in one word, such as `王…`: it could be anybody's. */
  readonly short: string;
  readonly below: boolean;
}

/** The name as a sender sees it (D-15). */
export function nameShown({ name, below }: Pick<Named, 'name' | 'below'>): string {
  return below ? name : shortName(name);
}

/** How a member looks to the sender. */
export function looksOf({ username, name, below }: Named): Looks {
  const short = shortName(name);
  return {
    username: lookInLatin(username),
    shown: lookInLatin(nameShown({ name, below })),
    short: short.includes(' ') ? lookInLatin(short) : '',
    below,
  };
}

/** Whether the usernames of two members can be taken for each other. */
export function usernamesAlike(one: Looks, other: Looks): boolean {
  return one.username !== '' && one.username === other.username;
}

/**
 * Whether their names can be taken for each other as a sender sees them. Nothing is compared that isn't shown: a
 * warning must not tell whose full name is whose. A whole name may be typed to look like a shortened one.
 */
export function namesAlike(one: Looks, other: Looks): boolean {
  if (one.below && other.below) return isSame(one.shown, other.shown);
  return isSame(one.short, other.short) || (one.below !== other.below && isSame(one.shown, other.shown));
}

/** An empty look is like no other. */
const isSame = (one: string, other: string): boolean => one !== '' && one === other;
