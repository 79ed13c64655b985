import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { AccountThawScreenProps } from './screen.ts';

/** The link is open: opening it changed nothing, and one press thaws. */
export function ConfirmScreen({ snapshot, send }: AccountThawScreenProps) {
  const { t } = useTranslation('account-thaw');
  const busy = snapshot.hasTag('waiting');
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('link.title')} tab={t('tab')} note={t('link.note')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ confirming: 'notDone' }) && <NotDone />}
      <Button block busy={busy} data-event="CONFIRM" onClick={() => send({ type: 'CONFIRM' })}>
        {busy ? t('link.working') : t('link.confirm')}
      </Button>
      {!busy && (
        <p>
          <Link to={paths.forgotPassword} className="text-link inline-flex min-h-11 items-center">
            {t('link.reset')}
          </Link>
        </p>
      )}
    </>
  );
}
