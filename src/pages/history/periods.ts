// The periods that a filter offers, which nobody needs before they open it.
import { dayBefore } from '#src/i18n/spans.ts';

/** Periods that end today, by their number of days. */
export const LAST_DAYS = [7, 30, 90] as const;

/** The last days up to a day, `YYYY-MM-DD`, which is one of them. */
export function lastDays(count: number, today: string): Period {
  return { from: dayBefore(today, count - 1), to: today };
}

/** Periods of the calendar, by their names in the texts. */
export const CALENDAR = {
  thisMonth: (today) => ({ from: `${today.slice(0, 'YYYY-MM'.length)}-01`, to: today }),
  thisYear: (today) => ({ from: `${today.slice(0, 'YYYY'.length)}-01-01`, to: today }),
  lastYear: (today) => {
    const year = Number(today.slice(0, 'YYYY'.length)) - 1;
    return { from: `${year}-01-01`, to: `${year}-12-31` };
  },
} as const satisfies Readonly<Record<string, (today: string) => Period>>;

interface Period {
  readonly from: string;
  readonly to: string;
}
