import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/referral.json';
import { useSession } from '#src/session/session.provider.tsx';
import { WholeText } from '#src/ui/address.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QrCode } from '#src/ui/qr-code.tsx';
import { HidesAmounts } from '../hides-amounts.tsx';
import { EarningsPanel } from './earnings-panel.tsx';
import { referralLink } from '../organization/referral-link.ts';
import { ShareButton } from '../organization/share-button.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    referral: typeof texts;
  }
}

const sides = ['left', 'right'] as const;
type Side = (typeof sides)[number];

/** /Referral (SRC §2): the member's own code, and a link for each side, to copy, share and scan. */
export function ReferralPage() {
  const { t } = useTranslation('referral');
  const { userInfo } = useSession();
  // The guard lets nobody in without it; while the session ends it is missing for one render.
  if (userInfo === null) return null;
  const { referralCode } = userInfo;
  return (
    <HidesAmounts>
      <PageHeading title={t('title')} note={t('text')} />
      <Panel title={t('code.title')} note={t('code.text')}>
        <p className="flex flex-wrap items-center gap-3">
          <WholeText text={referralCode} className="font-mono text-3xl font-semibold tracking-widest" />
          <CopyButton text={referralCode} item={t('code.title')} />
        </p>
      </Panel>
      <Panel title={t('sides.title')}>
        <p>{t('sides.text')}</p>
        <Notice kind="warning">{t('sides.final')}</Notice>
      </Panel>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {sides.map((side) => (
          <SidePanel key={side} side={side} link={referralLink(window.location.origin, referralCode, side)} />
        ))}
      </div>
      <EarningsPanel />
    </HidesAmounts>
  );
}

function SidePanel({ side, link }: { readonly side: Side; readonly link: string }) {
  const { t } = useTranslation('referral');
  const item = t(`${side}.item`);
  return (
    <Panel title={t(`${side}.title`)}>
      <div className="flex justify-center">
        <QrCode text={link} label={t(`${side}.qr`)} />
      </div>
      <p className="rounded-field bg-base-200 p-3 font-mono text-sm">
        <WholeText text={link} />
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={link} item={item} />
        <ShareButton link={link} item={item} />
      </div>
    </Panel>
  );
}
