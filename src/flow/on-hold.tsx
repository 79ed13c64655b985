import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAhead, formatDateTime } from '#src/i18n/format.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

interface OnHoldProps {
  /** The flow, for the browser's tab. */
  readonly tab: string;
  /** Until when the money is held (RFC 3339). */
  readonly until: string | null;
  /** The control that leaves the flow. */
  readonly leave: ReactNode;
}

/**
 * Money that reaches others waits after a change of the account (S-12): until when, why, and where to look what was
 * changed.
 */
export function OnHold({ tab, until, leave }: OnHoldProps) {
  const { t } = useTranslation('money');
  const culture = useCulture();
  const { now } = useServices();
  return (
    <>
      <PageHeading title={t('hold.title')} tab={tab} note={t('hold.text')} />
      {until !== null && (
        <Notice
          kind="warning"
          title={
            isOver(until, now())
              ? t('hold.checking')
              : t('hold.until', { moment: formatDateTime(until), relative: formatAhead(until, now(), culture) })
          }
        >
          {t('hold.notYou')}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {leave}
        <HoldLink kind="secondary" />
      </div>
    </>
  );
}

/**
 * The time is over, and the server doesn't let the money go yet: it can't trust its clock before an operator has
 * looked.
 */
function isOver(until: string, now: number): boolean {
  return Date.parse(until) <= now;
}

/** Leads to what was changed, and to freezing the account. */
export function HoldLink({ kind = 'primary' }: { readonly kind?: 'primary' | 'secondary' }) {
  const { t } = useTranslation('money');
  return (
    <ButtonLink kind={kind} to={paths.account}>
      {t('hold.activity')}
    </ButtonLink>
  );
}
