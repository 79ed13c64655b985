import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Butterfly, ButterflyMark, type ButterflyProps } from '#src/ui/member-butterfly.tsx';

interface SidesRow {
  /** What the figures are, in words. */
  readonly name: string;
  readonly left: ReactNode;
  readonly right: ReactNode;
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
}

/** Both sides of a seat from one middle: bars, and each figure beside the same figure of the other side. */
export function SidesTable({ corner, users, bars, rows }: SidesTableProps) {
  const { t } = useTranslation('organization');
  const head = 'pb-2 align-top font-medium whitespace-nowrap';
  return (
    <div className="flex flex-col gap-3">
      {bars !== undefined && <Butterfly {...bars} />}
      <table className="w-full text-sm sm:text-base">
        <thead>
          <tr>
            <th scope="col" className={`${head} text-left`}>
              <span className="block text-muted">{t('side.left')}</span>
              {users?.left}
            </th>
            <td className="pb-2 text-center align-top text-sm text-muted">{corner}</td>
            <th scope="col" className={`${head} text-right`}>
              <span className="block text-muted">{t('side.right')}</span>
              {users?.right}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-base-300 border-t border-base-300">
          {rows.map(({ name, left, right, part, main = false }) => (
            <tr key={name} className={main ? 'font-semibold min-[22.5rem]:text-base sm:text-xl' : 'font-medium'}>
              <td className="py-3 text-left whitespace-nowrap">{left}</td>
              <th scope="row" className="px-2 py-3 text-center text-sm font-normal wrap-normal text-muted">
                {part !== undefined && <ButterflyMark part={part} />}
                {name}
              </th>
              <td className="py-3 text-right whitespace-nowrap">{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
