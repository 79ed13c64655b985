import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type texts from '#locales/en-US/wallet.json';
import type { components } from '#openapi/api.gen.d.ts';
import { compare, isZero } from '#money/amount.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatElapsed, momentsBetween } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { useServices } from '#src/services/services.ts';
import { useDeviceItem } from '#src/services/use-device-item.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { CurrencyNote } from '#src/ui/estimate.tsx';
import { Acts, FigurePanel, HeroFigure } from '#src/ui/member-figure.tsx';
import { OwnAmounts } from '#src/ui/member-hidden.tsx';
import { MemberIcon, type MemberIconName } from '#src/ui/member-icon.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { RowsSkeleton } from '#src/ui/skeleton.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useHold, useMember } from '#src/reads/use-member.ts';
import { useWallet } from '#src/reads/use-wallet.ts';
import { AssetCard } from './asset-card.tsx';
import { HeldPanel } from './held-panel.tsx';
import { PendingPanel } from './pending-panel.tsx';
import { shareOf } from '#src/ui/share.ts';
import { useAhead } from '#src/flow/use-ahead.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    wallet: typeof texts;
  }
}

type Wallet = components['schemas']['Wallet'];
type Balance = components['schemas']['Balance'];

/** What counts as hardly anything. */
const SMALL_USD = '1';

/** As many rows as there are assets. */
const ASSETS = 6;

const actions = [
  { to: paths.deposit, icon: 'down', name: 'action.deposit' },
  { to: paths.withdraw, icon: 'up', name: 'action.withdraw' },
  { to: paths.transfer, icon: 'send', name: 'action.transfer' },
  { to: paths.exchange, icon: 'exchange', name: 'action.exchange' },
] as const satisfies readonly { to: string; icon: MemberIconName; name: string }[];

const links = [
  { to: paths.plans, icon: 'tag', name: 'links.plans' },
  { to: paths.staking, icon: 'stack', name: 'links.staking' },
  { to: paths.rates, icon: 'exchange', name: 'links.rates' },
  { to: paths.addresses, icon: 'wallet', name: 'links.addresses' },
] as const satisfies readonly { to: string; icon: MemberIconName; name: string }[];

/** /Wallet (SRC §2, D-19): what the member has, what is under way (D-27), and links to move it. */
export function WalletPage() {
  const { t } = useTranslation('wallet');
  const { result, retry } = useWallet();
  return (
    <OwnAmounts>
      <div className="heading-tools">
        <PageHeading title={t('title')} note={t('text')} />
        <div>
          <Link to={paths.histories} className="tool">
            <MemberIcon name="list" />
            {t('links.histories')}
          </Link>
        </div>
      </div>
      <Hold />
      <FigurePanel title={t('total.title')}>
        {result.state === 'failed' ? (
          <ReadFailed problem={result.problem} onRetry={retry} />
        ) : (
          <HeroFigure usd={result.state === 'ready' ? result.value.totalUsd : null} loading={t('loading')} />
        )}
        <Actions />
        {result.state === 'ready' && <Rates wallet={result.value} />}
      </FigurePanel>
      {result.state === 'loading' && (
        <div className="panel px-5 py-2 sm:px-6">
          <RowsSkeleton rows={ASSETS} />
        </div>
      )}
      {result.state === 'ready' && (
        <>
          <Balances wallet={result.value} />
          <HeldPanel held={result.value.held} />
          <PendingPanel pending={result.value.pending} awaited={result.value.awaited} />
        </>
      )}
      <Links />
    </OwnAmounts>
  );
}

/** Until when money can't leave (P-5), shown before its buttons are pressed; nothing if it can. */
function Hold() {
  const { t } = useTranslation('money');
  const ahead = useAhead();
  const until = useSession().userInfo?.moneyHeldUntil ?? null;
  const hold = useHold(until);
  useMember();
  if (until === null || hold === null) return null;
  return (
    <Notice kind="warning" title={t('hold.title')}>
      <WholeWords text={hold === 'checking' ? t('hold.checking') : t('hold.until', ahead(until))} />
    </Notice>
  );
}

/** What the sum depends on: how old its rates are, and whether they are older than they should be. */
function Rates({ wallet }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <p className="text-sm text-muted">
        <RatesOf wallet={wallet} />
        <CurrencyNote />
      </p>
      {wallet.ratesStale && (
        <Notice kind="warning" title={t('total.stale')}>
          {t('total.staleText')}
        </Notice>
      )}
    </>
  );
}

/** When the rates of the sum were set: all at one time, or between two times. */
function RatesOf({ wallet: { balances, ratesAt, newestRateAt } }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('wallet');
  const { serverNow } = useServices();
  const culture = useCulture();
  // Rates matter only if there is something that they value.
  if (ratesAt === null)
    return balances.every(({ available }) => isZero(available)) ? t('total.nothing') : t('total.noRates');
  const between = momentsBetween(ratesAt, newestRateAt);
  const times =
    between === null
      ? t('total.rates', { moment: formatDateTime(ratesAt), relative: formatElapsed(ratesAt, serverNow(), culture) })
      : t('total.ratesBetween', between);
  return <WholeWords text={times} />;
}

function Actions() {
  const { t } = useTranslation('wallet');
  return (
    <Acts label={t('action.label')}>
      {actions.map(({ to, icon, name }, place) => (
        <ButtonLink key={to} to={to} kind={place === 0 ? 'primary' : 'secondary'}>
          <MemberIcon name={icon} />
          {t(name)}
        </ButtonLink>
      ))}
    </Acts>
  );
}

/** Points are bound to their member (D-11), so they are no money to be moved. */
const isPoints = ({ asset }: Balance): boolean => asset === 'PP';

/** Whether there is hardly anything of an asset; one without a rate is not known to be small. */
const isSmall = ({ available, underWay, staked, usd }: Balance): boolean =>
  isZero(underWay) && isZero(staked) && (isZero(available) || (usd !== null && compare(usd, SMALL_USD) < 0));

function Balances({ wallet: { balances, totalUsd } }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('wallet');
  const [stored, set] = useDeviceItem('smallHidden');
  const isHiding = stored ?? false;
  const money = balances.filter((balance) => !isPoints(balance));
  const small = money.filter(isSmall).length;
  return (
    <>
      <section aria-label={t('assets.title')} className="panel px-5 py-2 sm:px-6">
        <ul className="@container divide-y divide-base-300">
          {money
            .filter((balance) => !(isHiding && isSmall(balance)))
            .map((balance) => (
              <AssetCard key={balance.asset} balance={balance} share={shareOf(balance.usd, totalUsd)} />
            ))}
        </ul>
        {(small > 0 || isHiding) && (
          <label className="flex min-h-11 cursor-pointer items-center gap-3 border-t border-base-300 py-2 text-sm">
            <input
              type="checkbox"
              role="switch"
              className="toggle toggle-sm"
              checked={isHiding}
              onChange={() => set(!isHiding)}
            />
            <span>
              {t('assets.hide')}
              {isHiding && small > 0 && (
                <span className="block text-muted">{t('assets.hidden', { count: small, amount: SMALL_USD })}</span>
              )}
            </span>
          </label>
        )}
      </section>
      <Points balances={balances.filter(isPoints)} />
    </>
  );
}

function Points({ balances }: { readonly balances: readonly Balance[] }) {
  const { t } = useTranslation('wallet');
  if (balances.length === 0) return null;
  return (
    <Panel title={t('assets.points')} note={t('assets.pointsText')}>
      <ul className="@container -my-4">
        {balances.map((balance) => (
          <AssetCard key={balance.asset} balance={balance} share={null} />
        ))}
      </ul>
    </Panel>
  );
}

function Links() {
  const { t } = useTranslation('wallet');
  return (
    <nav aria-label={t('links.title')} className="grid grid-cols-2 gap-x-3 sm:flex sm:flex-wrap">
      {links.map(({ to, icon, name }) => (
        <ButtonLink
          key={to}
          to={to}
          kind="quiet"
          className="justify-start text-left max-sm:gap-1.5 max-sm:px-1 max-sm:text-sm"
        >
          <MemberIcon name={icon} />
          {t(name)}
        </ButtonLink>
      ))}
    </nav>
  );
}
