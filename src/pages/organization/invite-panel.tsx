import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { WholeText } from '#src/ui/address.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { referralLink } from './referral-link.ts';
import { ShareButton } from './share-button.tsx';

const sides = ['left', 'right'] as const;

/** The member's links and code, each copied or shared with one press; the pictures to scan are on /Referral. */
export function InvitePanel() {
  const { t } = useTranslation(['organization', 'referral']);
  const { userInfo } = useSession();
  // The guard lets nobody in without it; while the session ends it is missing for one render.
  if (userInfo === null) return null;
  const { referralCode } = userInfo;
  return (
    <Panel
      title={t('invite.title')}
      note={t('referral:sides.final')}
      more={{ to: paths.referral, name: t('links.referral') }}
    >
      <ul className="grid gap-3 lg:grid-cols-3">
        {sides.map((side) => {
          const item = t(`referral:${side}.item`);
          const link = referralLink(window.location.origin, referralCode, side);
          return (
            <li key={side} className={TILE}>
              <span className="min-w-0 grow">
                <span className="block font-medium">{t(`referral:${side}.title`)}</span>
                <span className="block truncate font-mono text-sm text-muted" title={link} translate="no">
                  {link}
                </span>
              </span>
              <span className="flex shrink-0">
                <CopyButton text={link} item={item} />
                <ShareButton link={link} item={item} />
              </span>
            </li>
          );
        })}
        <li className={TILE}>
          <span className="min-w-0">
            <span className="block text-sm text-muted">{t('referral:code.title')}</span>
            <WholeText text={referralCode} className="font-mono text-xl font-semibold tracking-wider" />
          </span>
          <CopyButton text={referralCode} item={t('referral:code.title')} />
        </li>
      </ul>
    </Panel>
  );
}

const TILE = 'flex min-h-16 min-w-0 items-center justify-between gap-x-2 rounded-field bg-base-200 py-2 pr-2 pl-4';
