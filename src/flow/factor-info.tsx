import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/chart/problem.ts';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { ProblemAlert } from './problem-alert.tsx';

interface FactorInfoProps {
  readonly title: string;
  readonly snapshot: {
    readonly hasTag: (tag: 'error') => boolean;
    readonly context: { readonly problem: Problem | null };
  };
  readonly send: (event: { readonly type: 'RETRY' } | { readonly type: 'CANCEL' }) => void;
}

/**
 * Shown before a form that needs a code of the app if one is bound, while that is being read. Its area of texts is
 * `challenge`.
 */
export function FactorInfo({ title, snapshot, send }: FactorInfoProps) {
  const { t } = useTranslation(['challenge', 'common']);
  const problem = snapshot.hasTag('error') ? snapshot.context.problem : null;
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
