import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/chart/problem.ts';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { ProblemAlert } from './problem-alert.tsx';

interface OptionsScreenProps {
  readonly title: string;
  /** What is being asked, as a sentence. */
  readonly loading: string;
  readonly snapshot: {
    readonly hasTag: (tag: 'waiting' | 'error') => boolean;
    readonly context: { readonly problem: Problem | null };
  };
  readonly onRetry: () => void;
}

/** The first step of a flow that begins by asking what is possible: it is being asked, or could not be told. */
export function OptionsScreen({ title, loading, snapshot, onRetry }: OptionsScreenProps) {
  const { t } = useTranslation('common');
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={title} />
      {snapshot.hasTag('waiting') && <Waiting what={loading} />}
      {snapshot.hasTag('error') && problem !== null && (
        <ProblemAlert
          problem={problem}
          actions={
            <Button data-event="RETRY" onClick={onRetry}>
              {t('action.retry')}
            </Button>
          }
        />
      )}
    </>
  );
}
