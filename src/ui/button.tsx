import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

const looks: Record<ButtonKind, string> = {
  primary: 'btn-primary',
  secondary: 'btn-outline',
  quiet: 'btn-ghost',
  danger: 'btn-error',
};

interface Look {
  kind?: ButtonKind;
  /** As wide as what holds it. */
  block?: boolean;
}

function classesOf({ kind = 'primary', block = false }: Look, extra = ''): string {
  return `btn press ${looks[kind]} ${block ? 'w-full' : ''} ${extra}`.trim();
}

/**
 * A press that does something. `busy` says that its work is under way: the words stay, a turning ring joins them, and
 * another press does nothing, while focus stays where it is (a disabled button would lose it).
 */
export function Button({ kind, block, busy = false, type = 'button', onClick, className, children, ...rest }: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={classesOf({ kind, block }, className)}
    >
      {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A way to another page that weighs as much as a button. */
export function ButtonLink({ kind, block, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classesOf({ kind, block }, className)} />;
}
