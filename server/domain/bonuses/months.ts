// Months of UTC, as they are written on the wire (`2026-10`) and in the database (the first day, `2026-10-01`).

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const MONTH_LETTERS = 7;

/** A month in UTC, such as `2026-10`; in this form, text order is the order of time. */
export type Month = string;

/** Whether a text is a month. */
export function isMonth(text: string): text is Month {
  return MONTH.test(text);
}

/** The month of a moment. */
export function monthOf(moment: Date): Month {
  return moment.toISOString().slice(0, MONTH_LETTERS);
}

/** The month of a date from the database; null stays null. */
export function monthOfDay<Day extends string | null>(day: Day): Day {
  return (day === null ? null : day.slice(0, MONTH_LETTERS)) as Day;
}

/** The first day of a month, as stored in the database. */
export function firstDay(month: Month): string {
  return `${month}-01`;
}

/** The moment a month begins. */
export function monthBegin(month: Month): Date {
  return new Date(`${firstDay(month)}T00:00:00Z`);
}

/** The moment a month is over, which is the first of the next one. */
export function monthEnd(month: Month): Date {
  const begin = monthBegin(month);
  return new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1));
}

/** The last moment of a month; the month is calculated by the rules of that moment. */
export function lastMoment(month: Month): Date {
  return new Date(monthEnd(month).getTime() - 1);
}

/** The month after. */
export function monthAfter(month: Month): Month {
  return monthOf(monthEnd(month));
}

/** The months from one to another, both included; none if the first is later than the second. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}
