import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { SelectField } from '#src/ui/select-field.tsx';

interface PeriodFormProps {
  readonly periods: components['schemas']['StatementPeriods'];
  readonly period: string;
  readonly onChoose: (period: string) => void;
}

/** Chooses a month or a tax year. It is shown on request, so that going through the list by keys reads nothing. */
export function PeriodForm({ periods: { months, years }, period, onChoose }: PeriodFormProps) {
  const { t } = useTranslation('statements');
  const choices = [
    ...months.map((month) => ({ value: month, label: month })),
    ...years.map((year) => ({ value: year, label: t('taxYear', { year }) })),
  ];
  return (
    <Formik initialValues={{ period }} enableReinitialize onSubmit={(chosen) => onChoose(chosen.period)}>
      <Form aria-label={t('choose')} className="flex flex-wrap items-end gap-3 print:hidden">
        <div className="min-w-0 grow sm:max-w-96">
          <SelectField name="period" label={t('period')} choices={choices} />
        </div>
        <Button type="submit" kind="secondary">
          {t('show')}
        </Button>
      </Form>
    </Formik>
  );
}
