import { describe, expect, it } from 'vitest';
import { dayAfter, dayIn, isZone, startOfDay } from '#server/platform/system/zones.ts';

describe('the first moment of a day', () => {
  it.each([
    ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['Asia/Tokyo', '2026-03-01', '2026-02-28T15:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z'],
    // The clock was set on at midnight: the day began at one o'clock.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    // It was set back at midnight, to eleven of the day before.
    ['America/Sao_Paulo', '2019-02-17', '2019-02-17T03:00:00.000Z'],
    // It was set back at one o'clock: midnight came twice.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ])('in %s of %s is %s', (zone, day, moment) => {
    const start = startOfDay(day, zone);
    expect(start.toISOString()).toBe(moment);
    expect(dayIn(start, zone)).toBe(day);
    expect(dayIn(new Date(start.getTime() - 1), zone)).not.toBe(day);
  });

  it('begins a day that ends where the next one begins, on every day of a year in every zone', () => {
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Cairo', 'Asia/Beirut'])
      for (let day = '2026-01-01'; day < '2027-01-01'; day = dayAfter(day)) {
        const end = startOfDay(dayAfter(day), zone);
        expect(dayIn(startOfDay(day, zone), zone), `${zone} ${day}`).toBe(day);
        expect(dayIn(new Date(end.getTime() - 1), zone), `${zone} ${day}`).toBe(day);
      }
  });
});

it.each([
  ['Asia/Tokyo', true],
  ['UTC', true],
  ['Etc/GMT+9', true],
  ['Mars/Base', false],
  ['+09:00', false],
  ['', false],
  ['Asia/Tokyo; DROP', false],
])('"%s" is a zone: %s', (text, is) => {
  expect(isZone(text)).toBe(is);
});

it('the day after the last of a year is the first of the next', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  expect(dayAfter('2028-02-28')).toBe('2028-02-29');
});
