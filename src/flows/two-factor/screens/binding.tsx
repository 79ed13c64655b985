import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { twoFactorMachine } from '#machines/two-factor/two-factor.machine.ts';
import type { TwoFactorEvent } from '#machines/two-factor/two-factor.types.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { QrCode } from '#src/ui/qr-code.tsx';
import { BindingSteps } from './binding-steps.tsx';
import { ProofForm } from './proof-form.tsx';

interface BindingScreenProps {
  readonly snapshot: SnapshotFrom<typeof twoFactorMachine>;
  readonly info: components['schemas']['TwoFactorInfo'] | null;
  readonly send: (event: TwoFactorEvent) => void;
}

/** The three steps of binding that ask something of the member: get the app, add the key, prove it with a first code. */
export function BindingScreen({ snapshot, info, send }: BindingScreenProps) {
  const { t } = useTranslation(['two-factor', 'common']);
  if (snapshot.matches({ binding: 'gettingApp' })) {
    return (
      <>
        <PageHeading title={t('app.title')} tab={t('title')} note={t('off')} />
        <BindingSteps current={0} />
        <p>{t('app.text')}</p>
        <div>
          <Button data-event="NEXT" onClick={() => send({ type: 'NEXT' })}>
            {t('app.have')}
          </Button>
        </div>
      </>
    );
  }
  if (snapshot.matches({ binding: 'addingKey' })) return <KeyStep binding={info?.binding ?? null} send={send} />;
  return (
    <>
      <PageHeading title={t('code.title')} tab={t('title')} note={t('code.text')} />
      <BindingSteps current={2} />
      <ProofForm snapshot={snapshot} method="totp" submit={t('code.submit')} working={t('code.working')} send={send} />
    </>
  );
}

/** The key as picture and as text, in groups of four for those who type it. */
function KeyStep({ binding, send }: { readonly binding: components['schemas']['TwoFactorBinding'] | null; readonly send: (event: TwoFactorEvent) => void }) {
  const { t } = useTranslation(['two-factor', 'common']);
  return (
    <>
      <PageHeading title={t('key.title')} tab={t('title')} note={t('key.text')} />
      <BindingSteps current={1} />
      {binding !== null && (
        <div className="flex flex-col items-center gap-5 sm:flex-row sm:items-start">
          <QrCode text={binding.uri} label={t('key.qr')} />
          <div className="flex min-w-0 flex-col gap-2">
            <p className="text-sm font-semibold">{t('key.label')}</p>
            <p className="font-mono text-lg break-words" translate="no" data-testid="two-factor-key">
              {binding.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </p>
            <div>
              <CopyButton text={binding.secret} item={t('key.label')} />
            </div>
          </div>
        </div>
      )}
      <Notice kind="warning">{t('key.backup')}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button data-event="NEXT" onClick={() => send({ type: 'NEXT' })}>
          {t('key.added')}
        </Button>
        <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
          {t('common:action.back')}
        </Button>
      </div>
    </>
  );
}
