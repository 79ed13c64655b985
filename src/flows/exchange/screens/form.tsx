import { Formik, useFormikContext } from 'formik';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { object } from 'yup';
import type { ExchangeOptions, TypedExchange } from '#machines/exchange/exchange.types.ts';
import { exact } from '#money/shown.ts';
import { KeepEntries, useKeptEntries } from '#src/flow/kept-entries.tsx';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { wayOnFrom } from '#src/flow/unconfirmable.tsx';
import { useServices } from '#src/services/services.ts';
import { AmountField, amountOf, amountRule } from '#src/ui/amount-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { lastPair } from '../market.ts';
import type { ScreenProps } from './screen-props.ts';
import { Terms } from './terms.tsx';

const ENTRIES = 'exchange/form';

interface OptionsProps {
  readonly options: ExchangeOptions;
  readonly busy: boolean;
}

/** The pair and the amount, with rate and spread before the press (D-24). It stays in place while the quote is made. */
export function FormScreen({ snapshot, send, options }: ScreenProps & { readonly options: ExchangeOptions }) {
  const { storage } = useServices();
  const { t } = useTranslation('exchange');
  const busy = snapshot.hasTag('waiting');
  const { problem, typed } = snapshot.context;
  const last = lastPair(
    storage,
    options.assets.map(({ asset }) => asset),
  );
  const begun = beginning(options, { typed, last });
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      {snapshot.hasTag('error') && problem !== null && (
        <AmountProblemAlert problem={problem} actions={wayOnFrom(problem)} />
      )}
      {begun === null ? (
        <Notice kind="warning" title={t('closed.title')}>
          {t('closed.text')}
        </Notice>
      ) : (
        <ExchangeForm
          begun={begun}
          options={options}
          busy={busy}
          onSubmit={(wanted) => send({ type: 'SUBMIT_FORM', typed: wanted })}
        />
      )}
    </>
  );
}

interface ExchangeFormProps extends OptionsProps {
  readonly begun: TypedExchange;
  readonly onSubmit: (typed: TypedExchange) => void;
}

function ExchangeForm({ begun, options, busy, onSubmit }: ExchangeFormProps) {
  const { t } = useTranslation('exchange');
  const { t: rule } = useTranslation(['money', 'common']);
  const initial = useKeptEntries<TypedExchange>(ENTRIES, begun, { fits: (typed) => isOffered(options, typed) });
  const schema = object({ amount: amountRule(rule, t('amount'), ({ from }: TypedExchange) => from) });
  return (
    <Formik<TypedExchange>
      initialValues={initial}
      validationSchema={schema}
      validateOnBlur={false}
      onSubmit={(values) => onSubmit({ ...values, amount: amountOf(values.amount, values.from) })}
    >
      <Form aria-label={t('title')}>
        <KeepEntries form={ENTRIES} names={Object.keys(initial)} />
        <Pair options={options} busy={busy} />
        <AssetAmount options={options} busy={busy} />
        <Terms options={options} />
        <Button type="submit" block busy={busy} data-event="SUBMIT_FORM">
          {busy ? t('working') : t('submit')}
        </Button>
      </Form>
    </Formik>
  );
}

/** Whether both assets can still be exchanged. */
function isOffered({ assets }: ExchangeOptions, { from, to }: TypedExchange): boolean {
  return [from, to].every((code) => assets.some(({ asset }) => asset === code));
}

/**
 * What was typed before if it can still be exchanged, else the last pair, else the first two assets; null if there are
 * not two.
 */
function beginning(
  options: ExchangeOptions,
  { typed, last }: { readonly typed: TypedExchange | null; readonly last: ReturnType<typeof lastPair> },
): TypedExchange | null {
  const [first, second] = options.assets;
  if (first === undefined || second === undefined) return null;
  if (typed !== null && isOffered(options, typed)) return { ...typed, amount: exact(typed.amount) };
  return { ...(last ?? { from: first.asset, to: second.asset }), amount: '' };
}

function Pair({ options: { assets }, busy }: OptionsProps) {
  const { t } = useTranslation('exchange');
  const words = useMoneyWords();
  const { values, setValues, setFieldValue } = useFormikContext<TypedExchange>();
  const { from, to } = values;
  const other = assets.find(({ asset }) => asset !== from)?.asset;
  // An asset is not exchanged for itself.
  useEffect(() => {
    if (from === to && other !== undefined) void setFieldValue('to', other);
  }, [from, to, other, setFieldValue]);
  const choices = assets.map(({ asset }) => ({ value: asset, label: words.asset(asset) }));
  return (
    <div className="grid items-end gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <SelectField name="from" label={t('from')} choices={choices} disabled={busy} />
      <button
        type="button"
        aria-label={t('swap')}
        title={t('swap')}
        disabled={busy}
        onClick={() => void setValues({ ...values, from: to, to: from })}
        className="btn btn-ghost btn-square size-12 justify-self-center text-xl text-primary"
      >
        <span aria-hidden="true" className="rotate-90 sm:rotate-0">
          ⇄
        </span>
      </button>
      <SelectField name="to" label={t('to')} choices={choices.filter(({ value }) => value !== from)} disabled={busy} />
    </div>
  );
}

/** The amount of the asset that is given, at most what is available. */
function AssetAmount({ options, busy }: OptionsProps) {
  const { t } = useTranslation('exchange');
  const { values } = useFormikContext<TypedExchange>();
  const option = options.assets.find(({ asset }) => asset === values.from);
  return (
    <AmountField
      name="amount"
      label={t('amount')}
      unit={values.from}
      available={option?.available ?? '0'}
      readOnly={busy}
    />
  );
}
