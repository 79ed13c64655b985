import { useTranslation } from 'react-i18next';
import type { freezeLinkMachine } from '#machines/freeze-link/freeze-link.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** The link is open: opening it changed nothing. Says what freezing does, and offers the one press. */
export function AskingScreen({ snapshot, send }: ScreenProps<typeof freezeLinkMachine>) {
  const { t } = useTranslation('account-freeze');
  const busy = snapshot.hasTag('waiting');
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('title')} tab={t('tab')} note={t('link.note')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ asking: 'notDone' }) && <NotDone />}
      <Button block busy={busy} data-event="CONFIRM" onClick={() => send({ type: 'CONFIRM' })}>
        {busy ? t('working') : t('confirm')}
      </Button>
      <ul className="flex list-disc flex-col gap-3 pl-5">
        <li>{t('sessions')}</li>
        <li>{t('money')}</li>
        <li>{t('link.withdrawals')}</li>
        <li>{t('incoming')}</li>
        <li>{t('thaw')}</li>
      </ul>
    </>
  );
}
