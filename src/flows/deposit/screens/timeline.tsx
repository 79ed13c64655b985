import { useTranslation } from 'react-i18next';
import type { Deposit } from '#machines/deposit/deposit.types.ts';
import { formatDate, formatTime } from '#src/i18n/format.ts';
import { MemberIcon } from '#src/ui/member-icon.tsx';

export interface DepositTimelineProps {
  readonly deposit: Deposit;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Step {
  readonly name: string;
  /** What is seen of the name, which has no room in its column. */
  readonly short?: string;
  /** When it was reached, where the chain or the books say so. */
  readonly at: string | null;
}

/** The way of a deposit, from the request to the wallet, and how far it has come. */
export function DepositTimeline({ deposit, now }: DepositTimelineProps) {
  const { t } = useTranslation('deposit');
  const { status, confirmations, confirmationsNeeded: count, createdAt, seenAt, creditedAt } = deposit;
  const done = Math.min(confirmations, count);
  const confirmed = (many: number): Step => ({
    name: t('timeline.count', { done: many, count }),
    short: t('seen.part', { done: many, count }),
    at: null,
  });
  const steps: readonly Step[] = [
    { name: t('timeline.waiting'), at: createdAt },
    { name: t('timeline.seen'), at: seenAt },
    // One confirmation may be all that is needed.
    ...(count > 1 ? [confirmed(Math.max(1, Math.min(done, count - 1)))] : []),
    confirmed(count),
    { name: t('timeline.wallet'), at: creditedAt },
  ];
  const last = steps.length - 1;
  const here = creditedAt !== null ? last : status === 'awaitingPayment' ? 0 : placeOf(done, count, last);
  return (
    <ol aria-label={t('timeline.label')} className="panel flex min-h-29 px-1 py-4 sm:px-4">
      {steps.map(({ name, short, at }, place) => (
        <li
          key={place}
          aria-current={place === here ? 'step' : undefined}
          className={`timeline-step ${place <= here ? 'timeline-step-reached' : ''} ${place === here ? '' : 'text-muted'}`}
        >
          <span aria-hidden="true" className="timeline-step-dot">
            {place < here || here === last ? <MemberIcon name="check" className="size-4" /> : null}
          </span>
          {short !== undefined && (
            <span aria-hidden="true" className="font-medium">
              {short}
            </span>
          )}
          <span className={`font-medium break-keep wrap-anywhere ${short === undefined ? '' : 'sr-only'}`}>{name}</span>
          {at !== null && <Moment at={at} now={now} />}
        </li>
      ))}
    </ol>
  );
}

/** The time of day, or the date if it was another day; a phone has no room for its year. */
function Moment({ at, now }: { readonly at: string; readonly now: number }) {
  const date = formatDate(at);
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {date === formatDate(new Date(now)) ? (
        formatTime(at)
      ) : (
        <>
          <span className="max-sm:sr-only">{date.slice(0, YEAR)}</span>
          {date.slice(YEAR)}
        </>
      )}
    </time>
  );
}

/** How long "2026-" is. */
const YEAR = 5;

/** The step of a payment that was seen, before it is credited. */
function placeOf(done: number, count: number, last: number): number {
  if (done >= count) return last - 1;
  return done === 0 ? 1 : last - 2;
}
