import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { AccountThawScreenProps } from './screen.ts';

/**
 * The link is invalid: used, expired, replaced by a newer one, or void after wrong codes. A new one can be requested.
 */
export function LinkInvalidScreen({ snapshot, send }: AccountThawScreenProps) {
  const { t } = useTranslation('account-thaw');
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('invalid.title')} tab={t('tab')} note={t('invalid.note')} />
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
