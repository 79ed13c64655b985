import { Formik, useFormikContext } from 'formik';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AtRest } from '#src/ui/at-rest.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { Drawing } from '#src/ui/icon.tsx';
import { SEARCH_ICON } from '#src/ui/member-icon.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import { DEEPEST_SHOWN, levelOfText, LONGEST_SEARCH, type DownLineFilter } from './filter.ts';

/** What is in the fields. */
type Typed = Readonly<Record<'search' | 'level', string>>;

const NOTHING: Typed = { search: '', level: '' };

export interface FilterFormProps {
  readonly filter: DownLineFilter;
  readonly onChoose: (chosen: Typed) => void;
}

const trimmed = ({ search, level }: Typed): Typed => ({
  search: search.trim(),
  level: level.trim().normalize('NFKC'),
});
const isSame = (one: Typed, other: Typed): boolean => one.search === other.search && one.level === other.level;
const isWrong = (level: string): boolean => level !== '' && levelOfText(level) === null;

/** Filters the organization by member and level, while they are typed; Enter and the button do so at once. */
export function FilterForm({ filter, onChoose }: FilterFormProps) {
  const { t } = useTranslation('organization');
  const shown: Typed = { search: filter.search ?? '', level: filter.level === undefined ? '' : String(filter.level) };
  /** What was chosen here and is not in the URL yet: a value that arrives from elsewhere goes into the fields. */
  const chosen = useRef<Typed[]>([]);
  const choose = (typed: Typed) => {
    const next = trimmed(typed);
    if (isSame(next, chosen.current.at(-1) ?? shown)) return;
    chosen.current.push(next);
    onChoose(next);
  };
  /** Whether what arrives in the URL was chosen here. */
  const onArrive = (arrived: Typed): boolean => {
    const place = chosen.current.findIndex((each) => isSame(each, arrived));
    chosen.current = place < 0 ? [] : chosen.current.slice(place + 1);
    return place >= 0;
  };
  const isActive = !isSame(shown, NOTHING);
  const schema = object({
    search: string().max(LONGEST_SEARCH, t('filter.long')),
    level: string().test(
      'level',
      t('filter.noLevel', { deepest: DEEPEST_SHOWN }),
      (typed = '') => !isWrong(typed.trim()),
    ),
  });
  return (
    <section aria-label={isActive ? t('filter.active') : t('filter.title')} className="panel p-4 print:hidden">
      <Formik
        initialValues={shown}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={choose}
      >
        <Form aria-label={t('filter.title')} className="flex flex-col gap-2">
          {/* What is wrong is said once the form is sent: a number may be half typed. Until then the level stays. */}
          <AtRest<Typed>
            onRest={(typed) => choose(isWrong(typed.level.trim()) ? { ...typed, level: shown.level } : typed)}
          />
          <FromUrl shown={shown} onArrive={onArrive} />
          <div className="grid grid-cols-[minmax(0,1fr)_4.5rem_auto] sm:grid-cols-[minmax(0,1fr)_12rem_auto] items-start gap-2 sm:gap-4">
            <TextField
              type="search"
              name="search"
              label={t('filter.search')}
              maxLength={LONGEST_SEARCH}
              autoComplete="off"
              enterKeyHint="search"
            />
            {/* What is wrong has more words than the column has room for: it reaches to its left. */}
            <div className="min-w-0 max-sm:[&_p]:-ml-36 max-sm:[&_p]:text-right">
              <TextField
                name="level"
                inputMode="numeric"
                label={t('filter.level')}
                placeholder={t('filter.anyLevel')}
                autoComplete="off"
                enterKeyHint="search"
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

interface FromUrlProps {
  readonly shown: Typed;
  /** Asked once something else is in the URL: whether the fields have it already. */
  readonly onArrive: (arrived: Typed) => boolean;
}

/** Puts into the fields what a link or the button that clears has put into the URL, never what was typed in them. */
function FromUrl({ shown, onArrive }: FromUrlProps) {
  const { setValues } = useFormikContext<Typed>();
  const arrive = useEffectEvent(() => {
    if (!onArrive(shown)) void setValues(shown);
  });
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) arrive();
    isFirst.current = false;
  }, [shown.search, shown.level]);
  return null;
}
