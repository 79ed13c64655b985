import type { Culture } from './cultures.ts';

/** The zone of the reader's device, unless a test or a receipt names another. */
export interface Zoned {
  timeZone?: string;
}

function parts(moment: string | Date, zoned: Zoned, options: Intl.DateTimeFormatOptions): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-US', { ...options, ...zoned, hourCycle: 'h23' });
  return Object.fromEntries(format.formatToParts(new Date(moment)).map((part) => [part.type, part.value]));
}

/** YYYY-MM-DD in every language (SRC §9). */
export function formatDate(moment: string | Date, zoned: Zoned = {}): string {
  const p = parts(moment, zoned, { year: 'numeric', month: '2-digit', day: '2-digit' });
  return `${p.year}-${p.month}-${p.day}`;
}

/** HH:MM:SS in every language (SRC §9). */
export function formatTime(moment: string | Date, zoned: Zoned = {}): string {
  const p = parts(moment, zoned, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return `${p.hour}:${p.minute}:${p.second}`;
}

export function formatDateTime(moment: string | Date, zoned: Zoned = {}): string {
  return `${formatDate(moment, zoned)} ${formatTime(moment, zoned)}`;
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** "5 minutes ago", "in 2 hours", in the words of the language. Counted in whole units, the smaller side: never "2 hours" at 1:59. */
export function formatRelative(moment: string | Date, now: number, culture: Culture): string {
  const seconds = Math.trunc((new Date(moment).getTime() - now) / 1000);
  const format = new Intl.RelativeTimeFormat(culture, { numeric: 'auto' });
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return format.format(Math.trunc(seconds / size), unit);
}

/** Groups the digits of an exact decimal the en-US way (SRC §9): works on the text, so no digit is ever rounded. */
export function groupDecimal(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** "0.10" → "10": a rate as a percentage, moved by two digits in the text. */
export function percentOf(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.');
  const padded = fraction.padEnd(2, '0');
  const percent = `${whole}${padded.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = padded.slice(2).replace(/0+$/, '');
  return rest === '' ? percent : `${percent}.${rest}`;
}

/** "4:32", "240:00:00": a span of milliseconds in hours, minutes and seconds, rounded up to whole seconds and never below zero. */
export function formatSpan(span: number): string {
  const seconds = Math.max(0, Math.ceil(span / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`;
}
