import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '#money/amount.ts';
import { exactOf } from '#money/shown.ts';
import { Butterfly, ButterflyMark, type ButterflyProps } from '#src/ui/member-butterfly.tsx';
import { isNothing } from '#src/ui/quiet-zero.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

interface SidesRow {
  /** What the figures are, in words. */
  readonly name: string;
  /** An amount in USD, or a count. */
  readonly left: Amount | number;
  readonly right: Amount | number;
  /** The part of the bars that shows it; undefined if they don't. */
  readonly part?: 0 | 1;
  /** Whether it is what the table is about. */
  readonly main?: boolean;
}

export interface SidesTableProps {
  /** What all figures are; only for screen readers if each row says it. */
  readonly corner: ReactNode;
  /** Who is at the place of each side, if that is known. */
  readonly users?: { readonly left: ReactNode; readonly right: ReactNode };
  /** The amounts that the bars show; without them there are no bars. */
  readonly bars?: ButterflyProps;
  readonly rows: readonly SidesRow[];
  /** What is said in place of the amounts and their bars if all are zero; null if that is said elsewhere. */
  readonly none: string | null;
}

/** A name between its figures; on a phone it has a line of its own above them, so that both have room. */
const ROW = 'max-sm:grid max-sm:grid-cols-[1fr_auto]';

/**
 * Both sides of a seat from one middle: bars, and each figure beside the same figure of the other side. Amounts that
 * are all zero are one sentence. The roles are those of the elements, which lose them where rows are laid out as a
 * grid.
 */
export function SidesTable({ corner, users, bars, rows, none }: SidesTableProps) {
  const { t } = useTranslation('organization');
  const amounts = rows.filter(({ left }) => typeof left === 'string');
  const isNone = amounts.every(({ left, right }) => isNothing(left) && isNothing(right));
  const shown = isNone ? rows.filter((row) => !amounts.includes(row)) : rows;
  const head = 'pb-2 align-top font-medium wrap-anywhere sm:whitespace-nowrap';
  return (
    <div className="flex flex-col gap-3">
      {bars !== undefined && !isNone && <Butterfly {...bars} />}
      <table role="table" className="w-full text-sm max-sm:block sm:text-base">
        <thead role="rowgroup" className="max-sm:block">
          <tr role="row" className="max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:gap-x-2">
            <th role="columnheader" scope="col" className={`${head} text-left`}>
              <span className="block text-muted">{t('side.left')}</span>
              {users?.left}
            </th>
            <td role="cell" className="pb-2 text-center align-top text-sm text-muted">
              {corner}
            </td>
            <th role="columnheader" scope="col" className={`${head} text-right`}>
              <span className="block text-muted">{t('side.right')}</span>
              {users?.right}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" className="divide-y divide-base-300 border-t border-base-300 max-sm:block">
          {isNone && none !== null && (
            <tr role="row" className="max-sm:block">
              <td role="cell" colSpan={3} className="py-3 text-center text-muted max-sm:block">
                {none}
              </td>
            </tr>
          )}
          {shown.map(({ name, left, right, part, main = false }) => (
            <tr
              key={name}
              role="row"
              className={`${ROW} ${main ? 'text-base font-semibold sm:text-xl' : 'font-medium'}`}
            >
              <td role="cell" className={`${FIGURE} text-left`}>
                <Figure value={left} />
              </td>
              <th
                role="rowheader"
                scope="row"
                className="text-center text-sm font-normal text-muted max-sm:order-first max-sm:col-span-2 max-sm:pt-2.5 sm:px-2 sm:py-3"
              >
                {part !== undefined && <ButterflyMark part={part} />}
                <WholeWords text={name} />
              </th>
              <td role="cell" className={`${FIGURE} text-right`}>
                <Figure value={right} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Figure({ value }: { readonly value: Amount | number }) {
  return <span data-zero={isNothing(value)}>{typeof value === 'number' ? value : exactOf(value, 'USD')}</span>;
}

const FIGURE = 'whitespace-nowrap max-sm:pb-2.5 sm:py-3';
