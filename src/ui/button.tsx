import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

const looks: Record<ButtonKind, string> = {
  primary: 'btn-primary',
  secondary: 'btn-tint',
  quiet: 'btn-ghost',
  danger: 'btn-error',
};

interface Look {
  kind?: ButtonKind;
  /** As wide as its container. */
  block?: boolean;
}

function classesOf({ kind = 'primary', block = false }: Look, extra = ''): string {
  return `btn press ${looks[kind]} ${block ? 'w-full' : ''} ${extra}`.trim();
}

/**
 * A press that does something. While `busy`, a spinner joins the label and another press does nothing; the focus stays
 * (a disabled button would lose it). `waits` is the number of milliseconds until it can be pressed; until then a press
 * does nothing either.
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
      data-waits={waits > 0 && !busy ? waits : undefined}
      onClick={idle ? onClick : undefined}
      className={classesOf({ kind, block }, className)}
    >
      {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A link to another page that looks as important as a button. */
export function ButtonLink({ kind, block, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classesOf({ kind, block }, className)} />;
}
