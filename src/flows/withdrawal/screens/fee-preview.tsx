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

const NOTHING = { fee: null, net: null } as const;

interface FeePreviewProps {
  readonly options: WithdrawalOptions;
}

/**
 * What the amount being typed will cost, before anything is pressed (D-24); only the quote is binding. What is typed is
 * shown first. Of an amount that can't go, nothing is promised; its rows stay, so that nothing moves.
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
  const gross = typed.kind === 'refused' ? null : typed.amount;
  const isImpossible = brokenBound(amount, asset, optionOf(options, asset) ?? {}) !== null;
  const { fee, net } = gross === null || isImpossible ? NOTHING : feeOf(gross, feeRate, asset);
  return (
    <div className="flex flex-col gap-2">
      <ReviewList>
        <MoneyRows asset={asset} gross={gross} fee={fee} net={net} feeRate={feeRate} isTyped />
      </ReviewList>
      <p className="text-sm text-muted">{terms}</p>
    </div>
  );
});
