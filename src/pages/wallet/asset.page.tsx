import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ASSETS, type Asset } from '#money/assets.ts';
import { exactOf } from '#money/shown.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { beginWith } from '#src/flow/begin-with.ts';
import { keepMarket } from '#src/flows/exchange/market.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { paths } from '#src/paths.ts';
import { useWallet } from '#src/reads/use-wallet.ts';
import { useServices } from '#src/services/services.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { CurrencyNote, Estimate } from '#src/ui/estimate.tsx';
import { Acts, FigureLine, FigurePanel } from '#src/ui/member-figure.tsx';
import { OwnAmounts } from '#src/ui/member-hidden.tsx';
import { MemberIcon, type MemberIconName } from '#src/ui/member-icon.tsx';
import { CoinMark } from '#src/ui/member-marks.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';
import { FigureSkeleton } from '#src/ui/skeleton.tsx';
import { HistoryList } from '../history/history-list.tsx';
import { stakedOf } from './staked.ts';

export interface AssetPageProps {
  readonly asset: Asset;
}

/** /Wallet?asset=BTC: one asset to the last digit, what can be done with it, and everything that moved. */
export function AssetPage({ asset }: AssetPageProps) {
  const { t } = useTranslation(['wallet', 'money']);
  const { result, retry } = useWallet();
  const balance = result.state === 'ready' ? result.value.balances.find((each) => each.asset === asset) : undefined;
  const name = t(`money:asset.${asset}`);
  return (
    <OwnAmounts>
      <PageHeading
        title={name}
        shown={
          <span className="flex items-center gap-3">
            <CoinMark unit={asset} className="size-10" />
            {name}
          </span>
        }
        note={t('asset.text')}
      />
      <FigurePanel title={t('assets.available')}>
        {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
        {result.state === 'loading' && <FiguresAhead />}
        {balance !== undefined && <Figures balance={balance} />}
        <Actions asset={asset} />
      </FigurePanel>
      <h2 className="text-xl font-semibold tracking-tight">{t('links.histories')}</h2>
      <HistoryList kind="all" filter={{ asset }} />
      <div>
        <ButtonLink kind="quiet" to={paths.wallet}>
          <MemberIcon name="back" />
          {t('title')}
        </ButtonLink>
      </div>
    </OwnAmounts>
  );
}

/** As high as the figures will be. */
function FiguresAhead() {
  const { t } = useTranslation('wallet');
  return (
    <>
      <div>
        <FigureSkeleton what={t('loading')} />
        <span aria-hidden="true" className="skeleton my-1 block h-4 w-28" />
        <p className="text-sm text-muted">
          <CurrencyNote />
        </p>
      </div>
      <div aria-hidden="true" className="flex flex-col">
        <span className="skeleton my-4 h-4 w-full" />
        <span className="skeleton my-4 h-4 w-full" />
      </div>
    </>
  );
}

/** The exact balance, what it is worth, and what else there is of it. */
function Figures({ balance }: { readonly balance: components['schemas']['Balance'] }) {
  const { t } = useTranslation('wallet');
  const { asset, available, underWay, staked, usd } = balance;
  return (
    <>
      <div>
        <FigureLine text={`${exactOf(available, asset)} ${asset}`}>
          <ExactAmount value={available} unit={asset} className="hero-figure font-semibold tracking-tight" />
        </FigureLine>
        <p className="text-muted">{usd === null ? t('assets.noRate') : <Estimate usd={usd} />}</p>
        <p className="text-sm text-muted">
          <CurrencyNote />
        </p>
      </div>
      <Facts>
        <Fact term={t('assets.underWay')}>
          <ExactAmount value={underWay} unit={asset} />
        </Fact>
        <Fact term={t(stakedOf(asset))}>
          <ExactAmount value={staked} unit={asset} />
        </Fact>
      </Facts>
    </>
  );
}

type Act = 'deposit' | 'withdraw' | 'transfer' | 'exchange';

const icons: Readonly<Record<Act, MemberIconName>> = {
  deposit: 'down',
  withdraw: 'up',
  transfer: 'send',
  exchange: 'exchange',
};

/** What can be done with an asset: points are bound to their member, and some assets are on no chain (F-08, D-11). */
const ACTS: Readonly<Record<Asset, readonly Act[]>> = {
  USDT: ['deposit', 'withdraw', 'transfer', 'exchange'],
  BTC: ['deposit', 'withdraw', 'transfer', 'exchange'],
  ETH: ['deposit', 'withdraw', 'transfer', 'exchange'],
  MSPC: ['transfer', 'exchange'],
  MP: ['transfer', 'exchange'],
  PP: [],
};

/**
 * Each leads to a form that begins with this asset, as if it had been chosen there last. A visit of that form in this
 * tab that another asset was chosen in is over, unless the form opens in another tab.
 */
function Actions({ asset }: AssetPageProps) {
  const { t } = useTranslation('wallet');
  const { storage, checkpoints } = useServices();
  const acts = ACTS[asset];
  if (acts.length === 0) return null;
  const choose: Readonly<Record<Act, () => void>> = {
    deposit: () => storage.set('depositAssetName', asset),
    withdraw: () => storage.set('withdrawalAssetName', asset),
    transfer: () => storage.set('transferAssetName', asset),
    exchange: () => keepMarket(storage, { from: asset, to: ASSETS.find((each) => each !== asset) ?? 'USDT' }),
  };
  return (
    <Acts label={t('action.label')}>
      {acts.map((act, place) => (
        <ButtonLink
          key={act}
          to={paths[act]}
          kind={place === 0 ? 'primary' : 'secondary'}
          onClick={(event) => {
            choose[act]();
            if (!isElsewhere(event)) beginWith(checkpoints, act === 'withdraw' ? 'withdrawal' : act, asset);
          }}
        >
          <MemberIcon name={icons[act]} />
          {t(`action.${act}`)}
        </ButtonLink>
      ))}
    </Acts>
  );
}

/** Whether the link opens in another tab or window. */
const isElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => metaKey || ctrlKey || shiftKey || altKey;
