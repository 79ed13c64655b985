import { useTranslation } from 'react-i18next';
import { Unconfirmable } from '#src/flow/unconfirmable.tsx';
import { formatDateTime, formatRelative } from '#src/i18n/format.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/session/services.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { WithdrawalScreenProps } from './screen-props.ts';

/** Withdrawals wait after a change of the account: until when, why, and where to look what was changed. */
export function OnHoldScreen({ snapshot, send }: WithdrawalScreenProps) {
  const { t } = useTranslation('withdrawal');
  const culture = useCulture();
  const { now } = useServices();
  const until = snapshot.context.options?.heldUntil ?? null;
  return (
    <>
      <PageHeading title={t('hold.title')} tab={t('title')} note={t('hold.text')} />
      {until !== null && <Notice kind="warning" title={t('hold.until', { moment: formatDateTime(until), relative: formatRelative(until, now(), culture) })}>{t('hold.notYou')}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button data-event="LEAVE" onClick={() => send({ type: 'LEAVE' })}>
          {t('leave')}
        </Button>
        <ButtonLink kind="secondary" to={paths.account}>
          {t('hold.activity')}
        </ButtonLink>
      </div>
    </>
  );
}

export function UnconfirmableScreen({ send }: WithdrawalScreenProps) {
  const { t } = useTranslation('withdrawal');
  return (
    <Unconfirmable
      title={t('unconfirmable.title')}
      tab={t('title')}
      text={t('unconfirmable.text')}
      verify={t('unconfirmable.verify')}
      bind={t('unconfirmable.bind')}
      leave={
        <Button kind="quiet" data-event="LEAVE" onClick={() => send({ type: 'LEAVE' })}>
          {t('leave')}
        </Button>
      }
    />
  );
}
