import { describe, expect, it } from 'vitest';
import { wholeDaysOf } from '#machines/chart/durations.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { formatShort } from '#src/i18n/format-short.ts';
import { formatDate, formatDateTime, formatTime } from '#src/i18n/format.ts';
import { dayBefore, formatAhead, formatElapsed, minutesOf } from '#src/i18n/spans.ts';
import { formatPercent } from '#money/percent.ts';

const NEW_YEAR = '2026-01-01T00:00:05Z';
const NOW = Date.parse(NEW_YEAR);

describe('dates and times (SRC §9)', () => {
  it('are YYYY-MM-DD and HH:MM:SS in the zone of the reader', () => {
    expect(formatDate(NEW_YEAR, { timeZone: 'UTC' })).toBe('2026-01-01');
    expect(formatTime(NEW_YEAR, { timeZone: 'UTC' })).toBe('00:00:05');
    expect(formatDateTime(NEW_YEAR, { timeZone: 'Asia/Tokyo' })).toBe('2026-01-01 09:00:05');
    expect(formatDateTime(NEW_YEAR, { timeZone: 'America/Los_Angeles' })).toBe('2025-12-31 16:00:05');
  });

  it('midnight is 00 and never 24', () => {
    expect(formatTime('2026-06-01T00:00:00Z', { timeZone: 'UTC' })).toBe('00:00:00');
  });
});

describe('hours of a rule', () => {
  it.each([
    [0, null],
    [24, null],
    [36, null],
    [48, 2],
    [60, null],
    [240, 10],
  ])('%i hours are as many whole days as the time ahead says: %s', (hours, days) => {
    expect(wholeDaysOf(hours)).toBe(days);
    const ahead = inWords(new Date(NOW + hours * 3_600_000), NOW, 'en-US');
    if (days !== null) expect(ahead).toBe(`in ${days} days`);
  });
});

/** Counts of each unit, and its length in seconds. */
const SPANS = [
  ['second', 1, [1, 2, 59]],
  ['minute', 60, [1, 2, 59]],
  ['hour', 3_600, [1, 2, 47]],
  ['day', 86_400, [2, 59]],
  ['month', 30 * 86_400, [2, 23]],
  ['year', 365 * 86_400, [2, 11]],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number, readonly number[]])[];

/** What pages say of a moment before now, or from now on. */
const inWords = (moment: Date, now: number, culture: Culture): string =>
  (moment.getTime() < now ? formatElapsed : formatAhead)(moment, now, culture);

describe('relative time', () => {
  it.each([
    [-90, 'en-US', '2 minutes ago'],
    [-89, 'en-US', '1 minute ago'],
    [-7_199, 'en-US', '2 hours ago'],
    [3 * 86_400, 'en-US', 'in 3 days'],
    [-3_600, 'ja-JP', '1時間前'],
    [-86_400, 'zh-CN', '24 小时前'],
    [-2 * 86_400, 'ja-JP', '2日前'],
    [0, 'en-US', 'now'],
  ] as const)('%i seconds in %s is "%s"', (seconds, culture, words) => {
    expect(inWords(new Date(NOW + seconds * 1000), NOW, culture)).toBe(words);
  });

  it.each([
    [10 * 60, 'in 10 minutes'],
    [60 * 60, 'in 1 hour'],
    [24 * 3_600, 'in 24 hours'],
    [48 * 3_600, 'in 2 days'],
    [240 * 3_600, 'in 10 days'],
    [60 * 86_400, 'in 2 months'],
    [90 * 86_400, 'in 3 months'],
    [365 * 86_400, 'in 12 months'],
    [2 * 365 * 86_400, 'in 2 years'],
  ])('for %i seconds is the same a second before and a second after: "%s"', (seconds, words) => {
    for (const passed of [1_000, 1, 0, -1, -1_000])
      expect(inWords(new Date(NOW + seconds * 1000 - passed), NOW, 'en-US')).toBe(words);
    expect(inWords(new Date(NOW - seconds * 1000 - 1_000), NOW, 'en-US')).toBe(`${words.slice('in '.length)} ago`);
  });

  it('is never wrong by more than half of its unit', () => {
    const lengths: Readonly<Record<string, number>> = {
      second: 1,
      minute: 60,
      hour: 3_600,
      day: 86_400,
      month: 30 * 86_400,
      year: 365 * 86_400,
    };
    for (let seconds = 1; seconds < 3 * 365 * 86_400; seconds = Math.ceil(seconds * 1.01)) {
      const words = inWords(new Date(NOW + seconds * 1000), NOW, 'en-US');
      const [, count, unit] = /^in (\d+) ([a-z]+?)s?$/.exec(words) ?? [];
      const length = lengths[unit ?? ''] ?? 0;
      expect(Math.abs(Number(count) * length - seconds), `${seconds} s are "${words}"`).toBeLessThanOrEqual(length / 2);
    }
  });

  it.each([
    [10 * 60_000, 10],
    [10 * 60_000 - 1_000, 10],
    [9 * 60_000 + 29_000, 9],
    [20_000, 1],
  ])('%i ms are %i more minutes', (span, minutes) => {
    expect(minutesOf(span)).toBe(minutes);
  });

  it.each(CULTURES)('has the words of the Unicode CLDR in %s', (culture) => {
    const words = new Intl.RelativeTimeFormat(culture);
    const blanks = { 'en-US': undefined, 'ja-JP': '$&', 'zh-CN': '$& ' }[culture];
    for (const [unit, length, counts] of SPANS)
      for (const count of counts.flatMap((each) => [each, -each])) {
        const said = words.format(count, unit);
        const spaced = blanks === undefined ? said : said.replaceAll(' ', '').replace(/\d+/, blanks);
        expect(inWords(new Date(NOW + count * length * 1_000), NOW, culture)).toBe(spaced);
      }
    expect(inWords(new Date(NOW), NOW, culture)).toBe(
      new Intl.RelativeTimeFormat(culture, { numeric: 'auto' }).format(0, 'second'),
    );
  });

  it('of what has happened is never in the future, whatever the device’s clock says', () => {
    expect(formatElapsed(new Date(NOW + 180_000), NOW, 'en-US')).toBe('just now');
    expect(formatElapsed(new Date(NOW - 180_000), NOW, 'en-US')).toBe('3 minutes ago');
  });

  it.each([
    ['en-US', 'just now'],
    ['ja-JP', 'たった今'],
    ['zh-CN', '刚刚'],
  ] as const)('of what has just happened is a word of the past in %s', (culture, words) => {
    expect(formatElapsed(new Date(NOW), NOW, culture)).toBe(words);
  });

  it('of no moment at all is refused', () => {
    expect(() => formatAhead('', NOW, 'en-US')).toThrow(RangeError);
  });

  it('of what is yet to come is never in the past', () => {
    expect(formatAhead(new Date(NOW - 180_000), NOW, 'en-US')).toBe('now');
    expect(formatAhead(new Date(NOW + 180_000), NOW, 'en-US')).toBe('in 3 minutes');
  });
});

describe('a whole amount in short', () => {
  const AMOUNTS = [
    '0',
    '7',
    '999',
    '1000',
    '9999',
    '10000',
    '46700',
    '46712',
    '123456',
    '6900000',
    '100000000',
    '-1500',
  ];

  it.each(CULTURES)('is what the Unicode CLDR says in %s, to the last digit', (culture) => {
    const format = new Intl.NumberFormat(culture, { notation: 'compact', maximumFractionDigits: 20 });
    for (const amount of [...AMOUNTS, '2300000000', '5000000000000', '123456789012345'])
      expect(formatShort(amount, culture)).toBe(format.format(BigInt(amount)));
  });

  it('is refused if it is not whole', () => {
    expect(() => formatShort('1.5', 'en-US')).toThrow(RangeError);
  });
});

describe('shares', () => {
  it.each([
    ['0.10', '10.00%'],
    ['0.1', '10.00%'],
    ['0.005', '0.50%'],
    ['0.00', '0.00%'],
    ['1', '100.00%'],
    ['0.0725', '7.25%'],
    ['0.01538461', '1.54%'],
    ['-0.01538461', '-1.54%'],
    ['0.0007', '0.07%'],
    ['0.0087719298', '0.88%'],
    ['0.000125', '0.0125%'],
    ['0.00999999', '1.00%'],
    ['12.5', '1,250.00%'],
  ])('the share %s is %s', (rate, percent) => {
    expect(formatPercent(rate)).toBe(percent);
  });
});

it.each([
  ['2026-03-30', 1, '2026-03-29'],
  ['2026-01-01', 1, '2025-12-31'],
  ['2024-03-01', 1, '2024-02-29'],
  ['2026-11-02', 29, '2026-10-04'],
])('the day before %s by %s is %s, whatever the clocks do', (day, days, expected) => {
  expect(dayBefore(day, days)).toBe(expected);
});
