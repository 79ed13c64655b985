import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import type texts from '#locales/en-US/history.json';
import { ButtonLink } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { statementsAddress } from './statements-address.ts';
import { CsvButton } from './csv-button.tsx';
import { FilterForm } from './filter-form.tsx';
import { filterOf } from './filters.ts';
import { HistoryList } from './history-list.tsx';
import { kindOf, statusesIn, type HistoryKind } from './kinds.ts';
import { PresetLinks } from './preset-links.tsx';
import { SearchForm } from './search-form.tsx';
import { HidesAmounts } from '../hides-amounts.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    history: typeof texts;
  }
}

/**
 * /History, everything that moved, and /History/:kind, its presets (SRC §2, D-12). Search and filter are in the URL, so
 * Back and a reload keep them.
 */
export function HistoryPage() {
  const { t } = useTranslation('history');
  const { kind: segment } = useParams();
  const kind = segment === undefined ? 'all' : kindOf(segment);
  return (
    <HidesAmounts>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PageHeading
          title={kind === null ? t('unknown.title') : t(`kind.${kind}.title`)}
          note={kind === null ? t('unknown.text') : t(`kind.${kind}.text`)}
        />
        <ButtonLink kind="secondary" to={statementsAddress} className="print:hidden">
          <MemberIcon name="print" />
          {t('statements')}
        </ButtonLink>
      </div>
      <PresetLinks current={kind} />
      {kind !== null && <Records kind={kind} />}
    </HidesAmounts>
  );
}

function Records({ kind }: { readonly kind: HistoryKind }) {
  const [parameters, setParameters] = useSearchParams();
  const statuses = statusesIn(kind);
  const filter = filterOf(parameters, statuses);
  const choose = (chosen: Readonly<Record<string, string>>) => {
    const next = Object.entries({ ...filter, ...chosen }).filter(([, value]) => value !== '');
    // Back leads to the page before, not through every filter that was tried.
    setParameters(new URLSearchParams(next), { replace: true });
  };
  return (
    <>
      <SearchForm searched={filter.search ?? ''} onSearch={(search) => choose({ search })} />
      <FilterForm filter={filter} statuses={statuses} onChoose={choose} />
      {/* Another history or filter is a new list, which begins at its first page. */}
      <HistoryList key={`${kind} ${JSON.stringify(filter)}`} kind={kind} filter={filter} />
      <div className="flex flex-wrap gap-3 print:hidden">
        <CsvButton kind={kind} filter={filter} />
      </div>
    </>
  );
}
