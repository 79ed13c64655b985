import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExchangeOptions } from '#machines/exchange/exchange.types.ts';
import type { Asset } from '#money/assets.ts';
import { AmountField } from '#src/ui/amount-field.tsx';
import { EntryWorth } from '#src/ui/entry-worth.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { SelectField } from '#src/ui/select-field.tsx';
import { boundsOf, followed, following, swapped, type ExchangeEntries } from './entries.ts';

interface SidesProps {
  readonly options: ExchangeOptions;
  readonly busy: boolean;
}

const box = 'panel grid gap-4 p-4 sm:grid-cols-2 sm:p-5';

/** Both sides of the exchange: either amount can be typed, and the other follows from the rate (D-24). */
export function Sides({ options, busy }: SidesProps) {
  const { assets } = options;
  const { t } = useTranslation('exchange');
  const words = useMoneyWords();
  const { values, setValues, setFieldValue } = useFormikContext<ExchangeEntries>();
  const { from, to } = values;
  const other = assets.find(({ asset }) => asset !== from)?.asset;
  // An asset is not exchanged for itself.
  useEffect(() => {
    if (from === to && other !== undefined) void setFieldValue('to', other);
  }, [from, to, other, setFieldValue]);
  const [follower, text] = following(values, options);
  // The form begins with it, and typing changes both at once; another asset and another rate change it.
  const isBehind = values[follower] !== text;
  useEffect(() => {
    if (isBehind) void setFieldValue(follower, text);
  }, [isBehind, follower, text, setFieldValue]);
  const choices = assets.map(({ asset }) => ({ value: asset, label: words.asset(asset) }));
  return (
    <div className="flex flex-col">
      <div className={box}>
        <SelectField name="from" label={t('from')} choices={choices} disabled={busy} />
        <div className="flex flex-col gap-5">
          <AmountField
            name="amount"
            label={t('amount')}
            unit={from}
            {...boundsOf(values, options)}
            readOnly={busy}
            onTyped={(amount) => void setValues(followed({ ...values, amount, side: 'give' }, options))}
          />
          <Worth name="amount" asset={from} options={options} />
        </div>
      </div>
      <button
        type="button"
        aria-label={t('swap')}
        title={t('swap')}
        disabled={busy}
        onClick={() => void setValues(swapped(values))}
        className="btn btn-circle z-1 -my-3 size-12 self-center border-base-300 bg-base-100 text-xl text-primary"
      >
        <span aria-hidden="true" className="rotate-90">
          ⇄
        </span>
      </button>
      <div className={box}>
        <SelectField
          name="to"
          label={t('to')}
          choices={choices.filter(({ value }) => value !== from)}
          disabled={busy}
        />
        <div className="flex flex-col gap-5">
          <AmountField
            name="receive"
            label={t('receive')}
            hint={t('receiveHint')}
            unit={to}
            readOnly={busy}
            onTyped={(receive) => void setValues(followed({ ...values, receive, side: 'receive' }, options))}
          />
          <Worth name="receive" asset={to} options={options} />
        </div>
      </div>
    </div>
  );
}

interface WorthProps {
  readonly name: string;
  readonly asset: Asset;
  readonly options: ExchangeOptions;
}

/** What a side is worth at its rate; the rate of the currency is among the terms. */
function Worth({ name, asset: code, options }: WorthProps) {
  const option = options.assets.find(({ asset }) => asset === code);
  if (option === undefined) return null;
  return <EntryWorth name={name} unit={code} rate={option.rate} isNoted={false} />;
}
