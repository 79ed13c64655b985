import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { KindMark } from '#src/ui/member-marks.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

export interface MovedRowProps extends Pick<ComponentProps<typeof KindMark>, 'kind' | 'member'> {
  readonly to: string;
  readonly title: string;
  /** What moved. */
  readonly amount: ReactNode;
  readonly status?: ReactNode;
  /** When, and with whom. */
  readonly children: ReactNode;
}

/** A movement in a panel, in two lines, as Activity has it: the amount is beside what it is of. */
export function MovedRow({ to, kind, member, title, amount, status, children }: MovedRowProps) {
  return (
    <Link to={to} className="sheet-row px-0">
      <KindMark kind={kind} member={member} />
      <span className="min-w-0 grow">
        <span className="moved-head">
          <span>
            <WholeWords text={title} />
          </span>{' '}
          <span className="whitespace-nowrap">{amount}</span>
        </span>{' '}
        <span className="flex flex-wrap items-baseline gap-x-3 text-sm wrap-anywhere text-muted">
          <span className="mr-auto">{children}</span> {status}
        </span>
      </span>
    </Link>
  );
}
