import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { useAhead } from './use-ahead.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

interface OnHoldProps {
  /** The flow, for the browser's tab. */
  readonly title: string;
  readonly snapshot: { readonly context: { readonly options: { readonly heldUntil: string | null } | null } };
  readonly send: (event: { readonly type: 'LEAVE' }) => void;
}

/**
 * Money that goes to others is held after a change of the account (S-12): until when, why, and where to see what was
 * changed.
 */
export function OnHold({ title, snapshot, send }: OnHoldProps) {
  const { t } = useTranslation('money');
  const ahead = useAhead();
  const { serverNow } = useServices();
  const until = snapshot.context.options?.heldUntil ?? null;
  return (
    <>
      <PageHeading title={t('hold.title')} tab={title} note={t('hold.text')} />
      {until !== null && (
        <Notice
          kind="warning"
          title={<WholeWords text={isOver(until, serverNow()) ? t('hold.checking') : t('hold.until', ahead(until))} />}
        >
          {t('hold.notYou')}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button data-event="LEAVE" onClick={() => send({ type: 'LEAVE' })}>
          {t('toWallet')}
        </Button>
        <HoldLink kind="secondary" />
      </div>
    </>
  );
}

/**
 * The time is over, and the server still holds the money: it can't trust its clock until an operator has checked it.
 */
function isOver(until: string, now: number): boolean {
  return Date.parse(until) <= now;
}

/** Leads to where a hold is explained, and where the account can be frozen, as its notice does (`noticePage`). */
export function HoldLink({ kind = 'primary' }: { readonly kind?: 'primary' | 'secondary' }) {
  const { t } = useTranslation('money');
  return (
    <ButtonLink kind={kind} to={paths.security}>
      {t('hold.open')}
    </ButtonLink>
  );
}
