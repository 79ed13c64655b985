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
 * another press does nothing, while focus stays where it is (a disabled button would lose it). `waits` are the
 * milliseconds until it can be pressed: till then it does nothing either.
 */
export function Button({
  kind,
  block,
  busy = false,
  waits = 0,
  type = 'button',
  onClick,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean; waits?: number }) {
  const idle = !busy && waits <= 0;
  return (
    <button
      {...rest}
      type={idle ? type : 'button'}
      aria-busy={busy || undefined}
      aria-disabled={!idle || undefined}
      data-waits={waits > 0 ? waits : undefined}
      onClick={idle ? onClick : undefined}
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
