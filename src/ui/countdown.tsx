import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MS_PER_SECOND } from '#machines/chart/durations.ts';
import { formatSpan, formatTime } from '#src/i18n/format.ts';
import { useNow } from './use-now.ts';

const MINUTE = 60 * MS_PER_SECOND;
/** What is left when the end of a minute or less is said. */
const LAST = 10 * MS_PER_SECOND;

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
    <>
      <p role="timer" className="text-sm text-muted">
        {t('countdown.label', { label })}
        <span className="font-semibold text-base-content tabular-nums">
          {left === 0 ? t('countdown.over', { moment }) : t('countdown.left', { time: formatSpan(left), moment })}
        </span>
      </p>
      <Warning key={until} label={label} left={left} moment={moment} />
    </>
  );
}

interface WarningProps {
  readonly label: string;
  readonly left: number;
  /** The time of day at which it ends. */
  readonly moment: string;
}

/**
 * Says once, to those who hear the page, that the end is near: a timer is silent. The words don't change while they
 * stand, and no minute is said that a page in the background slept through.
 */
function Warning({ label, left, moment }: WarningProps) {
  const { t } = useTranslation('money');
  const [isLong] = useState(left > MINUTE);
  const isNear = isLong ? left <= MINUTE && left > MINUTE / 2 : left <= LAST && left > 0;
  return (
    <span role="status" className="sr-only">
      {isNear &&
        t('countdown.label', { label }) + t('countdown.left', { time: formatSpan(isLong ? MINUTE : LAST), moment })}
    </span>
  );
}
