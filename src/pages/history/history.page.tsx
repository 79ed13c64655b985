import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type texts from '#locales/en-US/history.json';
import { LatePart } from '#src/frames/late-part.tsx';
import { CurrencyNote } from '#src/ui/estimate.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { statementsAddress } from './statements-address.ts';
import { filterOf, ownOf } from './filters.ts';
import { HistoryList } from './history-list.tsx';
import { fetchForms, filterForm, FilterWaiting, searchForm, SearchWaiting } from './late-forms.tsx';
import { kindOf, statusesIn, type HistoryKind } from './kinds.ts';
import { PresetLinks } from './preset-links.tsx';
import { ToolButton } from './tool-button.tsx';
import { useOpened } from './use-opened.ts';
import { HidesAmounts } from '../hides-amounts.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    history: typeof texts;
  }
}

const SEARCH = 'history-search';
const FILTER = 'history-filter';

/**
 * /History, everything that moved, and /History/:kind, its presets (SRC §2, D-12). Search and filter are in the URL, so
 * Back and a reload keep them.
 */
export function HistoryPage() {
  const { kind: segment } = useParams();
  const kind = segment === undefined ? 'all' : kindOf(segment);
  return <HidesAmounts>{kind === null ? <Unknown /> : <Records kind={kind} />}</HidesAmounts>;
}

function Unknown() {
  const { t } = useTranslation('history');
  return (
    <>
      <Head title={t('unknown.title')} note={t('unknown.text')} />
      <PresetLinks current={null} />
    </>
  );
}

/** The heading, with the tools of the list and the way to the statements. */
function Head({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note: string;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('history');
  return (
    <div className="heading-tools">
      <PageHeading title={title} note={note} />
      <div className="print:hidden">
        {children}
        <Link to={statementsAddress} className="tool">
          <MemberIcon name="document" />
          <span className="max-sm:sr-only">{t('statements')}</span>
        </Link>
      </div>
    </div>
  );
}

function Records({ kind }: { readonly kind: HistoryKind }) {
  const { t } = useTranslation('history');
  const [parameters, setParameters] = useSearchParams();
  const statuses = statusesIn(kind);
  const filter = filterOf(parameters, statuses);
  const { search = '' } = filter;
  const isSearched = search !== '';
  const isFiltered = Object.keys(ownOf(filter)).length > 0;
  const [isSearchOpen, toggleSearch] = useOpened(isSearched);
  const [isPressed, setPressed] = useState(false);
  const [isFilterOpen, toggleFilter] = useOpened(isFiltered);
  const choose = (chosen: Readonly<Record<string, string>>) => {
    const next = Object.entries({ ...filter, ...chosen }).filter(([, value]) => value !== '');
    // Back leads to the page before, not through every filter that was tried.
    setParameters(new URLSearchParams(next), { replace: true });
  };
  return (
    <>
      <Head title={t(`kind.${kind}.title`)} note={t(`kind.${kind}.text`)}>
        <ToolButton
          icon="search"
          name={isSearched ? t('search.active') : t('search.title')}
          isSet={isSearched}
          isOpen={isSearchOpen}
          controls={SEARCH}
          onPress={() => {
            // At once, so that the field is there to be typed in.
            flushSync(() => {
              setPressed(true);
              toggleSearch();
            });
          }}
          onIntent={fetchForms}
        />
        <ToolButton
          icon="filter"
          name={isFiltered ? t('filter.active') : t('filter.title')}
          isSet={isFiltered}
          isOpen={isFilterOpen}
          controls={FILTER}
          onPress={toggleFilter}
          onIntent={fetchForms}
        />
      </Head>
      {/* Another history has closed the presets. */}
      <PresetLinks key={kind} current={kind} />
      {isSearchOpen && (
        <div id={SEARCH}>
          <LatePart waiting={<SearchWaiting isSet={isSearched} />}>
            <searchForm.Page searched={search} isPressed={isPressed} onSearch={(typed) => choose({ search: typed })} />
          </LatePart>
        </div>
      )}
      {isFilterOpen && (
        <div id={FILTER} className="panel p-5 print:hidden">
          <LatePart waiting={<FilterWaiting fields={statuses.length > 0 ? 4 : 3} />}>
            <filterForm.Page filter={filter} statuses={statuses} onChoose={choose} />
          </LatePart>
        </div>
      )}
      <HistoryList
        kind={kind}
        filter={filter}
        // What a press opens comes after what is looked at, and before anybody presses.
        onIdle={fetchForms}
        note={<CurrencyNote />}
      />
    </>
  );
}
