import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { ASSETS } from '#money/assets.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import { PeriodChips } from './period-chips.tsx';
import { isDay, NOTHING, ownOf, type HistoryFilter, type RecordStatus } from './filters.ts';

export interface FilterFormProps {
  readonly filter: HistoryFilter;
  /** The statuses that records of the list can have; if there are none, the field is omitted. */
  readonly statuses: readonly RecordStatus[];
  readonly onChoose: (chosen: Readonly<Record<string, string>>) => void;
}

/** The filter of a history, which is sent as a whole, below the periods that are a press each. */
export function FilterForm({ filter, statuses, onChoose }: FilterFormProps) {
  const { t } = useTranslation(['history', 'money']);
  const own = ownOf(filter);
  const isActive = Object.keys(own).length > 0;
  const any = { value: '', label: t('filter.any') };
  const day = string().test('day', t('filter.noDate'), (typed = '') => typed === '' || isDay(typed));
  const schema = object({
    from: day,
    to: day.test(
      'order',
      t('filter.backwards'),
      // The form leaves out what is empty.
      (typed = '', { parent }) => typed === '' || typed >= ((parent as Partial<typeof NOTHING>).from ?? ''),
    ),
  });
  return (
    <Formik
      initialValues={{ ...NOTHING, ...own }}
      enableReinitialize
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={onChoose}
    >
      <div className="flex flex-col gap-4">
        <PeriodChips filter={filter} onChoose={onChoose} />
        <Form aria-label={t('filter.title')} className="flex flex-col gap-4">
          <div className="grid gap-x-3 gap-y-4 min-[22rem]:grid-cols-2 sm:gap-x-4 lg:grid-cols-4">
            <TextField type="date" name="from" label={t('filter.from')} />
            <TextField type="date" name="to" label={t('filter.to')} />
            {statuses.length > 0 && (
              <SelectField
                name="status"
                label={t('filter.status')}
                choices={[any, ...statuses.map((status) => ({ value: status, label: t(`money:status.${status}`) }))]}
              />
            )}
            <SelectField
              name="asset"
              label={t('filter.asset')}
              choices={[any, ...ASSETS.map((asset) => ({ value: asset, label: asset }))]}
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
      </div>
    </Formik>
  );
}
