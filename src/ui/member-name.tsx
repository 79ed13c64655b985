import { Avatar } from './member-avatar.tsx';

interface MemberNameProps {
  /** Null if only the username is known. */
  readonly name: string | null;
  readonly username: string;
  /** What is said in place of the name, which it contains; the member is then known from the words around it. */
  readonly line?: string;
}

/** A member at a glance: initials, name and username. */
export function MemberName({ name, username, line = name ?? username }: MemberNameProps) {
  return (
    <span className="inline-flex items-center gap-3 text-left">
      <Avatar name={name ?? username} className="size-11 text-sm" />
      <span translate="no" className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{line}</span>
        {name !== null && <span className="block text-sm font-normal text-muted">@{username}</span>}
      </span>
    </span>
  );
}
