import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { twoFactorMachine } from '#machines/two-factor/two-factor.machine.ts';
import type { TwoFactorEvent } from '#machines/two-factor/two-factor.types.ts';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';

interface OutcomeUnknownScreenProps {
  readonly snapshot: SnapshotFrom<typeof twoFactorMachine>;
  readonly send: (event: TwoFactorEvent) => void;
}

/** The answer of an unsafe call was lost: the server is asked its outcome, and nothing is sent again (P-3). */
export function OutcomeUnknownScreen({ snapshot, send }: OutcomeUnknownScreenProps) {
  const { t } = useTranslation('two-factor');
  return (
    <>
      <PageHeading title={t('unknown.title')} tab={t('title')} />
      {snapshot.hasTag('waiting') ? (
        <Waiting what={t('unknown.waiting')} />
      ) : (
        <Alert
          kind="warning"
          title={t('unknown.what')}
          actions={
            <Button data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
              {t('unknown.ask')}
            </Button>
          }
        >
          {t('unknown.text')}
        </Alert>
      )}
    </>
  );
}
