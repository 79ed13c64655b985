import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import type { Problem } from '#machines/chart/problem.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { useIsMember } from '#src/session/session.provider.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { ButtonLink } from '#src/ui/button.tsx';

/** Says what went wrong and how to go on: one table from code to texts, the same for every flow (SRC §8, P-4). */
export function ProblemAlert({ problem, actions }: { readonly problem: Problem; readonly actions?: ReactNode }) {
  const { t } = useTranslation('problems');
  const { t: tCommon } = useTranslation();
  const reference = needsSupport(problem) ? (problem.reference ?? undefined) : undefined;
  // Whoever isn't signed in has the address below each page.
  const leadsToSupport = useIsMember() && reference !== undefined;
  return (
    <Alert
      title={t(problem.code)}
      reference={reference}
      actions={
        (actions || leadsToSupport) && (
          <>
            {actions}
            {leadsToSupport && (
              <ButtonLink kind="secondary" to={`${paths.contact}?reference=${encodeURIComponent(reference)}`}>
                {tCommon('support.write')}
              </ButtonLink>
            )}
          </>
        )
      }
    >
      <ProblemText problem={problem} />
    </Alert>
  );
}

/**
 * The sentences below the title: what the catalogue says of the code; of entries that don't fit only the server knows
 * which, so its own sentences stand there, joined by line breaks (SRC §5, §8).
 */
function ProblemText({ problem }: { readonly problem: Problem }) {
  const { t } = useTranslation('problems');
  const { errors, retryAfterSeconds, triesLeft, until } = problem;
  const wait =
    retryAfterSeconds === null
      ? []
      : retryAfterSeconds < 120
        ? [t('retryInSeconds', { count: retryAfterSeconds })]
        : [t('retryInMinutes', { count: Math.ceil(retryAfterSeconds / 60) })];
  const tries = triesLeft === null ? [] : [t('triesLeft', { count: triesLeft })];
  const end = until === null ? [] : [t('wait.until', { moment: formatDateTime(until) })];
  const own = problem.code === 'invalid_request' && errors.length > 0;
  const lines = [...(own ? errors : [t(`hint.${problem.code}`)]), ...wait, ...tries, ...end];
  return <>{lines.join('\n')}</>;
}

/** Whether support could help, so that the reference is worth showing. */
function needsSupport({ code }: Problem): boolean {
  return ['internal', 'unexpected', 'insufficient_permission', 'not_found', 'method_not_allowed'].includes(code);
}
