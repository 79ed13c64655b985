// Spans of time in words. Apart from format.ts, since the first page shows none and stays light.
import { DAY_MS, DAY_SECONDS } from '#machines/chart/durations.ts';
import type { Culture } from './cultures.ts';
import { formatDate, formatDateTime, formatTime, type Zoned } from './format.ts';

/**
 * Two times as one readable range, with the date only once if both are on the same day; null if they look the same, or
 * only one is known.
 */
export function momentsBetween(
  from: string,
  to: string | null,
  zoned: Zoned = {},
): { readonly from: string; readonly to: string } | null {
  if (to === null || formatDateTime(from, zoned) === formatDateTime(to, zoned)) return null;
  const isOneDay = formatDate(from, zoned) === formatDate(to, zoned);
  return { from: formatDateTime(from, zoned), to: isOneDay ? formatTime(to, zoned) : formatDateTime(to, zoned) };
}

/** The length of each unit in seconds, and the count from which the next larger unit is used. */
const UNITS: readonly (readonly [size: number, below: number])[] = [
  [1, 60],
  [60, 60],
  // Hours up to two days, and days up to two months: "24 hours", "36 hours" and "45 days" would lose too much as days
  // and months.
  [3_600, 48],
  [DAY_SECONDS, 60],
  [30 * DAY_SECONDS, 24],
  [365 * DAY_SECONDS, Infinity],
];

interface Words {
  /** The only word without a number that is always true. */
  readonly now: string;
  /** The same of what has just happened: nothing was "saved now". */
  readonly justNow: string;
  /** In the order of `UNITS`, with blanks between them. */
  readonly units: string;
  /** What more than one of a unit ends with; nothing by default. */
  readonly plural?: string;
  /** Between a figure and its unit, as the catalogue has it; nothing by default. */
  readonly blank?: string;
  /** With `#` for the span. */
  readonly ahead: string;
  readonly ago: string;
}

/**
 * The words of the Unicode CLDR. `Intl.RelativeTimeFormat` has them too, but creating the first one on a page blocks a
 * phone for a tenth of a second.
 */
const WORDS: Readonly<Record<Culture, Words>> = {
  'en-US': {
    now: 'now',
    justNow: 'just now',
    units: 'second minute hour day month year',
    plural: 's',
    blank: ' ',
    ahead: 'in #',
    ago: '# ago',
  },
  'ja-JP': {
    now: '今',
    justNow: 'たった今',
    units: '秒 分 時間 日 か月 年',
    ahead: '#後',
    ago: '#前',
  },
  'zh-CN': {
    now: '现在',
    justNow: '刚刚',
    units: '秒钟 分钟 小时 天 个月 年',
    blank: ' ',
    ahead: '#后',
    ago: '#前',
  },
};

/** A span in units of `size`, rounded to the nearest, with halves away from zero: future and past round alike. */
function nearest(span: number, size: number): number {
  return Math.sign(span) * Math.round(Math.abs(span) / size);
}

/** A span of milliseconds in whole minutes, rounded to the nearest and at least one, as in "10 more minutes". */
export function minutesOf(span: number): number {
  return Math.max(1, nearest(span, 60_000));
}

/**
 * "5 minutes ago", "in 24 hours": the span from now to a moment, both in milliseconds, rounded to the nearest whole
 * unit, so that a span of ten days is "in 10 days" just after it has begun; `present` if there is none. Never a
 * calendar word such as "tomorrow", which may be wrong for a rounded span.
 */
function wordsFor(at: number, now: number, culture: Culture, present: string): string {
  const { units, plural = '', blank = '', ahead, ago } = WORDS[culture];
  const seconds = (at - now) / 1000;
  const index = UNITS.findIndex(([size, below]) => Math.abs(nearest(seconds, size)) < below);
  const unit = UNITS[index];
  if (unit === undefined) throw new RangeError('a span without an end');
  const count = nearest(seconds, unit[0]);
  if (count === 0) return present;
  const length = Math.abs(count);
  const span = length + blank + units.split(' ')[index] + (length === 1 ? '' : plural);
  return (count > 0 ? ahead : ago).replace('#', () => span);
}

/** How long ago something was: never in the future, even if this device's clock is behind the server's. */
export function formatElapsed(moment: string | Date, now: number, culture: Culture): string {
  return wordsFor(Math.min(now, new Date(moment).getTime()), now, culture, WORDS[culture].justNow);
}

/** How far ahead something is: never in the past, even if this device's clock is ahead of the server's. */
export function formatAhead(moment: string | Date, now: number, culture: Culture): string {
  return wordsFor(Math.max(now, new Date(moment).getTime()), now, culture, WORDS[culture].now);
}

/** A day before another, `YYYY-MM-DD`, also where a clock change makes a day of 23 or 25 hours. */
export function dayBefore(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, day.length);
}
