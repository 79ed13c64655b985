import type texts from '#locales/en-US/dashboard.json';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '#money/amount.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { isolated } from '#src/i18n/isolated.ts';
import { formatElapsed } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OwnAmounts } from '#src/ui/member-hidden.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { PanelsSkeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { useRetryOfFailed } from '#src/reads/live.ts';
import { useMember } from '#src/reads/use-member.ts';
import { useRead, type Read } from '#src/reads/use-read.ts';
import { useWallet } from '#src/reads/use-wallet.ts';
import { PendingPanel } from '../wallet/pending-panel.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { Beginning, isNew } from './beginning.tsx';
import { BonusPanel } from './bonus-panel.tsx';
import { EarningPanel } from './earning-panel.tsx';
import { Hero } from './hero.tsx';
import { LastActivity, useLastActivity } from './last-activity.tsx';
import { isAnyOnTheWay, ownedOf, type Owned } from './owned.ts';
import { useStakes } from './use-stakes.ts';
import { WherePanel } from './where-panel.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    dashboard: typeof texts;
  }
}

/** As many of what is in process as Home has. */
const PENDING = 2;

/**
 * Home, which members see after signing in: everything they own, what needs them, where the money is, what is free
 * next, what happened last, and the running month.
 */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const { userInfo } = useSession();
  useMember();
  const wallet = useWallet();
  const stakes = useStakes();
  const owned = useOwned(wallet.result, stakes.result);
  // Requested together with the rest, not only once its panel is shown.
  const activity = useLastActivity();
  const { serverNow } = useServices();
  // The guard lets nobody in without it; while the session ends it is missing for one render.
  if (userInfo === null) return null;
  // All of it together: a part that came later would push down what is below it.
  const isLoading = [wallet, stakes, owned].some(({ result }) => result.state === 'loading');
  const ready =
    wallet.result.state === 'ready' && stakes.result.state === 'ready'
      ? { wallet: wallet.result.value, stakes: stakes.result.value }
      : null;
  const first = ready === null ? null : { ...ready, member: userInfo };
  const isBeginning = first !== null && isNew(first, serverNow());
  const has = owned.result.state === 'ready' && isAnything(owned.result.value) ? owned.result.value : null;
  const { pending, awaited } = wallet.result.state === 'ready' ? wallet.result.value : { pending: [], awaited: [] };
  const isUnderWay = pending.length + awaited.length > 0;
  const earning = stakes.result.state === 'ready' && <EarningPanel stakes={stakes.result.value} />;
  return (
    <OwnAmounts>
      <div className="max-sm:-mb-2">
        <PageHeading title={t('greeting', { name: isolated(userInfo.name) })} tab={t('title')} short={t('title')} />
      </div>
      <Hero
        owned={owned.result}
        onRetry={() =>
          [wallet, stakes, owned].filter(({ result }) => result.state === 'failed').forEach(({ retry }) => retry())
        }
        isDated={!isLoading}
      />
      {isLoading ? (
        <PanelsSkeleton what={t('earning.loading')} />
      ) : (
        <>
          {isBeginning && <Beginning {...first} />}
          <AttentionPanel
            // Both are among the first steps.
            emailVerified={isBeginning || userInfo.emailVerified}
            twoFactorEnabled={isBeginning || userInfo.twoFactorEnabled}
            heldUntil={userInfo.moneyHeldUntil}
            wallet={wallet.result}
            stakes={stakes.result}
          />
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <div className="drawn-if-near flex min-w-0 flex-col gap-5">
              {ready !== null && has !== null && <WherePanel owned={has} wallet={ready.wallet} />}
              {isUnderWay ? <PendingPanel pending={pending} awaited={awaited} most={PENDING} /> : earning}
              {has === null && <BonusPanel />}
            </div>
            <div className="drawn-if-near flex min-w-0 flex-col gap-5">
              {isUnderWay && earning}
              <LastActivity {...activity} />
              {has !== null && <BonusPanel />}
            </div>
          </div>
          <LastSignIn at={userInfo.lastSignInAt} />
        </>
      )}
    </OwnAmounts>
  );
}

/** Whether anything is owned, with a rate or without. */
const isAnything = ({ totalUsd, unvalued }: Owned): boolean => !isZero(totalUsd) || unvalued.length > 0;

type Wallet = ReturnType<typeof useWallet>['result'];
type Stakes = ReturnType<typeof useStakes>['result'];

/** As for the rates of the display currency: they change without an act of the member, and become stale. */
const RATES_AGAIN_SECONDS = 60;
const ratesAgainAfter = () => RATES_AGAIN_SECONDS;
const NO_RATES = { state: 'ready', value: [] } as const;

/**
 * What the member owns; rates are read only if something is on the way, which the wallet's reply does not value. While
 * the first of them are read, the page keeps what it shows, and without them it counts the rest.
 */
function useOwned(wallet: Wallet, stakes: Stakes): { readonly result: Read<Owned>; readonly retry: () => void } {
  const { api } = useServices();
  const needsRates = wallet.state === 'ready' && isAnyOnTheWay(wallet.value);
  const read = useCallback(
    async (signal: AbortSignal) => (needsRates ? (await dataOf(api.GET('/rates', { signal }))).items : []),
    [api, needsRates],
  );
  const { result, retry, refresh } = useRead(
    needsRates ? 'rates of home' : 'no rates',
    read,
    needsRates ? ratesAgainAfter : undefined,
  );
  useRetryOfFailed(result.state === 'failed', refresh);
  const rates = needsRates ? result : NO_RATES;
  const owned = useMemo(
    () =>
      wallet.state === 'ready' && stakes.state === 'ready' && rates.state !== 'loading'
        ? ownedOf(wallet.value, stakes.value.totals, rates.state === 'ready' ? rates.value : null)
        : null,
    [wallet, stakes, rates],
  );
  const [last, setLast] = useState<Owned | null>(null);
  if (owned !== null && owned !== last) setLast(owned);
  const failed = [wallet, stakes].find(({ state }) => state === 'failed');
  if (failed?.state === 'failed') return { result: failed, retry };
  const value = owned ?? last;
  return { result: value === null ? { state: 'loading' } : { state: 'ready', value }, retry };
}

const GREETING = 'first-greeting';

/** When the member last signed in, so that they notice a stranger; the first time, a welcome, once in a session. */
function LastSignIn({ at }: { readonly at: string | null }) {
  const { t } = useTranslation('dashboard');
  const { serverNow, checkpoints } = useServices();
  const culture = useCulture();
  const [isGreeted] = useState(() => checkpoints.load(GREETING) !== null);
  useEffect(() => checkpoints.save(GREETING, {}), [checkpoints]);
  if (at === null) return isGreeted ? null : <p className="text-sm text-muted">{t('firstSignIn')}</p>;
  return (
    <p className="text-sm text-muted">
      <WholeWords
        text={t('lastSignIn', { moment: formatDateTime(at), relative: formatElapsed(at, serverNow(), culture) })}
      />
    </p>
  );
}
