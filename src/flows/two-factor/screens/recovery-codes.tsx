import { useTranslation } from 'react-i18next';
import type { TwoFactorEvent } from '#machines/two-factor/two-factor.types.ts';
import { WholeText } from '#src/ui/address.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { BindingSteps } from './binding-steps.tsx';

type Send = (event: TwoFactorEvent) => void;

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly send: Send;
}

/** The ten recovery codes of an app that was just set up. */
export function RecoveryCodesScreen({ codes, send }: RecoveryCodesProps) {
  const { t } = useTranslation('two-factor');
  return (
    <>
      <PageHeading title={t('codes.title')} tab={t('title')} note={t('codes.text')} />
      <BindingSteps current={3} />
      <Codes codes={codes} send={send} />
    </>
  );
}

/** The ten recovery codes that took the place of the old ones. */
export function NewCodesScreen({ codes, send }: RecoveryCodesProps) {
  const { t } = useTranslation('two-factor');
  return (
    <>
      <PageHeading title={t('newCodes.title')} tab={t('title')} note={t('newCodes.text')} />
      <Codes codes={codes} send={send} />
    </>
  );
}

/** Recovery codes, shown once: to copy, to save, to print, to write down. */
function Codes({ codes, send }: RecoveryCodesProps) {
  const { t } = useTranslation('two-factor');
  const text = codes.join('\n');
  const save = () =>
    void saveFile(document, {
      name: t('codes.file'),
      content: new Blob([`${text}\n`], { type: 'text/plain;charset=utf-8' }),
    });
  return (
    <>
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
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <CopyButton text={text} item={t('codes.copy')} />
        <button type="button" className="btn btn-ghost btn-sm min-h-11 text-primary" onClick={save}>
          <MemberIcon name="down" className="size-4" />
          {t('codes.download')}
        </button>
        <button type="button" className="btn btn-ghost btn-sm min-h-11 text-primary" onClick={() => window.print()}>
          <MemberIcon name="print" className="size-4" />
          {t('codes.print')}
        </button>
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
  return <CodesLost title={t('codesLost.title')} text={t('codesLost.text')} send={send} />;
}

/** New codes were made, but they were lost with the response and are no longer kept. */
export function NewCodesLostScreen({ send }: { readonly send: Send }) {
  const { t } = useTranslation('two-factor');
  return <CodesLost title={t('newCodesLost.title')} text={t('newCodesLost.text')} send={send} />;
}

function CodesLost({ title, text, send }: { readonly title: string; readonly text: string; readonly send: Send }) {
  const { t } = useTranslation('two-factor');
  return (
    <>
      <PageHeading title={title} tab={t('title')} />
      <Alert
        kind="warning"
        title={t('codesLost.what')}
        actions={
          <Button data-event="NEXT" onClick={() => send({ type: 'NEXT' })}>
            {t('codesLost.next')}
          </Button>
        }
      >
        {text}
      </Alert>
    </>
  );
}
