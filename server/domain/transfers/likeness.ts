// New recipients who look like members whom the sender has paid.
import { lookInLatin } from '#server/domain/members/look.ts';
import { shortName } from '#server/domain/members/short-names.ts';

/** A member, and whether the sender's organization shows their name in full. */
export interface Named {
  readonly username: string;
  readonly name: string;
  readonly below: boolean;
}

/** The name as a sender sees it (D-15). */
export function nameShown({ name, below }: Pick<Named, 'name' | 'below'>): string {
  return below ? name : shortName(name);
}

/** Whether two usernames can be taken for each other. */
export function usernamesAlike(one: string, other: string): boolean {
  return lookInLatin(one) === lookInLatin(other);
}

/**
 * Whether the names of two members can be taken for each other as a sender sees them. Nothing is compared that isn't
 * shown: a warning must not tell whose full name is whose. What is left of a name in one word, such as `王…`, is too
 * little to be taken for anybody.
 */
export function namesAlike(one: Named, other: Named): boolean {
  if (one.below && other.below) return sameLook(one.name, other.name);
  const [short, shortOther] = [shortName(one.name), shortName(other.name)];
  return short.includes(' ') && shortOther.includes(' ') && sameLook(short, shortOther);
}

/** Names of nothing but marks look like nothing that could be compared. */
function sameLook(one: string, other: string): boolean {
  const look = lookInLatin(one);
  return look !== '' && look === lookInLatin(other);
}
