import { useTranslation } from 'react-i18next';
import { formatSpan, formatTime } from '#src/i18n/format.ts';
import { useNow } from './use-now.ts';

export interface CountdownProps {
  /** What ends at that time. */
  readonly label: string;
  /** Milliseconds since 1970 by the clock of `now`. */
  readonly until: number;
  readonly now: () => number;
}

/** How long something remains valid and until when; it stops at zero and says that it is over (D-27). */
export function Countdown({ label, until, now }: CountdownProps) {
  const { t } = useTranslation('money');
  const left = Math.max(0, until - useNow(now, until));
  const moment = formatTime(new Date(until));
  return (
    <p role="timer" className="text-sm text-muted">
      {t('countdown.label', { label })}
      <span className="font-semibold text-base-content tabular-nums">
        {left === 0 ? t('countdown.over', { moment }) : t('countdown.left', { time: formatSpan(left), moment })}
      </span>
    </p>
  );
}
