import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { freezeLinkMachine } from '#machines/freeze-link/freeze-link.machine.ts';
import type { FreezeLinkEvent } from '#machines/freeze-link/freeze-link.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { NotDone } from '#src/ui/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

interface AskingScreenProps {
  readonly snapshot: SnapshotFrom<typeof freezeLinkMachine>;
  readonly send: (event: FreezeLinkEvent) => void;
}

/** The link is open: nothing has happened by that. What freezing does, and the one press. */
export function AskingScreen({ snapshot, send }: AskingScreenProps) {
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
