import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { SidesTable } from './sides-table.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

type Leg = components['schemas']['Leg'];

const COUNTS = ['members', 'joinedThisMonth'] as const;

export interface LegFiguresProps {
  readonly left: Leg;
  readonly right: Leg;
  /** The time of the volumes; null before the first sum. */
  readonly volumesAt: string | null;
  /** Whether the page shows the running month elsewhere. */
  readonly withoutMonth?: boolean;
}

/** Both legs of a seat beside each other: what they have bought, and how many members they have. */
export function LegFigures({ left, right, volumesAt, withoutMonth = false }: LegFiguresProps) {
  const { t } = useTranslation('organization');
  const volume = (figure: 'volumeUsd' | 'carriedUsd' | 'totalUsd') => ({
    // The unit is part of the figure's label: a phone has no room to repeat it.
    name: t('legs.usd', { figure: t(`legs.${figure}`) }),
    left: left[figure],
    right: right[figure],
  });
  return (
    <>
      <SidesTable
        none={volumesAt === null ? null : t('legs.none')}
        corner={<span className="sr-only">{t('legs.figure')}</span>}
        {...(withoutMonth
          ? {}
          : { bars: { left: [left.volumeUsd, left.carriedUsd], right: [right.volumeUsd, right.carriedUsd] } })}
        rows={[
          ...(withoutMonth
            ? []
            : [
                { ...volume('volumeUsd'), part: 0 as const, main: true },
                { ...volume('carriedUsd'), part: 1 as const },
              ]),
          volume('totalUsd'),
          ...COUNTS.map((figure) => ({ name: t(`legs.${figure}`), left: left[figure], right: right[figure] })),
        ]}
      />
      <p className="text-sm text-muted">
        <WholeWords
          text={volumesAt === null ? t('legs.notSummed') : t('legs.summed', { moment: formatDateTime(volumesAt) })}
        />
      </p>
    </>
  );
}
