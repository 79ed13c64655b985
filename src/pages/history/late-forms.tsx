import { lazyPage } from '#src/ui/lazy-page.tsx';
import type { FilterFormProps } from './filter-form.tsx';
import type { SearchFormProps } from './search-form.tsx';

/** The forms of the list, which a press opens: the page is shown without their code. */
export const searchForm = lazyPage<SearchFormProps>(() =>
  import('./search-form.tsx').then(({ SearchForm }) => SearchForm),
);
export const filterForm = lazyPage<FilterFormProps>(() =>
  import('./filter-form.tsx').then(({ FilterForm }) => FilterForm),
);

/** Loads both ahead of a press. */
export const fetchForms = (): void => [searchForm, filterForm].forEach(({ preload }) => void preload());

/** As high as the search is, with its way out if something is searched for. */
export function SearchWaiting({ isSet }: { readonly isSet: boolean }) {
  return <span aria-hidden="true" className={`skeleton block w-full ${isSet ? 'h-33.5' : 'h-18.5'}`} />;
}

/** As many periods as the filter offers. */
const PERIODS = 6;

/** As high as the periods and the fields of the filter with their button are. */
export function FilterWaiting({ fields }: { readonly fields: number }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-4">
      <div className="period-grid">
        {Array.from({ length: PERIODS }, (_, period) => (
          <span key={period} className="skeleton h-11" />
        ))}
      </div>
      <div className="grid gap-x-3 gap-y-4 min-[22rem]:grid-cols-2 sm:gap-x-4 lg:grid-cols-4">
        {Array.from({ length: fields }, (_, field) => (
          <span key={field} className="skeleton h-18.5" />
        ))}
      </div>
      <span className="skeleton h-12 w-28" />
    </div>
  );
}
