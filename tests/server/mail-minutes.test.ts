import { expect, it } from 'vitest';
import { minutesUntil } from '#server/domain/codes/email-codes.ts';
import { minutesOf } from '#src/i18n/spans.ts';

/** A mail and the page that waits for its code agree on how long the code is valid: the nearest minute. */

const now = new Date('2026-11-21T04:00:00Z');
const SPANS = [1, 29, 60, 89, 90, 149, 150, 179, 180, 299, 600, 1_795];

it.each(SPANS)('a mail rounds %i seconds as a page does', (seconds) => {
  expect(minutesUntil(now, new Date(now.getTime() + seconds * 1_000))).toBe(String(minutesOf(seconds * 1_000)));
});

it('just under three minutes is three, not two', () => {
  expect(minutesUntil(now, new Date(now.getTime() + 179_000))).toBe('3');
});
