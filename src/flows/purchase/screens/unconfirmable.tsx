import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { PurchaseScreenProps } from './screen-props.ts';

/** There is nothing to confirm with: the two ways to get it. */
export function UnconfirmableScreen({ send }: PurchaseScreenProps) {
  const { t } = useTranslation('purchase');
  return (
    <>
      <PageHeading title={t('unconfirmable.title')} tab={t('title')} note={t('unconfirmable.text')} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${paths.account}?step=verify`}>{t('unconfirmable.verify')}</ButtonLink>
        <ButtonLink kind="secondary" to={paths.authentication}>
          {t('unconfirmable.bind')}
        </ButtonLink>
        <Button kind="quiet" data-event="LEAVE" onClick={() => send({ type: 'LEAVE' })}>
          {t('leave')}
        </Button>
      </div>
    </>
  );
}
