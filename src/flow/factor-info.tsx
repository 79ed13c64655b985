import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/chart/problem.ts';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { ProblemAlert } from './problem-alert.tsx';

interface FactorInfoProps {
  readonly title: string;
  /** Why it is not known; null while it is being asked for. */
  readonly problem: Problem | null;
  readonly send: (event: { readonly type: 'RETRY' } | { readonly type: 'CANCEL' }) => void;
}

/**
 * Before a form that asks for a code of the app where one is bound: whether one is. Its area of texts is `challenge`.
 */
export function FactorInfo({ title, problem, send }: FactorInfoProps) {
  const { t } = useTranslation(['challenge', 'common']);
  return (
    <>
      <PageHeading title={title} />
      {problem === null ? (
        <Waiting what={t('looking')} />
      ) : (
        <ProblemAlert
          problem={problem}
          actions={
            <>
              <Button data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
                {t('common:action.retry')}
              </Button>
              <Button kind="quiet" data-event="CANCEL" onClick={() => send({ type: 'CANCEL' })}>
                {t('common:action.cancel')}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
