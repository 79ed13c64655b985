import { describe, expect, it } from 'vitest';
import { calendarOf } from '#src/pages/receipt/calendar.ts';

/** The calendar file of a withdrawal, checked against RFC 5545. */

const entry = {
  uid: '0f0cf7f9@perch',
  at: '2026-12-01T13:00:00+09:00',
  madeAt: '2026-11-21T04:00:00.123Z',
  title: 'Withdrawal W-7K2M-9QXD completes',
  text: 'Net amount; 360 USDT, to "Cold wallet" \\ ethereum\nAsk support if it is late.',
  url: 'https://perch.example/Receipt/0f0cf7f9',
};
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

describe('a calendar file', () => {
  it('has one event in UTC with an alarm, and ends every line with CRLF', () => {
    const file = calendarOf(entry);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(unfolded(file)).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'UID:0f0cf7f9@perch',
        'DTSTAMP:20261121T040000Z',
        'DTSTART:20261201T040000Z',
        'TRIGGER:-PT1H',
        `URL:${entry.url}`,
      ]),
    );
  });

  it('escapes special characters', () => {
    expect(unfolded(calendarOf(entry))).toContain(
      'DESCRIPTION:Net amount\\; 360 USDT\\, to "Cold wallet" \\\\ ethereum\\nAsk support if it is late.',
    );
  });

  it('folds lines at 75 octets and never inside a character', () => {
    const text = '出金が完了する予定です。'.repeat(12) + '🪺'.repeat(20);
    const file = calendarOf({ ...entry, text });
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(Buffer.from(file, 'utf8').toString('utf8')).not.toContain('\uFFFD');
    expect(unfolded(file)).toContain(`DESCRIPTION:${text}`);
  });

  it('does not let a text break out of its line', () => {
    const file = calendarOf({ ...entry, title: 'a\r\nEND:VEVENT\rX:1' });
    expect(unfolded(file).filter((line) => line === 'END:VEVENT')).toHaveLength(1);
    expect(unfolded(file)).toContain('SUMMARY:a\\nEND:VEVENT\\nX:1');
  });
});
