import { useTranslation } from 'react-i18next';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { PageHeading } from './page-heading.tsx';
import { Waiting } from './waiting.tsx';

/**
 * The answer of an unsafe call was lost: the server is asked its outcome, and nothing is sent again (P-3). The event
 * is `RETRY`; the heading is `requests:unknown.title`.
 */
export function OutcomeUnknown({
  tab,
  asking,
  onAsk,
}: {
  readonly tab: string;
  readonly asking: boolean;
  readonly onAsk: () => void;
}) {
  const { t } = useTranslation('requests');
  return (
    <>
      <PageHeading title={t('unknown.title')} tab={tab} />
      {asking ? (
        <Waiting what={t('unknown.waiting')} />
      ) : (
        <Alert
          kind="warning"
          title={t('unknown.what')}
          actions={
            <Button data-event="RETRY" onClick={onAsk}>
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

/** The server knows of no such call: nothing was done, and the form may be sent again. */
export function NotDone() {
  const { t } = useTranslation('requests');
  return <Alert title={t('notDone.title')}>{t('notDone.text')}</Alert>;
}
