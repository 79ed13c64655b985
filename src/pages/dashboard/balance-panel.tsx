import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { isZero } from '#money/amount.ts';
import { shown } from '#money/shown.ts';
import { formatDateTime, momentsBetween } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { WholeDates } from '#src/ui/whole-dates.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import type { Reading } from '#src/reads/use-read.ts';

type Wallet = components['schemas']['Wallet'];

const LINES = 3;

/** A summary of the balance; the exact amounts and their actions are one tap away, on /Wallet. */
export function BalancePanel({ reading: { result, retry } }: { readonly reading: Reading<Wallet> }) {
  const { t } = useTranslation('dashboard');
  return (
    <Panel title={t('balance.title')} note={t('balance.text')}>
      {result.state === 'loading' && <Skeleton what={t('balance.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {result.state === 'ready' && <Balance wallet={result.value} />}
      <ButtonLink to={paths.wallet}>{t('balance.open')}</ButtonLink>
    </Panel>
  );
}

function Balance({ wallet }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('dashboard');
  const { balances, totalUsd, ratesAt, newestRateAt, ratesStale } = wallet;
  const between = ratesAt === null ? null : momentsBetween(ratesAt, newestRateAt);
  const held = balances.filter(({ available }) => !isZero(available));
  const locked = balances.filter(({ staked }) => !isZero(staked));
  return (
    <>
      <div>
        <p className="text-3xl font-semibold tracking-tight">{`${shown(totalUsd, 'USD')} USD`}</p>
        {ratesAt !== null && (
          <p className="mt-1 text-sm text-muted">
            <WholeDates
              text={
                between === null
                  ? t('balance.rates', { moment: formatDateTime(ratesAt) })
                  : t('balance.ratesBetween', between)
              }
            />
          </p>
        )}
        {ratesStale && <p className="text-sm font-medium text-warning">{t('balance.stale')}</p>}
      </div>
      {held.length === 0 && locked.length === 0 ? (
        <p className="text-muted">{t('balance.none')}</p>
      ) : (
        <Facts>
          {held.map(({ asset, available }) => (
            <Fact key={asset} term={asset}>
              {shown(available, asset)}
            </Fact>
          ))}
          {locked.map(({ asset, staked }) => (
            <Fact key={`staked ${asset}`} term={t('balance.staked', { asset })}>
              {shown(staked, asset)}
            </Fact>
          ))}
        </Facts>
      )}
    </>
  );
}
