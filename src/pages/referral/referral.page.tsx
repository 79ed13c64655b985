import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/referral.json';
import { WholeText } from '#src/ui/address.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QrCode } from '#src/frames/qr-code.tsx';
import { HidesAmounts } from '../hides-amounts.tsx';
import { EarningsPanel } from './earnings-panel.tsx';
import { LinkButtons, useReferralLinks, type SideLink } from '../organization/referral-links.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    referral: typeof texts;
  }
}

/** /Referral (SRC §2): the member's own code, and a link for each side, to copy, share and scan. */
export function ReferralPage() {
  const { t } = useTranslation('referral');
  const referral = useReferralLinks();
  if (referral === null) return null;
  return (
    <HidesAmounts>
      <PageHeading title={t('title')} note={t('text')} />
      <Panel title={t('code.title')} note={t('code.text')}>
        <p className="flex flex-wrap items-center gap-3">
          <WholeText text={referral.code} className="font-mono text-3xl font-semibold tracking-widest" />
          <CopyButton text={referral.code} item={t('code.title')} />
        </p>
      </Panel>
      <Panel title={t('sides.title')}>
        <p>{t('sides.text')}</p>
        <Notice kind="warning">{t('sides.final')}</Notice>
      </Panel>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {referral.links.map((each) => (
          <SidePanel key={each.side} {...each} />
        ))}
      </div>
      <EarningsPanel />
    </HidesAmounts>
  );
}

function SidePanel({ side, link }: SideLink) {
  const { t } = useTranslation('referral');
  return (
    <Panel title={t(`${side}.title`)}>
      <div className="flex justify-center">
        <QrCode text={link} label={t(`${side}.qr`)} />
      </div>
      <p className="rounded-field bg-base-200 p-3 font-mono text-sm">
        <LinkText link={link} />
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButtons side={side} link={link} />
      </div>
    </Panel>
  );
}

/** A link that is broken after its parts rather than within them, and selected as a whole. */
function LinkText({ link }: { readonly link: string }) {
  return (
    <span translate="no" dir="ltr" className="wrap-anywhere select-all">
      {link.split(/(?<=[^/:]\/|[?&=])/).map((part, place) => (
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
