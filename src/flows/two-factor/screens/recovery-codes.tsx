import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TwoFactorEvent } from '#machines/two-factor/two-factor.types.ts';
import { WholeText } from '#src/ui/address.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { BindingSteps } from './binding-steps.tsx';

type Send = (event: TwoFactorEvent) => void;

/** The ten recovery codes, shown once: to copy, to save, to write down. */
export function RecoveryCodesScreen({ codes, send }: { readonly codes: readonly string[]; readonly send: Send }) {
  const { t } = useTranslation('two-factor');
  const text = codes.join('\n');
  const href = useMemo(() => `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`, [text]);
  return (
    <>
      <PageHeading title={t('codes.title')} tab={t('title')} note={t('codes.text')} />
      <BindingSteps current={3} />
      <ol
        aria-label={t('codes.list')}
        translate="no"
        className="panel grid gap-x-8 gap-y-2 p-5 font-mono text-xl sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <WholeText text={code} />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={text} item={t('codes.copy')} />
        <a href={href} download={t('codes.file')} className="btn btn-ghost btn-sm min-h-11 text-primary">
          {t('codes.download')}
        </a>
      </div>
      <div>
        <Button data-event="CONFIRM_SAVED" onClick={() => send({ type: 'CONFIRM_SAVED' })}>
          {t('codes.saved')}
        </Button>
      </div>
    </>
  );
}

/** The second factor is on, but its codes were lost with the response and are no longer kept. */
export function RecoveryCodesLostScreen({ send }: { readonly send: Send }) {
  const { t } = useTranslation('two-factor');
  return (
    <>
      <PageHeading title={t('codesLost.title')} tab={t('title')} />
      <Alert
        kind="warning"
        title={t('codesLost.what')}
        actions={
          <Button data-event="NEXT" onClick={() => send({ type: 'NEXT' })}>
            {t('codesLost.next')}
          </Button>
        }
      >
        {t('codesLost.text')}
      </Alert>
    </>
  );
}
