import { expect, it } from 'vitest';
import { formatDateTime } from '#src/i18n/format.ts';

/**
 * Pages are tested in a time zone other than UTC (vitest.config.ts), so that a time of one zone shown as of the other
 * is noticed.
 */

it('the zone of these tests is not UTC', () => {
  expect(new Date('2026-11-21T04:00:00Z').getTimezoneOffset()).toBe(-540);
  expect(formatDateTime('2026-11-21T03:00:00Z')).toBe('2026-11-21 12:00:00');
});
