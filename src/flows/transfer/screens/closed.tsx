import { useTranslation } from 'react-i18next';
import { OnHold } from '#src/flow/on-hold.tsx';
import { Unconfirmable } from '#src/flow/unconfirmable.tsx';
import { Button } from '#src/ui/button.tsx';
import type { TransferScreenProps } from './screen-props.ts';

/** Money waits after a change of the account. */
export function OnHoldScreen({ snapshot, send }: TransferScreenProps) {
  const { t } = useTranslation('transfer');
  return (
    <OnHold
      tab={t('title')}
      until={snapshot.context.options?.heldUntil ?? null}
      leave={
        <Button data-event="LEAVE" onClick={() => send({ type: 'LEAVE' })}>
          {t('leave')}
        </Button>
      }
    />
  );
}

export function UnconfirmableScreen({ send }: TransferScreenProps) {
  const { t } = useTranslation('transfer');
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
