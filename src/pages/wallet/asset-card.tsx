import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { isZero } from '#money/amount.ts';
import { CoinMark } from '#src/ui/member-marks.tsx';
import { Amount } from '#src/ui/amount.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';

type Balance = components['schemas']['Balance'];

/** One asset: what is available, what is under way, what is staked, what it is worth. */
export function AssetCard({ balance }: { readonly balance: Balance }) {
  const { t } = useTranslation(['wallet', 'money']);
  const { asset, available, underWay, staked, usd } = balance;
  return (
    <li className="panel px-5 pt-4 pb-2">
      <h2 className="flex items-center gap-3">
        <CoinMark unit={asset} />
        <span className="grow text-xl font-semibold tracking-tight">{t(`money:asset.${asset}`)}</span>
        <span className="text-sm text-muted" translate="no">
          {asset}
        </span>
      </h2>
      <Facts>
        <Fact term={t('assets.available')}>
          <Amount value={available} unit={asset} className="font-semibold" />
        </Fact>
        <Fact term={t('assets.underWay')}>
          <Amount value={underWay} unit={asset} />
        </Fact>
        {!isZero(staked) && (
          <Fact term={t('assets.staked')}>
            <Amount value={staked} unit={asset} />
          </Fact>
        )}
        <Fact term={t('assets.usd')}>{usd === null ? t('assets.noRate') : <Amount value={usd} unit="USD" />}</Fact>
      </Facts>
    </li>
  );
}
