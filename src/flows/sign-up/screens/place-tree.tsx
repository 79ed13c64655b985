import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { seatsBetween } from '#machines/sign-up/sign-up.rules.ts';
import type { Seat, Side } from '#machines/sign-up/sign-up.types.ts';
import { Bird } from '#src/ui/logo.tsx';

/** Height of a row, and how far each row lies to the side of the one above, in pixels of the drawing. */
const ROW = 60;
const SHIFT = 34;
const MARGIN = 24;

interface Row {
  readonly kind: 'seat' | 'between' | 'free';
  readonly label: ReactNode;
}

/**
 * The way from the seat user down to the free place: the top, what lies between as a number, the seat above the place, and
 * the place itself. It leans to the side that it runs along. For a screen reader it is one sentence.
 */
export function PlaceTree({ seat }: { readonly seat: Seat }) {
  const { t } = useTranslation('sign-up');
  const { seatUser, place } = seat;
  const rows = useRows(seat);
  const words = { side: t(`side.${place.position}`), parent: place.parentPositionId, top: `${seatUser.username} (${seatUser.positionId})`, count: place.level };
  return (
    <div role="img" aria-label={t('tree.drawing', words)} className="panel overflow-hidden p-4">
      <div className="relative" aria-hidden="true">
        <Wood rows={rows} side={place.position} />
        {rows.map(({ kind, label }, index) => (
          <div key={index} className="flex items-center" style={{ height: ROW, paddingLeft: xOf(index, rows.length, place.position) + 26 }}>
            <p className={`min-w-0 truncate text-sm ${kind === 'between' ? 'text-muted' : ''}`}>{label}</p>
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
    ...(between > 0 ? [{ kind: 'between', label: t('tree.between', { count: between }) } as const] : []),
    ...(place.level > 1 ? [{ kind: 'seat', label: <Label strong={place.parentPositionId} /> } as const] : []),
    { kind: 'free', label: <Label strong={t('tree.yours')} weak={t('tree.free')} /> },
  ];
}

function Label({ strong, weak }: { readonly strong: string; readonly weak?: string }) {
  return (
    <>
      <span className="font-semibold">{strong}</span>
      {weak !== undefined && <span className="ml-2 text-muted">{weak}</span>}
    </>
  );
}

/** Where the seat of a row lies: each row further to the side. */
function xOf(row: number, count: number, side: Side): number {
  return MARGIN + SHIFT * (side === 'right' ? row : count - 1 - row);
}

function yOf(row: number): number {
  return row * ROW + ROW / 2;
}

/** Branches and seats; the branch that the place does not hang on is a stub. */
function Wood({ rows, side }: { readonly rows: readonly Row[]; readonly side: Side }) {
  const x = (row: number): number => xOf(row, rows.length, side);
  const away = side === 'left' ? 1 : -1;
  const last = rows.length - 1;
  return (
    <svg width={MARGIN * 2 + SHIFT * last} height={ROW * rows.length} className="absolute inset-0" fill="none" strokeLinecap="round">
      {rows.slice(1).map((row, index) => (
        <path
          key={index}
          d={`M${x(index)} ${yOf(index)}L${x(index + 1)} ${yOf(index + 1)}`}
          stroke={row.kind === 'free' ? 'var(--color-accent)' : 'var(--color-line)'}
          strokeWidth="3"
          strokeDasharray={row.kind === 'between' || rows[index]?.kind === 'between' || row.kind === 'free' ? '1 7' : undefined}
        />
      ))}
      {rows.map(({ kind }, index) => kind === 'seat' && <path key={index} d={`M${x(index)} ${yOf(index)}l${away * 14} 20`} stroke="var(--color-base-300)" strokeWidth="3" />)}
      {rows.map((row, index) => (
        <Knot key={index} kind={row.kind} x={x(index)} y={yOf(index)} />
      ))}
    </svg>
  );
}

function Knot({ kind, x, y }: { readonly kind: Row['kind']; readonly x: number; readonly y: number }) {
  if (kind === 'seat') return <circle cx={x} cy={y} r="10" fill="var(--color-base-100)" stroke="var(--color-primary)" strokeWidth="4" />;
  if (kind === 'between') return <circle cx={x} cy={y} r="5" fill="var(--color-base-100)" stroke="var(--color-line)" strokeWidth="3" />;
  return (
    <>
      <circle cx={x} cy={y} r="16" fill="var(--color-base-100)" stroke="var(--color-accent)" strokeWidth="3" />
      <g transform={`translate(${x - 11} ${y - 11})`}>
        <Bird className="size-[22px]" />
      </g>
    </>
  );
}
