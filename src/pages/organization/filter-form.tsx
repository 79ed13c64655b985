import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
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
    <section aria-label={isActive ? t('filter.active') : t('filter.title')} className="panel p-5 print:hidden">
      <Formik
        initialValues={{ search: filter.search ?? '', level: filter.level === undefined ? '' : String(filter.level) }}
        enableReinitialize
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ search, level }) => onChoose({ search: search.trim(), level: level.trim() })}
      >
        <Form aria-label={t('filter.title')} className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField type="search" name="search" label={t('filter.search')} autoComplete="off" />
            <TextField
              name="level"
              inputMode="numeric"
              label={t('filter.level')}
              hint={t('filter.levelHint')}
              autoComplete="off"
            />
          </div>
          <div className="flex flex-wrap gap-3">
            <Button type="submit">{t('filter.apply')}</Button>
            {isActive && (
              <Button kind="quiet" onClick={() => onChoose(NOTHING)}>
                {t('filter.clear')}
              </Button>
            )}
          </div>
        </Form>
      </Formik>
    </section>
  );
}
