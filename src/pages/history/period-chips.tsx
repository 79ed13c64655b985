import { useFormikContext } from 'formik';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#src/i18n/format.ts';
import { useServices } from '#src/services/services.ts';
import { NOTHING, type HistoryFilter } from './filters.ts';
import { CALENDAR, LAST_DAYS, lastDays } from './periods.ts';

interface PeriodChipsProps {
  readonly filter: HistoryFilter;
  readonly onChoose: (chosen: Readonly<Record<string, string>>) => void;
}

/** The periods that are asked for most, at a press each, with whatever else the form around them says. */
export function PeriodChips({ filter, onChoose }: PeriodChipsProps) {
  const { t } = useTranslation('history');
  const { values } = useFormikContext<typeof NOTHING>();
  const { now } = useServices();
  const today = formatDate(new Date(now()));
  const periods = [
    ...LAST_DAYS.map((days) => ({ name: t('period.lastDays', { days }), period: lastDays(days, today) })),
    ...(['thisMonth', 'thisYear', 'lastYear'] as const).map((each) => ({
      name: t(`period.${each}`),
      period: CALENDAR[each](today),
    })),
  ];
  return (
    <ul aria-label={t('period.title')} className="period-grid">
      {periods.map(({ name, period }) => (
        <li key={name}>
          <button
            type="button"
            className="chip w-full justify-center px-2"
            aria-pressed={filter.from === period.from && filter.to === period.to}
            onClick={() => onChoose({ ...NOTHING, ...values, ...period })}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
