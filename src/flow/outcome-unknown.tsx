import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/chart/problem.ts';
import type texts from '#locales/en-US/requests.json';
import { Alert } from '#src/ui/alert.tsx';
import { useIsMember } from '#src/session/session.provider.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { contactAbout, referenceOf } from './problem-reference.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    requests: typeof texts;
  }
}

interface OutcomeUnknownProps {
  /** The flow, for the browser's tab. */
  readonly title: string;
  readonly snapshot: {
    readonly context: { readonly problem: Problem | null };
    readonly hasTag: (tag: 'waiting') => boolean;
  };
  readonly send: (event: { readonly type: 'RETRY' }) => void;
}

/** The response to an unsafe call was lost: the server is asked for the outcome, and nothing is sent again (P-3). */
export function OutcomeUnknown({ title, snapshot, send }: OutcomeUnknownProps) {
  const { t } = useTranslation(['requests', 'common']);
  const isMember = useIsMember();
  const reference = referenceOf(snapshot.context.problem);
  return (
    <>
      <PageHeading title={t('unknown.title')} tab={title} />
      {snapshot.hasTag('waiting') ? (
        <Waiting what={t('unknown.waiting')} />
      ) : (
        <Alert
          kind="warning"
          title={t('unknown.what')}
          reference={reference}
          actions={
            <>
              <Button data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
                {t('unknown.ask')}
              </Button>
              {/* Visitors find support at the bottom of each page (D-30). */}
              {isMember && (
                <ButtonLink kind="secondary" to={contactAbout(reference)}>
                  {t('common:support.write')}
                </ButtonLink>
              )}
            </>
          }
        >
          {t('unknown.text')}
        </Alert>
      )}
    </>
  );
}

/** The server knows no such call: nothing was done, and the form may be sent again. */
export function NotDone({ actions }: { readonly actions?: ReactNode }) {
  const { t } = useTranslation('requests');
  return (
    <Alert title={t('notDone.title')} actions={actions}>
      {t('notDone.text')}
    </Alert>
  );
}
