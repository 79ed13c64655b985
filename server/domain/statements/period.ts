// Months and calendar years of a time zone, as members ask for statements of them.
import { dayAfter, dayIn, startOfDay } from '#server/platform/system/zones.ts';

/** A month or a year with its days and its moments. */
export interface Period {
  /** `2026-11` or `2026`. */
  name: string;
  timeZone: string;
  /** The first and the last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** The first moment, and the first one after the period. */
  begins: Date;
  ends: Date;
}

const YEAR = 'YYYY'.length;
const MONTH = 'YYYY-MM'.length;
const MONTHS = 12;

/** A period by its name. */
export function periodOf(name: string, timeZone: string): Period {
  const [from, to] =
    name.length === YEAR ? ([`${name}-01-01`, `${name}-12-31`] as const) : ([`${name}-01`, lastDay(name)] as const);
  return { name, timeZone, from, to, begins: startOfDay(from, timeZone), ends: startOfDay(dayAfter(to), timeZone) };
}

function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  // Day 0 of the next month.
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The months and years from one moment to another, newest first. */
export function periodsBetween(first: Date, last: Date, timeZone: string): { months: string[]; years: string[] } {
  const [earliest, latest] = [dayIn(first, timeZone), dayIn(last, timeZone)];
  const numberOf = (day: string) => Number(day.slice(0, YEAR)) * MONTHS + Number(day.slice(YEAR + 1, MONTH)) - 1;
  const nameOf = (number: number) =>
    `${String(Math.floor(number / MONTHS)).padStart(YEAR, '0')}-${String((number % MONTHS) + 1).padStart(2, '0')}`;
  const count = Math.max(0, numberOf(latest) - numberOf(earliest)) + 1;
  const months = Array.from({ length: count }, (_, place) => nameOf(numberOf(latest) - place));
  return { months, years: [...new Set(months.map((month) => month.slice(0, YEAR)))] };
}
