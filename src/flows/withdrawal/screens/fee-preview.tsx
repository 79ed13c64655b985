import { useFormikContext } from 'formik';
import { useTranslation } from 'react-i18next';
import { feeOf } from '#money/fee.ts';
import { readTyped } from '#money/typed.ts';
import type { TypedWithdrawal, WithdrawalOptions } from '#machines/withdrawal/withdrawal.types.ts';
import { formatPercent } from '#money/percent.ts';
import { MoneyRows, ReviewList } from '#src/ui/review-list.tsx';

/** What the amount being typed will cost, before anything is pressed (D-24); only the quote is binding. */
export function FeePreview({ options }: { readonly options: WithdrawalOptions }) {
  const { t } = useTranslation('withdrawal');
  const { values } = useFormikContext<TypedWithdrawal>();
  const typed = readTyped(values.amount, values.asset);
  const { feeRate, completionHours } = options;
  const terms = t('terms', { percent: formatPercent(feeRate), hours: completionHours });
  if (typed.kind === 'refused') return <p className="text-sm text-muted">{terms}</p>;
  const { fee, net } = feeOf(typed.amount, feeRate, values.asset);
  return (
    <div className="flex flex-col gap-2">
      <ReviewList>
        <MoneyRows asset={values.asset} gross={typed.amount} fee={fee} net={net} feeRate={feeRate} />
      </ReviewList>
      <p className="text-sm text-muted">{terms}</p>
    </div>
  );
}
