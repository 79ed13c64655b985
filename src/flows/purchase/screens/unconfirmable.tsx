import { useTranslation } from 'react-i18next';
import { Unconfirmable } from '#src/flow/unconfirmable.tsx';
import { Button } from '#src/ui/button.tsx';
import type { PurchaseScreenProps } from './screen-props.ts';

export function UnconfirmableScreen({ send }: PurchaseScreenProps) {
  const { t } = useTranslation('purchase');
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
