import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { CsvButton } from './csv-button.tsx';
import { FilterForm } from './filter-form.tsx';
import { filterOf } from './filters.ts';
import { HistoryList } from './history-list.tsx';
import { kindOf, statusesIn } from './kinds.ts';

/** /History/:kind (SRC §2, D-12): one history. Its filter is in the URL, so Back and a reload keep it. */
export function HistoryPage() {
  const { t } = useTranslation('history');
  const kind = kindOf(useParams()['kind'] ?? '');
  const [search, setSearch] = useSearchParams();
  const statuses = kind === null ? [] : statusesIn(kind);
  const filter = filterOf(search, statuses);
  const choose = (chosen: Readonly<Record<string, string>>) => {
    const next = Object.entries(chosen).filter(([, value]) => value !== '');
    // Back leads to the page before, not through every filter that was tried.
    setSearch(new URLSearchParams(next), { replace: true });
  };
  return (
    <>
      <PageHeading
        title={kind === null ? t('unknown.title') : t(`kind.${kind}.title`)}
        note={kind === null ? t('unknown.text') : t(`kind.${kind}.text`)}
      />
      <div className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink kind="secondary" to={paths.histories}>
          <Icon name="back" />
          {t('all')}
        </ButtonLink>
        {kind !== null && <CsvButton kind={kind} filter={filter} />}
      </div>
      {kind !== null && (
        <>
          <FilterForm filter={filter} statuses={statuses} onChoose={choose} />
          {/* Another history or filter is a new list, which begins at its first page. */}
          <HistoryList key={`${kind} ${JSON.stringify(filter)}`} kind={kind} filter={filter} />
        </>
      )}
    </>
  );
}
