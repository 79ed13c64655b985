import { useFormikContext } from 'formik';
import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { brokenBound } from '#money/bounds.ts';
import { feeOf } from '#money/fee.ts';
import { readTyped } from '#money/typed.ts';
import { optionOf } from '#machines/chart/chart.rules.ts';
import { wholeDaysOf } from '#machines/chart/durations.ts';
import type { TypedWithdrawal, WithdrawalOptions } from '#machines/withdrawal/withdrawal.types.ts';
import { formatPercent } from '#money/percent.ts';
import { MoneyRows, ReviewList } from '#src/ui/review-list.tsx';

interface FeePreviewProps {
  readonly options: WithdrawalOptions;
}

/**
 * What the amount being typed will cost, before anything is pressed (D-24); only the quote is binding. What is typed is
 * shown first. Of an amount that can't go, nothing is promised.
 */
export function FeePreview({ options }: FeePreviewProps) {
  const { amount, asset } = useDeferredValue(useFormikContext<TypedWithdrawal>().values);
  return <Costs options={options} amount={amount} asset={asset} />;
}

const Costs = memo(function Costs({
  options,
  amount,
  asset,
}: FeePreviewProps & Pick<TypedWithdrawal, 'amount' | 'asset'>) {
  const { t } = useTranslation('withdrawal');
  const { feeRate, completionHours } = options;
  const typed = readTyped(amount, asset);
  const percent = formatPercent(feeRate);
  // The review says when, in days where they are whole ones: so does this.
  const days = wholeDaysOf(completionHours);
  const terms =
    days === null ? t('terms', { percent, hours: completionHours }) : t('termsInDays', { percent, count: days });
  const isImpossible = brokenBound(amount, asset, optionOf(options, asset) ?? {}) !== null;
  if (typed.kind === 'refused' || isImpossible) return <p className="text-sm text-muted">{terms}</p>;
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
