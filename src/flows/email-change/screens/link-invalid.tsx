import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { EmailChangeScreenProps } from './steps.tsx';

/** The link is invalid: used, expired, replaced by a newer one, or another member's. A new one can be requested. */
export function LinkInvalidScreen({ snapshot, send }: EmailChangeScreenProps) {
  const { t } = useTranslation('email-change');
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('invalid.title')} tab={t('title')} />
      {problem !== null && (
        <ProblemAlert
          problem={problem}
          actions={
            <Button data-event="ASK_NEW_LINK" onClick={() => send({ type: 'ASK_NEW_LINK' })}>
              {t('invalid.ask')}
            </Button>
          }
        />
      )}
    </>
  );
}
