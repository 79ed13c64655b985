import { useTranslation } from 'react-i18next';
import { useServices } from '#src/services/services.ts';
import { FileButton } from '../file-button.tsx';
import { ownZone, type HistoryFilter } from './filters.ts';
import type { HistoryKind } from './kinds.ts';

const DAY_LETTERS = 10;

/** Saves a history, as filtered, as CSV (D-12, D-29). */
export function CsvButton({ kind, filter }: { readonly kind: HistoryKind; readonly filter: HistoryFilter }) {
  const { t } = useTranslation('history');
  const { api, now } = useServices();
  return (
    <FileButton
      key={JSON.stringify([kind, filter])}
      ask={() =>
        api.GET('/histories/{kind}/csv', {
          params: { path: { kind }, query: { ...filter, ...ownZone() } },
          headers: { Accept: 'text/csv' },
          parseAs: 'stream',
        })
      }
      fallbackName={() => `perch-${kind}-${new Date(now()).toISOString().slice(0, DAY_LETTERS)}.csv`}
      words={{ save: t('csv.save'), saving: t('csv.saving'), saved: t('csv.saved'), saveNow: t('csv.saveNow') }}
    />
  );
}
