import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import { formatPercent } from '#money/percent.ts';
import { useServices } from '#src/services/services.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { Amount } from '#src/ui/amount.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { isNothing } from '#src/ui/quiet-zero.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { memberAddress } from '../organization/addresses.ts';
import { MoreButton } from '#src/flow/more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { usePages } from '#src/reads/use-pages.ts';

type ReferralEarnings = components['schemas']['ReferralEarnings'];
type ReferredMember = components['schemas']['ReferredMember'];

const LINES = 5;

/** The bonuses from referrals so far (D-11); nothing is projected (D-31). */
export function EarningsPanel() {
  const { t } = useTranslation('referral');
  const { api } = useServices();
  const pages = usePages<ReferredMember, ReferralEarnings>('referral earnings', (cursor, signal) =>
    dataOf(api.GET('/referral/earnings', { params: { query: cursor === null ? {} : { cursor } }, signal })),
  );
  // Every page includes the sums and the switch; the newest response counts.
  const { items, state, problem, page: known, readOn } = pages;
  return (
    <Panel title={t('earnings.title')} note={known === null || known.bonusOn ? t('earnings.text') : undefined}>
      {known !== null && !known.bonusOn && <p>{t('earnings.off')}</p>}
      {known !== null && known.bonusOn && <Totals earnings={known} />}
      {known?.bonusOn !== false && state === 'loading' && items.length === 0 && (
        <Skeleton what={t('earnings.loading')} lines={LINES} />
      )}
      {known?.bonusOn === true && items.length > 0 && <Introduced items={items} />}
      {known?.bonusOn === true && state === 'ready' && items.length === 0 && (
        <p className="text-muted">{t('earnings.none')}</p>
      )}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      {known?.bonusOn === true && (
        <MoreButton pages={pages} label={t('earnings.more')} loading={t('earnings.loading')} />
      )}
    </Panel>
  );
}

function Totals({ earnings: { totals, rate } }: { readonly earnings: ReferralEarnings }) {
  const { t } = useTranslation(['referral', 'money', 'common']);
  return (
    <>
      <div>
        <Amount value={totals.earnedUsdt} unit="USDT" className="text-3xl font-semibold tracking-tight" />
        <p className="text-sm text-muted">{t('earnings.total', { percent: formatPercent(rate) })}</p>
      </div>
      <Facts>
        <Fact term={t('earnings.thisMonth')}>
          <Amount value={totals.thisMonthUsdt} unit="USDT" />
        </Fact>
        <Fact term={t('earnings.introduced')}>
          <span data-zero={isNothing(totals.introduced)}>{totals.introduced}</span>
        </Fact>
        <Fact term={t('earnings.purchases')}>
          <Amount value={totals.purchasesUsd} unit="USD" />
        </Fact>
      </Facts>
    </>
  );
}

function Introduced({ items }: { readonly items: readonly ReferredMember[] }) {
  const { t } = useTranslation(['referral', 'money', 'common']);
  return (
    <ul aria-label={t('earnings.members')} className="flex flex-col divide-y divide-base-300">
      {items.map(({ username, name, position, joinedAt, purchasesUsd, earnedUsdt, lastPurchaseAt }) => (
        <li key={username} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <div className="min-w-0">
            <p className="font-medium">
              {/* A member elsewhere is not in the member's own organization, so they have no page. */}
              {position === null ? (
                name
              ) : (
                <Link to={memberAddress(username)} className="text-link inline-flex min-h-11 items-center">
                  {name}
                </Link>
              )}{' '}
              <span className="font-normal text-muted">{username}</span>
            </p>
            <p className="text-sm text-muted">
              {position === null ? t('earnings.elsewhere') : t(`earnings.${position}`)}
              {t('common:separator')}
              <WholeWords text={t('earnings.joined', { date: formatDate(joinedAt) })} />
              {lastPurchaseAt !== null && (
                <WholeWords
                  text={`${t('common:separator')}${t('earnings.lastPurchase', { date: formatDate(lastPurchaseAt) })}`}
                />
              )}
            </p>
          </div>
          <div className="ml-auto text-right">
            <Amount value={earnedUsdt} unit="USDT" className="font-semibold" />
            <p className="text-sm text-muted">
              {t('earnings.ofPurchases')} <Amount value={purchasesUsd} unit="USD" />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
