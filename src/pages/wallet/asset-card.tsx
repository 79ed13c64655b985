import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { isZero } from '#money/amount.ts';
import { Link } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { CoinMark } from '#src/ui/member-marks.tsx';
import { Amount } from '#src/ui/amount.tsx';
import { Estimate } from '#src/ui/estimate.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';
import { stakedOf } from './staked.ts';

type Balance = components['schemas']['Balance'];

export interface AssetCardProps {
  readonly balance: Balance;
  /** What part it is of all that the wallet has, in percent; null if that is not known. */
  readonly share: number | null;
}

/** One asset: what is available and its value; below that what is under way and what is staked, if there is any. */
export function AssetCard({ balance, share }: AssetCardProps) {
  const { t } = useTranslation(['wallet', 'money']);
  const { asset, available, underWay, staked, usd } = balance;
  const rest = [
    { term: t('assets.underWay'), amount: underWay },
    { term: t(stakedOf(asset)), amount: staked },
  ].filter(({ amount }) => !isZero(amount));
  return (
    <li className="py-4">
      <div className="asset-line">
        <CoinMark unit={asset} className="size-8" />
        <h2 className="leading-snug font-semibold">
          <Link
            to={`${paths.wallet}?asset=${asset}`}
            className="text-link relative -my-2.75 inline-block min-w-11 py-2.75"
          >
            {t(`money:asset.${asset}`)}
          </Link>
          <span className="block text-sm font-normal text-muted" translate="no">
            {asset}
          </span>
        </h2>
        <dl className="text-right leading-snug">
          <div>
            <dt className="sr-only">{t('assets.available')}</dt>
            <dd>
              <Amount value={available} unit={asset} className="relative -my-2.5 font-semibold" />
            </dd>
          </div>
          <div>
            <dt className="sr-only">{t('assets.worth')}</dt>
            <dd className="text-sm text-muted">{usd === null ? t('assets.noRate') : <Estimate usd={usd} />}</dd>
          </div>
        </dl>
        {share !== null && (
          <span aria-hidden="true" className="asset-share">
            <span style={{ '--at': share } as CSSProperties} className="wing block h-full rounded-full bg-primary" />
          </span>
        )}
      </div>
      {rest.length > 0 && (
        <div className="pl-11">
          <Facts>
            {rest.map(({ term, amount }) => (
              <Fact key={term} term={term}>
                <Amount value={amount} unit={asset} className="relative -my-2.5" />
              </Fact>
            ))}
          </Facts>
        </div>
      )}
    </li>
  );
}
