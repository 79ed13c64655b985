import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { Drawing } from '#src/ui/icon.tsx';
import { SEARCH_ICON } from '#src/ui/member-icon.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import { DEEPEST_SHOWN, levelOfText, LONGEST_SEARCH, type DownLineFilter } from './filter.ts';

const NOTHING = { search: '', level: '' };

export interface FilterFormProps {
  readonly filter: DownLineFilter;
  readonly onChoose: (chosen: Readonly<Record<string, string>>) => void;
}

/** Filters the organization by member and level. */
export function FilterForm({ filter, onChoose }: FilterFormProps) {
  const { t } = useTranslation('organization');
  const isActive = Object.keys(filter).length > 0;
  const schema = object({
    search: string().max(LONGEST_SEARCH, t('filter.long')),
    level: string().test(
      'level',
      t('filter.noLevel', { deepest: DEEPEST_SHOWN }),
      (typed = '') => typed.trim() === '' || levelOfText(typed.trim()) !== null,
    ),
  });
  return (
    <section aria-label={isActive ? t('filter.active') : t('filter.title')} className="panel p-4 print:hidden">
      <Formik
        initialValues={{ search: filter.search ?? '', level: filter.level === undefined ? '' : String(filter.level) }}
        enableReinitialize
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ search, level }) => onChoose({ search: search.trim(), level: level.trim() })}
      >
        <Form aria-label={t('filter.title')} className="flex flex-col gap-2">
          <div className="grid grid-cols-[minmax(0,1fr)_4.5rem_auto] sm:grid-cols-[minmax(0,1fr)_12rem_auto] items-start gap-2 sm:gap-4">
            <TextField
              type="search"
              name="search"
              label={t('filter.search')}
              maxLength={LONGEST_SEARCH}
              autoComplete="off"
            />
            {/* What is wrong has more words than the column has room for: it reaches to its left. */}
            <div className="min-w-0 max-sm:[&_p]:-ml-36 max-sm:[&_p]:text-right">
              <TextField
                name="level"
                inputMode="numeric"
                label={t('filter.level')}
                placeholder={t('filter.anyLevel')}
                autoComplete="off"
              />
            </div>
            <div className="pt-6.5">
              <Button
                type="submit"
                kind="secondary"
                aria-label={t('filter.apply')}
                title={t('filter.apply')}
                className="px-3.5"
              >
                <Drawing path={SEARCH_ICON} />
              </Button>
            </div>
          </div>
          {isActive && (
            <div>
              <Button kind="quiet" onClick={() => onChoose(NOTHING)}>
                {t('filter.clear')}
              </Button>
            </div>
          )}
        </Form>
      </Formik>
    </section>
  );
}
