import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import type { TransferScreenProps } from './screen-props.ts';

/** What can be transferred is being asked. */
export function LoadingScreen() {
  const { t } = useTranslation('transfer');
  return (
    <>
      <PageHeading title={t('title')} />
      <Waiting what={t('loading')} />
    </>
  );
}

/** It could not be told what can be transferred. */
export function UnavailableScreen({ snapshot, send }: TransferScreenProps) {
  const { t } = useTranslation(['transfer', 'common']);
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('title')} />
      {problem !== null && (
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
