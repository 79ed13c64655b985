import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import type { Reading } from '#src/reads/use-read.ts';
import { WholeText } from '#src/ui/address.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

/** As many as there are facts below. */
const LINES = 5;

/** The member's place in the club, which changes with nothing they do. */
export function MembershipPanel({
  member: { result },
}: {
  readonly member: Reading<components['schemas']['UserInfo']>;
}) {
  const { t } = useTranslation(['account', 'common', 'dashboard']);
  // The panel of the member's own data says why, and reads them again.
  if (result.state === 'failed') return null;
  return (
    <Panel title={t('membership.title')}>
      {result.state === 'loading' && <Skeleton what={t('membership.loading')} lines={LINES} />}
      {result.state === 'ready' && <MembershipFacts member={result.value} />}
    </Panel>
  );
}

function MembershipFacts({ member }: { readonly member: components['schemas']['UserInfo'] }) {
  const { t } = useTranslation(['account', 'common', 'dashboard']);
  return (
    <Facts>
      <Fact term={t('membership.referralCode')}>
        <WholeText text={member.referralCode} className="tracking-wider" />
        <CopyButton text={member.referralCode} item={t('membership.referralCode')} />
      </Fact>
      <Fact term={t('membership.introducer')}>{member.introducer ?? t('membership.noIntroducer')}</Fact>
      <Fact term={t('membership.seat')}>
        {t('common:aside', {
          text: member.positionId,
          aside: member.position === null ? t('membership.root') : t(`membership.${member.position}`),
        })}
      </Fact>
      <Fact term={t('dashboard:member.rank')}>{t(`dashboard:rank.${member.rank}`)}</Fact>
      <Fact term={t('membership.joined')}>{formatDate(member.joinedAt)}</Fact>
    </Facts>
  );
}
