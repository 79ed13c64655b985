import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { seatsBetween } from '#machines/sign-up/sign-up.rules.ts';
import type { Seat, Side } from '#machines/sign-up/sign-up.types.ts';
import { Bird } from '#src/ui/logo.tsx';

/** Height of a row, and the horizontal offset of each row from the one above, in pixels of the drawing. */
const ROW = 60;
const SHIFT = 34;
const MARGIN = 24;
/** Radius of the free place, and the gap between a seat and its label. */
const PLACE = 17;
const GAP = 10;

interface Row {
  readonly kind: 'seat' | 'between' | 'free';
  readonly label: ReactNode;
}

/**
 * The path from the seat user down to the free place: the top, the number of seats between, the seat above the place,
 * and the place itself. It slants to the side that it runs along. For a screen reader it is one sentence.
 */
export function PlaceTree({ seat }: { readonly seat: Seat }) {
  const { t } = useTranslation(['sign-up', 'common']);
  const { seatUser, place } = seat;
  const rows = useRows(seat);
  const last = rows.length - 1;
  const x = (row: number): number => MARGIN + SHIFT * (place.position === 'right' ? row : last - row);
  const words = {
    side: t(`side.${place.position}`),
    parent: place.parentPositionId,
    top: t('common:aside', { text: seatUser.username, aside: seatUser.positionId }),
    count: place.level,
  };
  return (
    <div role="img" aria-label={t('tree.drawing', words)}>
      <div className="relative" aria-hidden="true">
        <Wood kinds={rows.map(({ kind }) => kind)} x={x} side={place.position} />
        <span className="absolute" style={{ left: x(last) - PLACE + 5, top: yOf(last) - PLACE + 5 }}>
          <Bird className="size-6" />
        </span>
        {rows.map(({ label }, index) => (
          <div key={index} className="flex items-center" style={{ height: ROW, paddingLeft: x(index) + PLACE + GAP }}>
            <div className="min-w-0 text-sm">{label}</div>
          </div>
        ))}
      </div>
    </div>
  );
}

function useRows({ seatUser, place }: Seat): readonly Row[] {
  const { t } = useTranslation('sign-up');
  const between = seatsBetween(place);
  return [
    { kind: 'seat', label: <Label strong={seatUser.username} weak={seatUser.positionId} /> },
    ...(between > 0
      ? [{ kind: 'between', label: <Label weak={t('tree.between', { count: between })} /> } as const]
      : []),
    ...(place.level > 1 ? [{ kind: 'seat', label: <Label strong={place.parentPositionId} /> } as const] : []),
    { kind: 'free', label: <Label strong={t('tree.yours')} weak={t('tree.free')} /> },
  ];
}

function Label({ strong, weak }: { readonly strong?: string; readonly weak?: string }) {
  return (
    <>
      {strong !== undefined && <p className="truncate font-semibold">{strong}</p>}
      {weak !== undefined && <p className="truncate text-muted">{weak}</p>}
    </>
  );
}

function yOf(row: number): number {
  return row * ROW + ROW / 2;
}

interface WoodProps {
  readonly kinds: readonly Row['kind'][];
  readonly x: (row: number) => number;
  readonly side: Side;
}

/** Branches and seats; a branch that leads elsewhere is a stub. */
function Wood({ kinds, x, side }: WoodProps) {
  const away = side === 'left' ? 1 : -1;
  const last = kinds.length - 1;
  const isOpen = (row: number): boolean => [kinds[row], kinds[row - 1]].some((kind) => kind !== 'seat');
  return (
    <svg
      width={MARGIN * 2 + SHIFT * last}
      height={ROW * kinds.length}
      className="absolute inset-0"
      fill="none"
      strokeLinecap="round"
    >
      {kinds.map(
        (kind, row) =>
          kind === 'seat' && (
            <path
              key={row}
              d={`M${x(row)} ${yOf(row)}l${away * 13} 23`}
              stroke="var(--perch-line)"
              strokeWidth="2"
              opacity="0.5"
            />
          ),
      )}
      {kinds.slice(1).map((kind, index) => (
        <path
          key={index}
          d={`M${x(index)} ${yOf(index)}L${x(index + 1)} ${yOf(index + 1)}`}
          stroke={kind === 'free' ? 'var(--color-accent)' : 'var(--perch-line)'}
          strokeWidth="3"
          strokeDasharray={isOpen(index + 1) ? '1 7' : undefined}
        />
      ))}
      {kinds.map((kind, row) => (
        <TreeNode key={row} kind={kind} x={x(row)} y={yOf(row)} />
      ))}
    </svg>
  );
}

function TreeNode({ kind, x, y }: { readonly kind: Row['kind']; readonly x: number; readonly y: number }) {
  if (kind === 'seat')
    return <circle cx={x} cy={y} r="10" fill="var(--color-base-100)" stroke="var(--color-primary)" strokeWidth="4" />;
  if (kind === 'between')
    return <circle cx={x} cy={y} r="5" fill="var(--color-base-100)" stroke="var(--perch-line)" strokeWidth="3" />;
  return <circle cx={x} cy={y} r={PLACE} fill="var(--color-base-100)" stroke="var(--color-accent)" strokeWidth="3" />;
}
