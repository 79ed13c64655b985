import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { WholeText } from '#src/ui/address.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { LinkButtons, useReferralLinks } from './referral-links.tsx';

/** The member's links and code, each copied or shared with one press; the pictures to scan are on /Referral. */
export function InvitePanel() {
  const { t } = useTranslation(['organization', 'referral']);
  const referral = useReferralLinks();
  if (referral === null) return null;
  return (
    <Panel
      title={t('invite.title')}
      note={t('referral:sides.final')}
      more={{ to: paths.referral, name: t('links.referral') }}
    >
      <ul className="grid gap-3 lg:grid-cols-3">
        {referral.links.map(({ side, link }) => (
          <li key={side} className={TILE}>
            <span className="min-w-0 grow">
              <span className="block font-medium">{t(`referral:${side}.title`)}</span>
              {/* Its end says the side, so its beginning is cut off. */}
              <span
                dir="rtl"
                className="block truncate text-left font-mono text-sm text-muted"
                title={link}
                translate="no"
              >
                <bdi dir="ltr">{link}</bdi>
              </span>
            </span>
            <span className="flex shrink-0">
              <LinkButtons side={side} link={link} />
            </span>
          </li>
        ))}
        <li className={TILE}>
          <span className="min-w-0">
            <span className="block text-sm text-muted">{t('referral:code.title')}</span>
            <WholeText text={referral.code} className="font-mono text-xl font-semibold tracking-wider" />
          </span>
          <CopyButton text={referral.code} item={t('referral:code.title')} />
        </li>
      </ul>
    </Panel>
  );
}

const TILE = 'flex min-h-16 min-w-0 items-center justify-between gap-x-2 rounded-field bg-base-200 py-2 pr-2 pl-4';
