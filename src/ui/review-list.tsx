import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { formatPercent } from '#money/percent.ts';
import { ExactAmount } from './amount.tsx';
import { WholeWords } from './whole-words.tsx';

/**
 * What the member is about to confirm, as terms and values in one list. A `tight` one leaves a phone room for what is
 * asked below it.
 */
export function ReviewList({
  id,
  tight = false,
  children,
}: {
  readonly id?: string;
  readonly tight?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <dl
      id={id}
      className={`panel flex flex-col divide-y divide-base-300 ${tight ? 'px-4 py-1 max-sm:text-sm *:gap-x-2 *:py-1.5' : 'px-4 py-1 max-sm:*:py-2 sm:px-5 sm:py-0'}`}
    >
      {children}
    </dl>
  );
}

export interface ReviewRowProps {
  readonly term: string;
  readonly children: ReactNode;
  /** Whether the value needs the whole width and is shown below its term. */
  readonly wide?: boolean;
}

export function ReviewRow({ term, children, wide = false }: ReviewRowProps) {
  return (
    <div
      className={
        wide ? 'flex flex-col gap-1 py-3' : 'flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-3'
      }
    >
      <dt className="text-sm text-muted">
        <WholeWords text={term} />
      </dt>
      <dd className={wide ? 'min-w-0 font-medium' : 'ml-auto min-w-0 text-right font-medium'}>{children}</dd>
    </div>
  );
}

export interface MoneyRowsProps {
  readonly asset: Asset;
  /** Null while there is none to be told. */
  readonly gross: Amount | null;
  readonly fee: Amount | null;
  readonly net: Amount | null;
  /** The fee as a share of the amount: `0.10` is 10%. */
  readonly feeRate: string;
  /** Whether the amount is still typed: all figures have one size, so that none needs another line than its dash. */
  readonly isTyped?: boolean;
}

/** Gross, fee and net, always together and exact (D-26). */
export function MoneyRows({ asset, gross, fee, net, feeRate, isTyped = false }: MoneyRowsProps) {
  const { t } = useTranslation('money');
  return (
    <>
      <ReviewRow term={t('review.gross')}>
        <Figure value={gross} unit={asset} />
      </ReviewRow>
      <ReviewRow term={t('review.fee', { percent: formatPercent(feeRate) })}>
        <Figure value={fee} unit={asset} />
      </ReviewRow>
      <ReviewRow term={t('review.net')}>
        <span className={`font-semibold ${isTyped ? '' : 'text-xl'}`}>
          <Figure value={net} unit={asset} />
        </span>
      </ReviewRow>
    </>
  );
}

/** An amount, or a dash in its place. */
function Figure({ value, unit }: { readonly value: Amount | null; readonly unit: Asset }) {
  return value === null ? <span className="text-muted">—</span> : <ExactAmount value={value} unit={unit} />;
}
