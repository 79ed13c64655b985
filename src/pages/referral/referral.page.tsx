import { Fragment, useId, useState } from 'react';
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
import { LinkButtons, useReferralLinks, type ReferralLinks, type SideLink } from '../organization/referral-links.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    referral: typeof texts;
  }
}

/** /Referral (SRC §2): the member's own code, and the link of the side that is chosen, to copy, share and scan. */
export function ReferralPage() {
  const { t } = useTranslation('referral');
  const referral = useReferralLinks();
  return (
    <HidesAmounts>
      <PageHeading title={t('title')} note={t('text')} />
      {referral !== null && <Links referral={referral} />}
    </HidesAmounts>
  );
}

function Links({ referral }: { readonly referral: ReferralLinks }) {
  const { t } = useTranslation('referral');
  return (
    <>
      <Panel title={t('code.title')} note={t('code.text')}>
        <p className="flex flex-wrap items-center gap-3">
          <WholeText text={referral.code} className="font-mono text-3xl font-semibold tracking-widest" />
          <CopyButton text={referral.code} item={t('code.title')} />
        </p>
      </Panel>
      <SidesPanel links={referral.links} />
      <EarningsPanel />
    </>
  );
}

/** The link of one side with its QR code, and the switch between the sides: no link is taken for the other one. */
function SidesPanel({ links }: Pick<ReferralLinks, 'links'>) {
  const { t } = useTranslation('referral');
  const [chosen, setChosen] = useState<SideLink['side']>('left');
  return (
    <Panel title={t('sides.title')}>
      <p>{t('sides.text')}</p>
      <Notice kind="warning">{t('sides.final')}</Notice>
      <fieldset role="radiogroup" className="max-w-2xl">
        <legend className="sr-only">{t('sides.choice')}</legend>
        <div className="grid grid-cols-2 gap-2 sm:gap-3">
          {links.map(({ side }) => (
            <SideTile key={side} side={side} isChosen={side === chosen} onChoose={() => setChosen(side)} />
          ))}
        </div>
      </fieldset>
      {links
        .filter(({ side }) => side === chosen)
        .map((each) => (
          <ChosenLink key={each.side} {...each} />
        ))}
    </Panel>
  );
}

interface SideTileProps extends Pick<SideLink, 'side'> {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** Looks as a tile of a form (src/ui/tile-field.tsx), for which this page would load all that forms share. */
function SideTile({ side, isChosen, onChoose }: SideTileProps) {
  const { t } = useTranslation('referral');
  const id = useId();
  return (
    <div className="tile tile-upright">
      <SideMark side={side} />
      <span>
        <label htmlFor={id} className="block font-semibold">
          {t(`${side}.title`)}
        </label>
        <span id={`${id}-text`} className="block text-sm text-muted">
          {t(`${side}.text`)}
        </span>
      </span>
      <input
        type="radio"
        id={id}
        name="side"
        value={side}
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={`${id}-text`}
      />
    </div>
  );
}

function ChosenLink({ side, link }: SideLink) {
  const { t } = useTranslation('referral');
  return (
    <section
      aria-label={t(`${side}.title`)}
      className="grid max-w-2xl items-center gap-4 sm:grid-cols-[15rem_minmax(0,1fr)] sm:gap-6"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <h3 className="font-semibold">{t(`${side}.title`)}</h3>
        <div className="flex items-center gap-2 *:first:shrink">
          <LinkButtons side={side} link={link} main />
        </div>
        <p className="rounded-field bg-base-200 p-3 font-mono text-sm">
          <LinkText link={link} />
        </p>
      </div>
      <div className="flex justify-center sm:order-first">
        <QrCode text={link} label={t(`${side}.qr`)} />
      </div>
    </section>
  );
}

/** A seat and the places below it, of which that of the side is taken. */
function SideMark({ side }: Pick<SideLink, 'side'>) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-8 text-primary"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="M12 8.5v4M6.5 15.5v-1.5a1.5 1.5 0 0 1 1.5-1.5h8a1.5 1.5 0 0 1 1.5 1.5v1.5" />
      <circle cx="12" cy="6" r="2.5" />
      <circle cx="6.5" cy="18" r="2.5" fill={side === 'left' ? 'currentColor' : 'none'} />
      <circle cx="17.5" cy="18" r="2.5" fill={side === 'right' ? 'currentColor' : 'none'} />
    </svg>
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
