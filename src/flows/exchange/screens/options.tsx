import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import type { ScreenProps } from './screen-props.ts';

/** What can be exchanged is being loaded, or could not be. */
export function OptionsScreen({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation(['exchange', 'common']);
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('title')} />
      {snapshot.hasTag('waiting') && <Waiting what={t('loading')} />}
      {snapshot.hasTag('error') && problem !== null && (
        <ProblemAlert
          problem={problem}
          actions={
            <Button data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
    </>
  );
}
