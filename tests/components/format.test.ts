import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatElapsed, formatRelative, formatTime, groupDecimal, percentOf } from '#src/i18n/format.ts';

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

describe('relative time', () => {
  it.each([
    [-90, 'en-US', '1 minute ago'],
    [-7_199, 'en-US', '1 hour ago'],
    [3 * 86_400, 'en-US', 'in 3 days'],
    [-3_600, 'ja-JP', '1 時間前'],
    [-86_400, 'zh-CN', '昨天'],
    [0, 'en-US', 'now'],
  ] as const)('%i seconds in %s is "%s"', (seconds, culture, words) => {
    expect(formatRelative(new Date(NOW + seconds * 1000), NOW, culture)).toBe(words);
  });

  it('of what has happened lie never ahead, whatever the clock of the device says', () => {
    expect(formatElapsed(new Date(NOW + 180_000), NOW, 'en-US')).toBe('now');
    expect(formatElapsed(new Date(NOW - 180_000), NOW, 'en-US')).toBe(formatRelative(new Date(NOW - 180_000), NOW, 'en-US'));
  });
});

describe('exact decimals', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['12345678901234567890.123456789012345678', '12,345,678,901,234,567,890.123456789012345678'],
  ])('%s is grouped as %s', (decimal, shown) => {
    expect(groupDecimal(decimal)).toBe(shown);
  });

  it.each([
    ['0.10', '10'],
    ['0.1', '10'],
    ['0.005', '0.5'],
    ['0.00', '0'],
    ['1', '100'],
    ['0.0725', '7.25'],
  ])('the rate %s is %s percent', (rate, percent) => {
    expect(percentOf(rate)).toBe(percent);
  });
});
