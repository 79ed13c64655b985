import { expect, it } from 'vitest';
import { formatDateTime } from '#src/i18n/format.ts';

/**
 * Pages are looked at elsewhere than in UTC (vitest.config.ts), so that a moment of the one zone that is told as of the
 * other is seen.
 */

it('the zone of these tests is not UTC', () => {
  expect(new Date('2026-11-21T04:00:00Z').getTimezoneOffset()).toBe(-540);
  expect(formatDateTime('2026-11-21T03:00:00Z')).toBe('2026-11-21 12:00:00');
});
