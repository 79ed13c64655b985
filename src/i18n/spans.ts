// Spans of time in words. Apart from format.ts, since the first page shows none and stays light.
import { DAY_SECONDS } from '#machines/chart/durations.ts';
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

/** Each unit, its length in seconds, and the count from which the next larger unit is used. */
const STEPS: readonly { readonly unit: Intl.RelativeTimeFormatUnit; readonly size: number; readonly below: number }[] =
  [
    { unit: 'second', size: 1, below: 60 },
    { unit: 'minute', size: 60, below: 60 },
    // Hours up to two days, and days up to two months: "24 hours", "36 hours" and "45 days" would lose too much as days
    // and months.
    { unit: 'hour', size: 3_600, below: 48 },
    { unit: 'day', size: DAY_SECONDS, below: 60 },
    { unit: 'month', size: 30 * DAY_SECONDS, below: 24 },
    { unit: 'year', size: 365 * DAY_SECONDS, below: Infinity },
  ];

/** A span in units of `size`, rounded to the nearest, with halves away from zero: future and past round alike. */
function nearest(span: number, size: number): number {
  return Math.sign(span) * Math.round(Math.abs(span) / size);
}

const words: Record<string, Intl.RelativeTimeFormat> = {};

function wordsFor(culture: Culture, numeric: 'always' | 'auto'): Intl.RelativeTimeFormat {
  return (words[culture + numeric] ??= new Intl.RelativeTimeFormat(culture, { numeric }));
}

/**
 * "5 minutes ago", "in 24 hours", in the given language, rounded to the nearest whole unit, so that a span of ten days
 * is "in 10 days" just after it has begun. Pages know whether a time is past or future and call `formatElapsed` or
 * `formatAhead`. Never a calendar word such as "tomorrow", which may be wrong for a rounded span.
 */
export function formatRelative(moment: string | Date, now: number, culture: Culture): string {
  const seconds = (new Date(moment).getTime() - now) / 1000;
  for (const { unit, size, below } of STEPS) {
    const count = nearest(seconds, size);
    // "now" is the only word without a number that is always true.
    if (Math.abs(count) < below)
      return spaced(wordsFor(culture, count === 0 ? 'auto' : 'always').format(count, unit), culture);
  }
  throw new RangeError('a span without an end');
}

/** The blank between a figure and its word as the catalogue has it: none in Japanese, one in Chinese. */
function spaced(text: string, culture: Culture): string {
  if (culture === 'en-US') return text;
  return text.replace(/(\d)\s?(?=\p{Script=Han}|\p{Script=Katakana})/gu, (_, digit: string) =>
    culture === 'ja-JP' ? digit : `${digit} `,
  );
}

/** A span of milliseconds in whole minutes, rounded to the nearest and at least one, as in "10 more minutes". */
export function minutesOf(span: number): number {
  return Math.max(1, nearest(span, 60_000));
}

/** The word for what has just happened, if the language's word for "now" does not fit ("saved at present"). */
const JUST_NOW: Readonly<Partial<Record<Culture, string>>> = { 'zh-CN': '刚刚' };

/** The same for what has happened: never in the future, even if this device's clock is behind the server's. */
export function formatElapsed(moment: string | Date, now: number, culture: Culture): string {
  const span = Math.max(0, now - new Date(moment).getTime());
  if (nearest(span, 1_000) === 0) return JUST_NOW[culture] ?? formatRelative(new Date(now), now, culture);
  return formatRelative(moment, Math.max(now, new Date(moment).getTime()), culture);
}

/** The same for what is yet to come: never in the past, even if this device's clock is ahead of the server's. */
export function formatAhead(moment: string | Date, now: number, culture: Culture): string {
  return formatRelative(moment, Math.min(now, new Date(moment).getTime()), culture);
}
