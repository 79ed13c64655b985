// Days of a time zone: which day a moment is on there, and when the day begins.
import { DAY_MS } from './clock.ts';

/** Formats are costly to make, and there are a few hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  // However it is spelled: the names are the same in any letter case.
  const name = zone.toLowerCase();
  const known = formats.get(name);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(name, made);
  return made;
}

/** The names of zones are those of the IANA database; offsets such as `+09:00` are none. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** Whether a text names a time zone, as in `Asia/Tokyo`. */
export function isZone(text: string): boolean {
  if (!ZONE_NAME.test(text)) return false;
  try {
    return formatOf(text) !== undefined;
  } catch {
    return false;
  }
}

/** The day of a moment in a zone, `YYYY-MM-DD`. */
export function dayIn(moment: Date, zone: string): string {
  const { year, month, day } = partsIn(moment.getTime(), zone);
  return `${year}-${month}-${day}`;
}

/** A moment as the clocks of a zone show it, `YYYY-MM-DD HH:MM:SS`. */
export function clockIn(moment: Date, zone: string): string {
  const { hour, minute, second } = partsIn(moment.getTime(), zone);
  return `${dayIn(moment, zone)} ${hour}:${minute}:${second}`;
}

/**
 * The first moment of a day in a zone. Where the clock is set on at midnight, that is later than midnight; where it is
 * set back, the first of the two.
 */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offsets on both sides of whatever change of the clock is near.
  const around = [midnight - DAY_MS, midnight + DAY_MS].map((moment) => midnight - offsetAt(moment, zone));
  const [earlier = midnight, later = midnight] = around.toSorted((a, b) => a - b);
  return new Date(dayIn(new Date(earlier), zone) === day ? earlier : later);
}

/** The day after a day, `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, day.length);
}

function offsetAt(moment: number, zone: string): number {
  const { year, month, day, hour, minute, second } = partsIn(moment, zone);
  const whole = Math.floor(moment / 1000) * 1000;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - whole;
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;

function partsIn(moment: number, zone: string): Parts {
  const parts = formatOf(zone).formatToParts(moment);
  const part = (type: keyof Parts) => parts.find((each) => each.type === type)?.value ?? '';
  return {
    year: part('year').padStart(4, '0'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}
