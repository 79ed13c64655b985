import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { MOST_SEARCHED } from './filters.ts';

export interface SearchFormProps {
  /** What was searched for; empty if nothing was. */
  readonly searched: string;
  /** Whether a press has opened it, to type in it. */
  readonly isPressed: boolean;
  readonly onSearch: (typed: string) => void;
}

/** Looks a record up by its reference, the other member, its note or its exact amount. */
export function SearchForm({ searched, isPressed, onSearch }: SearchFormProps) {
  const { t } = useTranslation('history');
  return (
    <Formik initialValues={{ search: searched }} enableReinitialize onSubmit={({ search }) => onSearch(search.trim())}>
      <Form aria-label={t('search.title')} className="flex flex-col gap-3 print:hidden">
        <div className="flex items-end gap-2">
          {/* The words have room above the button too. */}
          <div className="min-w-0 flex-1 [&_label]:whitespace-nowrap">
            <TextField
              type="search"
              name="search"
              label={t('search.label')}
              autoFocus={isPressed}
              maxLength={MOST_SEARCHED}
              autoComplete="off"
              enterKeyHint="search"
            />
          </div>
          <Button type="submit" kind="secondary">
            {t('search.find')}
          </Button>
        </div>
        {searched !== '' && (
          <div>
            <Button kind="quiet" onClick={() => onSearch('')} className="-ml-3 px-3">
              {t('search.clear')}
            </Button>
          </div>
        )}
      </Form>
    </Formik>
  );
}
