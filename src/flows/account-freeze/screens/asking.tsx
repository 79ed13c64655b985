import { useTranslation } from 'react-i18next';
import type { accountFreezeMachine } from '#machines/account-freeze/account-freeze.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';

/** What freezing does and does not do, and the one press. */
export function AskingScreen({ snapshot, send }: ScreenProps<typeof accountFreezeMachine>) {
  const { t } = useTranslation(['account-freeze', 'common']);
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('title')} tab={t('tab')} note={t('note')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ asking: 'notDone' }) && <NotDone />}
      <ul className="flex list-disc flex-col gap-3 pl-5">
        <li>{t('sessions')}</li>
        <li>{t('money')}</li>
        <li>{t('withdrawals')}</li>
        <li>{t('incoming')}</li>
        <li>{t('thaw')}</li>
      </ul>
      {snapshot.hasTag('waiting') ? (
        <Waiting what={t('working')} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button data-event="CONFIRM" onClick={() => send({ type: 'CONFIRM' })}>
            {t('confirm')}
          </Button>
          <Button kind="quiet" data-event="CANCEL" onClick={() => send({ type: 'CANCEL' })}>
            {t('common:action.cancel')}
          </Button>
        </div>
      )}
    </>
  );
}
