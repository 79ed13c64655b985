import { useFormikContext } from 'formik';
import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { feeOf } from '#money/fee.ts';
import { readTyped } from '#money/typed.ts';
import { wholeDaysOf } from '#machines/chart/durations.ts';
import type { TypedWithdrawal, WithdrawalOptions } from '#machines/withdrawal/withdrawal.types.ts';
import { formatPercent } from '#money/percent.ts';
import { MoneyRows, ReviewList } from '#src/ui/review-list.tsx';

interface FeePreviewProps {
  readonly options: WithdrawalOptions;
}

/**
 * What the amount being typed will cost, before anything is pressed (D-24); only the quote is binding. What is typed is
 * shown first.
 */
export function FeePreview({ options }: FeePreviewProps) {
  const { amount, asset } = useDeferredValue(useFormikContext<TypedWithdrawal>().values);
  return <Costs options={options} amount={amount} asset={asset} />;
}

const Costs = memo(function Costs({
  options: { feeRate, completionHours },
  amount,
  asset,
}: FeePreviewProps & Pick<TypedWithdrawal, 'amount' | 'asset'>) {
  const { t } = useTranslation('withdrawal');
  const typed = readTyped(amount, asset);
  const percent = formatPercent(feeRate);
  // The review says when, in days where they are whole ones: so does this.
  const days = wholeDaysOf(completionHours);
  const terms =
    days === null ? t('terms', { percent, hours: completionHours }) : t('termsInDays', { percent, count: days });
  if (typed.kind === 'refused') return <p className="text-sm text-muted">{terms}</p>;
  const { fee, net } = feeOf(typed.amount, feeRate, asset);
  return (
    <div className="flex flex-col gap-2">
      <ReviewList>
        <MoneyRows asset={asset} gross={typed.amount} fee={fee} net={net} feeRate={feeRate} />
      </ReviewList>
      <p className="text-sm text-muted">{terms}</p>
    </div>
  );
});
