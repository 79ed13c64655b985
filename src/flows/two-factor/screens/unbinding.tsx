import { useTranslation } from 'react-i18next';
import type { twoFactorMachine } from '#machines/two-factor/two-factor.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { ProofForm } from './proof-form.tsx';

type TwoFactorProps = ScreenProps<typeof twoFactorMachine>;

/** Turning the second factor off: says what follows, and requires the password and a code. */
export function UnbindingScreen(props: TwoFactorProps) {
  return <ProofScreen {...props} act="unbind" />;
}

/** Making new recovery codes: the same for them. */
export function RenewingScreen(props: TwoFactorProps) {
  return <ProofScreen {...props} act="renew" />;
}

function ProofScreen({ snapshot, send, act }: TwoFactorProps & { readonly act: 'unbind' | 'renew' }) {
  const { t } = useTranslation('two-factor');
  const { method } = snapshot.context;
  return (
    <>
      <PageHeading title={t(`${act}.title`)} tab={t('title')} note={t(`${act}.text`)} />
      <ProofForm
        snapshot={snapshot}
        method={method}
        submit={t(`${act}.submit`)}
        working={t(`${act}.working`)}
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
