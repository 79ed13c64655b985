import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { formatList } from '#src/i18n/format.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { paths } from '#src/paths.ts';
import { Amount } from '#src/ui/amount.tsx';
import { Estimate } from '#src/ui/estimate.tsx';
import { HiddenContext, useAmountWords } from '#src/ui/member-hidden.tsx';
import { CoinMark } from '#src/ui/member-marks.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { heightsOf } from '../sales/bars.ts';
import type { Owned } from './owned.ts';

export interface WherePanelProps {
  readonly owned: Owned;
  readonly wallet: components['schemas']['Wallet'];
}

/** Where the money is: what part of it in the wallet, staked and on the way, and how much of each asset. */
export function WherePanel({
  owned: { walletUsd, stakedUsd, onTheWayUsd, isPartial, unvalued },
  wallet: { balances, held },
}: WherePanelProps) {
  const { t } = useTranslation(['dashboard', 'money']);
  const isHidden = useContext(HiddenContext);
  const said = useAmountWords();
  const culture = useCulture();
  const parts = [
    { name: t('days.wallet'), usd: walletUsd, look: 'bg-primary' },
    { name: t('days.staked'), usd: stakedUsd, look: 'bg-secondary' },
    ...(isPartial ? [] : [{ name: t('where.onTheWay'), usd: onTheWayUsd, look: 'bg-accent' }]),
  ];
  const widths = heightsOf(parts.map(({ usd }) => usd));
  const assets = balances.filter(({ available }) => !isZero(available));
  // Said only to those who have such money.
  const isMore = !isZero(stakedUsd) || held.length > 0;
  return (
    <Panel
      title={t('where.title')}
      note={isMore && t('where.without')}
      more={{ to: paths.wallet, name: t('balance.open') }}
    >
      <div aria-hidden="true" className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-base-300">
        {parts.map(({ name, look }, place) => (
          <span key={name} className={look} style={{ flexGrow: widths[place] ?? 0 }} />
        ))}
      </div>
      <Facts>
        {parts.map(({ name, usd, look }) => (
          <Fact key={name} term={name} mark={<span aria-hidden="true" className={`size-3 rounded-full ${look}`} />}>
            <Estimate usd={usd} />
          </Fact>
        ))}
      </Facts>
      {unvalued.length > 0 && (
        <p className="text-sm text-muted">
          <WholeWords
            text={t('where.unvalued', {
              amounts: formatList(
                unvalued.map(({ asset, amount }) => (isHidden ? t(`money:asset.${asset}`) : said(amount, asset))),
                culture,
              ),
            })}
          />
        </p>
      )}
      {assets.length > 0 && (
        <section aria-label={t('where.assets')}>
          <h3 className="mb-1 text-sm text-muted">{t('where.assets')}</h3>
          <Facts>
            {assets.map(({ asset, available, usd }) => (
              <Fact key={asset} term={t(`money:asset.${asset}`)} mark={<CoinMark unit={asset} className="size-7" />}>
                <span className="leading-snug">
                  <Amount value={available} unit={asset} className="relative -my-2.5" />
                  {usd !== null && !isHidden && (
                    <span className="block text-sm font-normal text-muted">
                      <Estimate usd={usd} />
                    </span>
                  )}
                </span>
              </Fact>
            ))}
          </Facts>
        </section>
      )}
    </Panel>
  );
}
