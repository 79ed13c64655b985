import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/chart/problem.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';

/** A part of a page could not be loaded: says why, and loads it again. The rest of the page stays. */
export function ReadFailed({ problem, onRetry }: { readonly problem: Problem; readonly onRetry: () => void }) {
  const { t } = useTranslation(['common', 'problems']);
  return (
    <ProblemAlert
      problem={problem}
      // Nothing was entered here, so nothing is said of what is kept or done twice.
      hint={problem.code === 'unreachable' ? t('problems:read.unreachable') : undefined}
      actions={
        <Button kind="secondary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}
