import { useTranslation } from 'react-i18next';
import type { twoFactorMachine } from '#machines/two-factor/two-factor.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { ProofForm } from './proof-form.tsx';

/** Turning the second factor off: says what follows, and requires the password and a code. */
export function UnbindingScreen({ snapshot, send }: ScreenProps<typeof twoFactorMachine>) {
  const { t } = useTranslation('two-factor');
  const { method } = snapshot.context;
  return (
    <>
      <PageHeading title={t('unbind.title')} tab={t('title')} note={t('unbind.text')} />
      <ProofForm
        snapshot={snapshot}
        method={method}
        submit={t('unbind.submit')}
        working={t('unbind.working')}
        send={send}
      />
      {snapshot.can({ type: 'USE_RECOVERY_CODE' }) && (
        <div>
          <Button kind="quiet" data-event="USE_RECOVERY_CODE" onClick={() => send({ type: 'USE_RECOVERY_CODE' })}>
            {t('useRecoveryCode')}
          </Button>
        </div>
      )}
      {snapshot.can({ type: 'USE_APP_CODE' }) && (
        <div>
          <Button kind="quiet" data-event="USE_APP_CODE" onClick={() => send({ type: 'USE_APP_CODE' })}>
            {t('useAppCode')}
          </Button>
        </div>
      )}
    </>
  );
}
