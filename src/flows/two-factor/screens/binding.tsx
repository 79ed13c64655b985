import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { twoFactorMachine } from '#machines/two-factor/two-factor.machine.ts';
import type { TwoFactorEvent } from '#machines/two-factor/two-factor.types.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { WholeText } from '#src/ui/address.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { QrCode } from '#src/frames/qr-code.tsx';
import { BindingSteps } from './binding-steps.tsx';
import { CodesForm } from './codes-form.tsx';

interface BindingScreenProps {
  readonly snapshot: SnapshotFrom<typeof twoFactorMachine>;
  readonly info: components['schemas']['TwoFactorInfo'] | null;
  /** Where the mailed code goes. */
  readonly address: string;
  readonly now: () => number;
  readonly send: (event: TwoFactorEvent) => void;
}

/** The three steps of binding that the member acts in: get the app, add the key, prove it with a first code. */
export function BindingScreen({ snapshot, info, address, now, send }: BindingScreenProps) {
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
  if (snapshot.matches({ binding: 'addingKey' }) || snapshot.matches({ binding: 'sendingCode' }))
    return <KeyStep snapshot={snapshot} binding={info?.binding ?? null} send={send} />;
  return (
    <>
      <PageHeading title={t('code.title')} tab={t('title')} note={t('code.text')} />
      <BindingSteps current={2} />
      <CodesForm snapshot={snapshot} address={address} now={now} send={send} />
    </>
  );
}

interface KeyStepProps extends Pick<BindingScreenProps, 'snapshot' | 'send'> {
  readonly binding: components['schemas']['TwoFactorBinding'] | null;
}

/**
 * The key as a picture and as text, in groups of four for typing. Continuing mails the code that the next step needs.
 */
function KeyStep({ snapshot, binding, send }: KeyStepProps) {
  const { t } = useTranslation(['two-factor', 'common']);
  const busy = snapshot.hasTag('waiting');
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('key.title')} tab={t('title')} note={t('key.text')} />
      <BindingSteps current={1} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {binding !== null && (
        <div className="flex flex-col items-center gap-5 sm:flex-row sm:items-start">
          <QrCode text={binding.uri} label={t('key.qr')} />
          <div className="flex min-w-0 flex-col gap-2">
            <p className="text-sm font-semibold">{t('key.label')}</p>
            <p className="font-mono text-xl" data-testid="two-factor-key">
              <WholeText text={binding.secret} grouped />
            </p>
            <div>
              <CopyButton text={binding.secret} item={t('key.label')} />
            </div>
          </div>
        </div>
      )}
      <Notice kind="warning">{t('key.backup')}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} data-event="NEXT" onClick={() => send({ type: 'NEXT' })}>
          {busy ? t('key.sending') : t('key.added')}
        </Button>
        {!busy && (
          <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
            {t('common:action.back')}
          </Button>
        )}
      </div>
    </>
  );
}
