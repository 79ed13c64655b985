import { useTranslation } from 'react-i18next';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { isAway, type Problem } from '#machines/chart/problem.ts';
import { formatDateTime, formatSpan, formatTime } from '#src/i18n/format.ts';
import { useServices } from '#src/services/services.ts';
import { useIsMember } from '#src/session/session.provider.tsx';
import { Alert, type AlertProps } from '#src/ui/alert.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { contactAbout, referenceOf } from './problem-reference.ts';
import { mailWaitEnd, waitEnd } from './wait.ts';
import { MS_PER_SECOND } from '#machines/chart/durations.ts';

export interface ProblemAlertProps {
  readonly problem: Problem;
  readonly actions?: ReactNode;
  /** What to do here, in place of what the catalogue says for the code. */
  readonly hint?: string | undefined;
  /** The sentence about the amounts, from `AmountProblemAlert`. */
  readonly amounts?: string | null;
  readonly kind?: AlertProps['kind'];
}

/** Says what went wrong and how to go on: one table from code to texts, the same for every flow (SRC §8, P-4). */
export function ProblemAlert({ problem, actions, hint, amounts = null, kind = 'error' }: ProblemAlertProps) {
  const { t } = useTranslation(['problems', 'common']);
  const isOver = useIsOver(problem);
  const isMailable = useIsMailable(problem);
  const reference = referenceOf(problem);
  // Visitors without a session find the support address at the bottom of each page.
  const leadsToSupport = useIsMember() && reference !== undefined;
  if (isOver || isMailable) {
    return (
      <div data-over={problem.code}>
        <Notice
          title={isOver ? t(`over.${problem.code === 'maintenance' ? 'maintenance' : 'unreachable'}`) : undefined}
        >
          {t(isOver ? 'over.text' : 'wait.over')}
          {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
        </Notice>
      </div>
    );
  }
  return (
    <Alert
      kind={kind}
      title={t(problem.code)}
      reference={reference}
      actions={
        (actions || leadsToSupport) && (
          <>
            {actions}
            {leadsToSupport && (
              <ButtonLink kind="secondary" to={contactAbout(reference)}>
                {t('common:support.write')}
              </ButtonLink>
            )}
          </>
        )
      }
    >
      <ProblemText problem={problem} hint={hint} amounts={amounts} />
    </Alert>
  );
}

/**
 * Whether the cause of a failure is over: the club has opened again, or the network or the server is back. The form is
 * still there with everything that was typed, and a sentence that says otherwise would now be false.
 */
function useIsOver(problem: Problem): boolean {
  const { club } = useServices();
  const [over, setOver] = useState<Problem | null>(null);
  // As soon as the failure is on the screen (use-retry-on-return.ts).
  useLayoutEffect(() => {
    if (!isAway(problem)) return;
    const isOver = () => setOver(problem);
    const stop = club.subscribe(
      (news) => (problem.code === 'maintenance' ? news === 'open' : news !== 'closed') && isOver(),
    );
    if (problem.code === 'unreachable') window.addEventListener('online', isOver);
    return () => {
      window.removeEventListener('online', isOver);
      stop();
    };
  }, [problem, club]);
  return over === problem;
}

/** Whether the wait for another mail, which was the only problem, is over. */
function useIsMailable(problem: Problem): boolean {
  const { now } = useServices();
  const end = mailWaitEnd(problem, now);
  const moment = useNow(now, end ?? 0);
  return end !== null && moment >= end;
}

/**
 * The sentences below the title: what the catalogue says for the code. Only the server knows which entries are invalid,
 * so its own sentences are shown for those, joined by line breaks (SRC §5, SRC §8).
 * The amounts of a minimum or a balance are a sentence of their own, since the source quotes the title (D-18).
 */
function ProblemText({ problem, hint, amounts }: Pick<ProblemAlertProps, 'problem' | 'hint' | 'amounts'>) {
  const { t } = useTranslation('problems');
  const { now, serverNow } = useServices();
  const { errors, triesLeft, until } = problem;
  const end = waitEnd(problem, now);
  // An end in the past is ignored: the condition continues until an operator has looked at it.
  const isAhead = until !== null && end === null && Date.parse(until) > serverNow();
  const lines = [
    amounts ?? [],
    problem.code === 'invalid_request' && errors.length > 0 ? errors : (hint ?? t(`hint.${problem.code}`)),
    triesLeft === null ? [] : t('triesLeft', { count: triesLeft }),
  ].flat();
  return (
    <>
      {lines.join('\n')}
      {isAhead && (
        <>
          {'\n'}
          <Until at={until} />
        </>
      )}
      {end !== null && (
        <>
          {'\n'}
          <Wait key={end} end={end} />
        </>
      )}
    </>
  );
}

/** Until when, with the time whole: by hand, as the sign-in page has no room for `WholeWords` and its units. */
function Until({ at }: { readonly at: string }) {
  const { t } = useTranslation('problems');
  const moment = formatDateTime(at);
  const [before, after] = t('wait.until', { moment }).split(moment);
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{moment}</span>
      {after}
    </>
  );
}

/** The remaining wait, second by second. The alert around it is announced once; the countdown in it is not. */
function Wait({ end }: { readonly end: number }) {
  const { t } = useTranslation('problems');
  const { now } = useServices();
  const left = Math.max(0, end - useNow(now, end));
  const seconds = Math.ceil(left / MS_PER_SECOND);
  const words =
    seconds < 120
      ? t('retryInSeconds', { count: seconds })
      : t('wait.left', { time: formatSpan(left), moment: formatTime(new Date(end)) });
  return (
    <span role="timer" aria-live="off" className="tabular-nums">
      {seconds === 0 ? t('wait.over') : words}
    </span>
  );
}
