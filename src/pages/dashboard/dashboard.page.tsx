import type texts from '#locales/en-US/dashboard.json';
import type { components } from '#openapi/api.gen.d.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_CULTURE, isCulture } from '#src/i18n/cultures.ts';
import { formatDate, formatDateTime, formatElapsed } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { useMemberUpToDate } from '#src/reads/use-member.ts';
import { useWallet } from '#src/reads/use-wallet.ts';
import { PendingPanel } from '../wallet/pending-panel.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { BalancePanel } from './balance-panel.tsx';
import { BonusPanel } from './bonus-panel.tsx';
import { DaysPanel } from './days-panel.tsx';
import { EarningPanel } from './earning-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { useStakes } from './use-stakes.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    dashboard: typeof texts;
  }
}

type UserInfo = components['schemas']['UserInfo'];

/**
 * The members' first page: what they have and what it earns, what needs them, their place in the club, and the rules in
 * force.
 */
export function DashboardPage() {
  const { t, i18n } = useTranslation('dashboard');
  const { now } = useServices();
  const isGreeted = useIsGreeted();
  const { userInfo } = useSession();
  useMemberUpToDate();
  const wallet = useWallet();
  const stakes = useStakes();
  // The guard lets nobody in without it; while the session ends it is missing for one render.
  if (userInfo === null) return null;
  const culture = isCulture(i18n.language) ? i18n.language : DEFAULT_CULTURE;
  const last = userInfo.lastSignInAt;
  const note =
    last === null
      ? isGreeted
        ? undefined
        : t('firstSignIn')
      : t('lastSignIn', { moment: formatDateTime(last), relative: formatElapsed(last, now(), culture) });
  return (
    <>
      <PageHeading title={t('greeting', { name: userInfo.name })} tab={t('title')} note={note} />
      <AttentionPanel
        emailVerified={userInfo.emailVerified}
        heldUntil={userInfo.moneyHeldUntil}
        wallet={wallet.result}
        stakes={stakes.result}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <BalancePanel reading={wallet} />
          <EarningPanel reading={stakes} />
          <SecurityPanel on={userInfo.twoFactorEnabled} />
          <MemberPanel userInfo={userInfo} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {wallet.result.state === 'ready' && wallet.result.value.pending.length > 0 && (
            <PendingPanel pending={wallet.result.value.pending} />
          )}
          <DaysPanel />
          <BonusPanel />
          <SeatPanel userInfo={userInfo} />
          <RulesPanel />
        </div>
      </div>
    </>
  );
}

const GREETING = 'first-greeting';

/** Whether a new member has been welcomed in this session before: the welcome is shown once. */
function useIsGreeted(): boolean {
  const { checkpoints } = useServices();
  const [isGreeted] = useState(() => checkpoints.load(GREETING) !== null);
  useEffect(() => checkpoints.save(GREETING, {}), [checkpoints]);
  return isGreeted;
}

function SecurityPanel({ on }: { on: boolean }) {
  const { t } = useTranslation('dashboard');
  return (
    <Panel title={t('security.title')}>
      <div className="flex gap-3">
        <Icon name={on ? 'check' : 'alert'} className={`mt-0.5 size-5 ${on ? 'text-success' : 'text-warning'}`} />
        <div>
          <p className="font-semibold">{on ? t('security.on') : t('security.off')}</p>
          <p className="mt-1 text-sm text-muted">{on ? t('security.onText') : t('security.offText')}</p>
        </div>
      </div>
      <ButtonLink to={paths.authentication} kind={on ? 'secondary' : 'primary'}>
        {on ? t('security.manage') : t('security.turnOn')}
      </ButtonLink>
    </Panel>
  );
}

function SeatPanel({ userInfo }: { userInfo: UserInfo }) {
  const { t } = useTranslation('dashboard');
  const { position } = userInfo;
  return (
    <Panel title={t('seat.title')}>
      <Facts>
        <Fact term={t('seat.number')}>{userInfo.positionId}</Fact>
        <Fact term={t('seat.position')}>{position === null ? t('seat.root') : t(`seat.${position}`)}</Fact>
        <Fact term={t('seat.introducer')}>{userInfo.introducer ?? t('seat.noIntroducer')}</Fact>
        <Fact term={t('seat.referralCode')}>
          <span className="tracking-wider">{userInfo.referralCode}</span>
          <CopyButton text={userInfo.referralCode} item={t('seat.referralCode')} />
        </Fact>
      </Facts>
      <ButtonLink to={paths.referral} kind="secondary">
        {t('seat.invite')}
      </ButtonLink>
    </Panel>
  );
}

function MemberPanel({ userInfo }: { userInfo: UserInfo }) {
  const { t } = useTranslation('dashboard');
  return (
    <Panel title={t('member.title')}>
      <Facts>
        <Fact term={t('member.username')}>{userInfo.username}</Fact>
        <Fact term={t('member.name')}>{userInfo.name}</Fact>
        <Fact term={t('member.email')}>
          <span className="wrap-anywhere">{userInfo.email}</span>
          <span className={`text-sm ${userInfo.emailVerified ? 'text-success' : 'text-warning'}`}>
            {userInfo.emailVerified ? t('member.verified') : t('member.unverified')}
          </span>
        </Fact>
        <Fact term={t('member.phone')}>{userInfo.phone ?? t('member.none')}</Fact>
        <Fact term={t('member.rank')}>{t(`rank.${userInfo.rank}`)}</Fact>
        <Fact term={t('member.joined')}>{formatDate(userInfo.joinedAt)}</Fact>
      </Facts>
      <ButtonLink to={paths.account} kind="secondary">
        {t('member.manage')}
      </ButtonLink>
    </Panel>
  );
}
