import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { shown } from '#money/shown.ts';
import { formatDateTime } from '#src/i18n/format.ts';

type Leg = components['schemas']['Leg'];

const COUNTS = ['members', 'joinedThisMonth'] as const;
const VOLUMES = ['volumeUsd', 'carriedUsd', 'totalUsd'] as const;

export interface LegFiguresProps {
  readonly left: Leg;
  readonly right: Leg;
  /** The time of the volumes; null before the first sum. */
  readonly volumesAt: string | null;
}

/** Both legs of a seat next to each other: members, and what they have bought. */
export function LegFigures({ left, right, volumesAt }: LegFiguresProps) {
  const { t } = useTranslation('organization');
  return (
    <>
      <table className="w-full text-sm sm:text-base">
        <thead className="text-muted">
          <tr className="border-b border-base-300">
            <th scope="col" className="py-2 pr-2 text-left font-medium">
              {t('legs.figure')}
            </th>
            {(['left', 'right'] as const).map((side) => (
              <th key={side} scope="col" className="py-2 pl-2 text-right font-medium whitespace-nowrap">
                {t(`side.${side}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-base-300">
          {COUNTS.map((figure) => (
            <tr key={figure}>
              <FigureName name={t(`legs.${figure}`)} />
              <td className="py-3 pl-2 text-right font-medium">{left[figure]}</td>
              <td className="py-3 pl-2 text-right font-medium">{right[figure]}</td>
            </tr>
          ))}
          {VOLUMES.map((figure) => (
            <tr key={figure}>
              <FigureName name={t('legs.usd', { figure: t(`legs.${figure}`) })} />
              {/* The unit is part of the figure's label: a phone has no room to repeat it. */}
              <td className="py-3 pl-2 text-right font-medium whitespace-nowrap">{shown(left[figure], 'USD')}</td>
              <td className="py-3 pl-2 text-right font-medium whitespace-nowrap">{shown(right[figure], 'USD')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-muted">
        {volumesAt === null ? t('legs.notSummed') : t('legs.summed', { moment: formatDateTime(volumesAt) })}
      </p>
    </>
  );
}

function FigureName({ name }: { readonly name: string }) {
  return (
    <th scope="row" className="py-3 pr-2 text-left font-normal wrap-normal text-muted">
      {name}
    </th>
  );
}
