import { useTranslation } from 'react-i18next';
import { useServices } from '#src/services/services.ts';
import { FileButton } from '../file-button.tsx';
import { ownZone } from '../history/filters.ts';

/**
 * Saves a statement with its lines, in the language of the page. Each button names the period: another one may be
 * selected above that is not shown yet.
 */
export function StatementFiles({ period }: { readonly period: string }) {
  const { t } = useTranslation('statements');
  const { api } = useServices();
  const params = { path: { period }, query: ownZone() };
  const words = { saving: t('saving'), saved: t('saved'), saveNow: t('saveNow') };
  return (
    <>
      <FileButton
        key={`pdf ${period}`}
        ask={() =>
          api.GET('/statements/{period}/pdf', { params, headers: { Accept: 'application/pdf' }, parseAs: 'stream' })
        }
        fallbackName={() => `perch-statement-${period}.pdf`}
        words={{ ...words, save: t('pdf', { period }) }}
      />
      <FileButton
        key={`csv ${period}`}
        ask={() => api.GET('/statements/{period}/csv', { params, headers: { Accept: 'text/csv' }, parseAs: 'stream' })}
        fallbackName={() => `perch-statement-${period}.csv`}
        words={{ ...words, save: t('csv', { period }) }}
      />
    </>
  );
}
